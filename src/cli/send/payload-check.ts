import { isUtf8 } from 'node:buffer';
import { resolve } from 'node:path';
import { isObject, type JsonObject, jsonMistake, parsedJson } from '../../core/json.ts';
import { errorProblem, isProblem, type Problem, usageError } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import type { SendResult } from '../../core/send-result.ts';
import { exchangeCouponWord, type Wire } from '../../core/wire.ts';
import { fileFailure } from '../../files/file-failure.ts';
import { kinds } from '../../kinds/registry.ts';
import { profileEndpoints } from '../../kinds/sender-profile/endpoints.ts';
import { checkPayload, unknownMembers } from '../../send/check.ts';
import { readBound } from '../bound.ts';
import type { Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import { openProject } from '../project.ts';
import { openSession, openStore, type Session } from '../session.ts';
import { sendOutcome } from './outcome.ts';

/** Far more than any message has. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;

const STDIN = '-';

/**
 * `send --check FILE`: proves payloads that another program built, in the order of the files, and sends nothing. A file that
 * cannot be checked is a problem; the other files are checked all the same.
 */
export async function checkFiles(
  invocation: Invocation,
  files: readonly string[],
  format: 'junit' | undefined,
): Promise<Outcome> {
  if (files.filter((file) => file === STDIN).length > 1)
    throw usageError(
      '`--check -` can be passed only once: stdin has one payload',
      'Name a file for each of the other payloads',
    );
  const project = await openProject(invocation);
  const { resources, laterNames } = await readBound(await openStore(invocation, project), project.resources);
  // The state knows a version also after `versions` was removed from the manifest.
  const isVersionOf = (template: Resource, code: string): boolean =>
    laterNames(template.address).includes(code) || hasCodeOfVersion(template, code);
  const { environment } = project;
  const { ports, signal } = invocation;
  const sends: SendResult[] = [];
  const problems: Problem[] = [];
  let session: Session | undefined;
  const service = async (): Promise<Session['service']> => {
    session ??= await openSession(invocation, project, { messages: false });
    return session.service;
  };
  const groupsOf = async (senderKey: string): Promise<string[] | undefined> => {
    const { success } = await (await service()).call(profileEndpoints.multi, { senderKey: [senderKey] }, signal);
    return success[0] && (success[0].groups ?? []).map(({ groupKey }) => groupKey);
  };
  const now = (): number => session?.service.now() ?? ports.clock.now();
  try {
    for (const given of files) {
      const file = shownName(given);
      const read = await readPayload(invocation, given, environment.wire);
      if (isProblem(read)) problems.push(inFile(file, read));
      else {
        const warn = (problem: Problem): void => void problems.push(inFile(file, problem));
        const checking = { resources, environment, service, groupsOf, isVersionOf, now, signal, warn };
        sends.push(await checkPayload({ file, ...read }, checking));
        problems.push(...unknownMembers(read.content).map((problem) => inFile(file, problem)));
      }
    }
  } finally {
    await session?.close();
  }
  const report = { environment: environment.name, dryRun: true, isCheck: true, sends, problems };
  return sendOutcome(invocation, report, format);
}

function hasCodeOfVersion(template: Resource, code: string): boolean {
  const versions = kinds.find(({ name }) => name === template.kind)?.versions;
  return versions?.asked(template) !== undefined && versions.split(code)?.first === template.name;
}

/** Reads a payload from a file or from stdin. Returns why there is none. */
async function readPayload(
  { ports, cwd, terminal, signal }: Invocation,
  file: string,
  wire: Wire,
): Promise<{ content: JsonObject } | Problem> {
  let bytes: Uint8Array | undefined;
  try {
    bytes =
      file === STDIN
        ? await terminal.input(MAX_PAYLOAD_BYTES, signal)
        : await ports.files.read(resolve(cwd, file), MAX_PAYLOAD_BYTES);
  } catch (error) {
    const failure = fileFailure(error, 'read', file);
    if (failure) return failure.problem(file);
    throw error;
  }
  if (bytes === undefined) return refusal(`There is no file ${file}`, 'Correct the path');
  const shown = shownName(file);
  if (bytes.length > MAX_PAYLOAD_BYTES)
    return refusal(`${shown} has more than ${MAX_PAYLOAD_BYTES} bytes`, 'Pass one payload');
  if (!isUtf8(bytes)) return refusal(`${shown} is not in UTF-8`, 'Save it in UTF-8');
  const value = parsedJson(bytes);
  if (value === undefined)
    return refusal(`${shown} is not JSON: ${jsonMistake(Buffer.from(bytes).toString('utf8'))}`, 'Correct the file');
  const content = exchangeCouponWord(value, wire);
  if (isObject(content)) return { content };
  return refusal(`${shown} does not contain a JSON object`, 'It is the body of POST /v3/message, as one JSON object');
}

function shownName(file: string): string {
  return file === STDIN ? '<stdin>' : file;
}

function refusal(message: string, hint: string): Problem {
  return errorProblem('send-value', message, hint);
}

function inFile(file: string, problem: Problem): Problem {
  return { place: { file, line: 1, column: 1 }, ...problem };
}
