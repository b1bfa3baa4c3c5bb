import type { Problem } from '../core/problem.ts';
import type { SendReport, SendResult } from '../core/send-result.ts';
import { visible } from './visible.ts';

/**
 * Draws sends as a JUnit report: a test case for each message, which fails if the message did not end as expected, and an error
 * for each problem that kept a message from being made or a file from being checked. A case of `send --check` always has the
 * name of its file, so that a pipeline can compare runs.
 */
export function drawJunit({ environment, sends, dryRun, isCheck = false, problems }: SendReport): string {
  const failed = sends.filter((send) => failureOf(send, dryRun) !== undefined);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const cases = [
    ...sends.map((send) => drawCase(send, dryRun, isCheck)),
    ...errors.map((problem) => drawError(problem, isCheck)),
  ].join('');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites><testsuite name=${quoted(`notiform send, ${environment}`)} tests="${sends.length + errors.length}" failures="${failed.length}" errors="${errors.length}">\n`,
    cases,
    '</testsuite></testsuites>\n',
  ].join('');
}

function drawCase(send: SendResult, dryRun: boolean, isCheck: boolean): string {
  const name = quoted(isCheck ? send.send : `${send.send} to ${send.to.name}`);
  const head = `  <testcase classname=${quoted(send.template ?? send.type)} name=${name}`;
  const failure = failureOf(send, dryRun);
  if (failure === undefined) return `${head}/>\n`;
  return `${head}>\n    <failure message=${quoted(failure)}>${escaped(detailsOf(send))}</failure>\n  </testcase>\n`;
}

function drawError({ code, message, hint = '', place, address }: Problem, isCheck: boolean): string {
  const name = place ? `${place.file}${isCheck ? '' : `:${place.line}`}` : message;
  const head = `  <testcase classname=${quoted(address ?? code)} name=${quoted(name)}`;
  return `${head}>\n    <error message=${quoted(message)}>${escaped(hint)}</error>\n  </testcase>\n`;
}

/** The reason why a message counts as failed; undefined if it does not. */
function failureOf(
  { outcome, asExpected, expect, problem, proof, delivery }: SendResult,
  dryRun: boolean,
): string | undefined {
  if (asExpected === true) return undefined;
  if (outcome === 'proved' && dryRun) return undefined;
  if (outcome === 'accepted' && problem === null) return undefined;
  const reason = problem?.message ?? proof[0]?.message ?? (delivery === null ? undefined : `result ${delivery.code}`);
  return `${outcome}, expected ${expect}${reason === undefined ? '' : `: ${reason}`}`;
}

function detailsOf({ proof, problem }: SendResult): string {
  return [
    ...proof.map(({ path, message }) => `${path}: ${message}`),
    ...(problem?.hint === undefined ? [] : [problem.hint]),
  ].join('\n');
}

function quoted(text: string): string {
  return `"${escaped(text)}"`;
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  const lines = text.split('\n').map((line) => visible(line));
  return lines
    .join('\n')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
    .replaceAll('\n', '&#10;');
}
