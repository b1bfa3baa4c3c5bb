import type { Problem } from '../core/problem.ts';
import type { SendReport, SendResult } from '../core/send-result.ts';
import { escapeXml } from '../preview/xml.ts';
import { explainResult } from './result-codes.ts';
import { codeOf } from './view/send.ts';
import { visible } from './visible.ts';

/**
 * Draws sends as a JUnit report: a test case for each message, which fails if the message did not end as expected, and an error
 * for each problem that kept a message from being made or a file from being checked. A case of `send --check` always has the
 * name of its file, so that a pipeline can compare runs.
 */
export function drawJunit(report: SendReport): string {
  const { environment, sends, dryRun, isCheck = false, problems } = report;
  const failed = sends.filter((send) => failureOf(send, dryRun) !== undefined);
  const skipped = sends.filter((send) => !failed.includes(send) && send.outcome === 'skipped');
  const errors = problems.filter(({ severity }) => severity === 'error');
  const cases = [
    ...sends.map((send) => drawCase(send, dryRun, isCheck)),
    ...errors.map((problem) => drawError(problem, isCheck)),
  ].join('');
  const counts = `tests="${sends.length + errors.length}" failures="${failed.length}" errors="${errors.length}"`;
  const time = secondsOf(sends.reduce((sum, { tookMs }) => sum + (tookMs ?? 0), 0));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites><testsuite name=${quoted(`notiform send, ${environment}`)} ${counts} skipped="${skipped.length}" time="${time}">\n`,
    cases,
    '</testsuite></testsuites>\n',
  ].join('');
}

function secondsOf(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function drawCase(send: SendResult, dryRun: boolean, isCheck: boolean): string {
  const name = quoted(isCheck ? send.send : `${send.send} to ${send.to.name}`);
  const time = send.tookMs === null ? '' : ` time="${secondsOf(send.tookMs)}"`;
  const head = `  <testcase classname=${quoted(send.template ?? send.type)} name=${name}${time}`;
  const failure = failureOf(send, dryRun);
  if (failure !== undefined) return `${head}>\n    ${drawFailure(send, failure)}\n  </testcase>\n`;
  if (send.earlier === null) return `${head}/>\n`;
  const { time: at, outcome, refKey } = send.earlier;
  const words = quoted(`sent at ${at} (${outcome}), reference ${refKey}`);
  return `${head}>\n    <skipped message=${words}/>\n  </testcase>\n`;
}

/** The type is the result code, or the code of the problem. */
function drawFailure(send: SendResult, message: string): string {
  const code = codeOf(send) || (send.problem?.code ?? send.proof[0]?.code);
  const type = code === undefined ? '' : ` type=${quoted(code)}`;
  return `<failure message=${quoted(message)}${type}>${escaped(detailsOf(send))}</failure>`;
}

function drawError({ code, message, hint = '', place, address }: Problem, isCheck: boolean): string {
  const name = place ? `${place.file}${isCheck ? '' : `:${place.line}`}` : message;
  const head = `  <testcase classname=${quoted(address ?? code)} name=${quoted(name)}`;
  return `${head}>\n    <error message=${quoted(message)} type=${quoted(code)}>${escaped(hint)}</error>\n  </testcase>\n`;
}

/** The reason why a message counts as failed; undefined if it does not. */
function failureOf(
  { outcome, asExpected, expect, problem, proof, delivery }: SendResult,
  dryRun: boolean,
): string | undefined {
  if (asExpected === true) return undefined;
  if (outcome === 'proved' && dryRun) return undefined;
  if ((outcome === 'accepted' || outcome === 'skipped') && asExpected === null && problem === null) return undefined;
  const means = explainResult(delivery?.code ?? '')?.means;
  const result = delivery === null ? undefined : `result ${delivery.code}${means === undefined ? '' : `, ${means}`}`;
  const reason = problem?.message ?? proof[0]?.message ?? result;
  return `${outcome}, expected ${expect}${reason === undefined ? '' : `: ${reason}`}`;
}

function detailsOf({ proof, problem, delivery }: SendResult): string {
  return [
    ...(delivery === null ? [] : [explainResult(delivery.code)?.help ?? '']),
    ...proof.map(({ path, message }) => `${path}: ${message}`),
    ...(problem?.service ? [`${problem.service.code} ${problem.service.message}`.trim()] : []),
    ...(problem?.hint === undefined ? [] : [problem.hint]),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function quoted(text: string): string {
  return `"${escaped(text)}"`;
}

function escaped(text: string): string {
  const lines = text.split('\n').map(visible);
  return escapeXml(lines.join('\n')).replaceAll('\n', '&#10;');
}
