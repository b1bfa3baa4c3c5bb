import { resolve } from 'node:path';
import { fileFailure } from '../core/file-failure.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { type NotiformError, type Problem, usageError } from '../core/problem.ts';
import type { ProfileRef, Resource } from '../core/resource.ts';
import type { SendResult } from '../core/send-result.ts';
import { exchangeCouponWord, type Wire } from '../core/wire.ts';
import { profileEndpoints } from '../kinds/sender-profile/endpoints.ts';
import {
  BODY_OF_A_SEND,
  type ClaimedTemplate,
  checkPayload,
  checkWritten,
  chooseTemplate,
  claimedTemplates,
  claimOf,
  type ForeignPayload,
  type TemplateClaim,
  type WrittenClaim,
} from '../send/check.ts';
import { underBoundNames } from './bound.ts';
import type { Invocation } from './invocation.ts';
import { jsonMistake } from './json-mistake.ts';
import type { Outcome } from './outcome.ts';
import { sendOutcome } from './send-outcome.ts';
import { type LoadedProject, openProject, openSession, openStore, type Session } from './session.ts';

/** Far more than any message has. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;

const STDIN = '-';
const STDIN_SHOWN = '<stdin>';

/** A payload that another program built, and the templates that it may have been made from. */
interface TemplatePayload extends ForeignPayload {
  claim: TemplateClaim;
  candidates: readonly [ClaimedTemplate, ...ClaimedTemplate[]];
}

/** A payload of a type that has no templates. */
interface WrittenPayload extends ForeignPayload {
  claim: WrittenClaim;
}

type Payload = TemplatePayload | WrittenPayload;

/**
 * `send --check FILE`: proves payloads that another program built, in the order of the files, and sends nothing. A file that
 * cannot be checked is a problem; the other files are checked all the same.
 */
export async function checkFiles(
  invocation: Invocation,
  files: readonly string[],
  format: 'junit' | undefined,
): Promise<Outcome> {
  if (files.filter((file) => file === STDIN).length > 1) throw stdinTwice();
  const project = await openProject(invocation);
  const resources = await underBoundNames(await openStore(invocation, project), project.resources);
  const payloads: Payload[] = [];
  const problems: Problem[] = [];
  for (const file of files) {
    const read = await readPayload(invocation, project, resources, file);
    if ('severity' in read) problems.push(read);
    else payloads.push(read);
  }
  const results: SendResult[] = [];
  for (const result of await prove(invocation, project, payloads)) {
    if ('severity' in result) problems.push(result);
    else results.push(result);
  }
  const report = { environment: project.environment.name, dryRun: true, isCheck: true, sends: results, problems };
  return sendOutcome(invocation, report, format);
}

/** Proves payloads, those of templates against the live ones. Returns a problem for a template that the service does not have. */
async function prove(
  invocation: Invocation,
  project: LoadedProject,
  payloads: readonly Payload[],
): Promise<(SendResult | Problem)[]> {
  const { signal } = invocation;
  const now = invocation.ports.clock.now();
  let session: Session | undefined;
  try {
    const results: (SendResult | Problem)[] = [];
    for (const payload of payloads) {
      if (!('candidates' in payload)) {
        results.push(checkWritten(payload, payload.claim, now));
        continue;
      }
      const { file, claim, candidates } = payload;
      session ??= await openSession(invocation, project, { messages: false });
      const { service } = session;
      const { chosen, failures } = await chooseTemplate(claim, candidates, project.environment, (sender) =>
        groupsOf(service, sender, signal),
      );
      const approved = await chosen.channel.templates.read(service, chosen.profile, claim.templateCode, signal);
      const checked = approved && checkPayload(payload, claim, chosen, approved, now, failures);
      results.push(checked ?? notThere(file, chosen.template));
    }
    return results;
  } finally {
    await session?.close();
  }
}

/** The keys of the groups that a profile is in (resource API 2.3). */
async function groupsOf(service: Session['service'], { key }: ProfileRef, signal: AbortSignal): Promise<string[]> {
  const { success } = await service.call(profileEndpoints.multi, { senderKey: [key] }, signal);
  return success.flatMap(({ groups }) => groups ?? []).map(({ groupKey }) => groupKey);
}

/** Reads a payload, replaces the environment's `wire` words by the neutral ones, and finds its template. */
async function readPayload(
  invocation: Invocation,
  { environment }: LoadedProject,
  resources: readonly Resource[],
  given: string,
): Promise<Payload | Problem> {
  const file = given === STDIN ? STDIN_SHOWN : given;
  const read = await readJson(invocation, given, file, environment.wire);
  if ('problem' in read) return read.problem;
  const { content } = read;
  const claim = claimOf(content);
  if ('severity' in claim) return inFile(file, claim);
  if ('channel' in claim) return { file, content, claim };
  const candidates = claimedTemplates(claim, resources, environment.profile);
  return 'severity' in candidates ? inFile(file, candidates) : { file, content, claim, candidates };
}

async function readJson(
  invocation: Invocation,
  given: string,
  file: string,
  wire: Wire,
): Promise<{ content: JsonObject } | { problem: Problem }> {
  const bytes = await readBytes(invocation, given);
  if ('severity' in bytes) return { problem: inFile(file, bytes) };
  const text = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const place = { file, ...jsonMistake(text) };
    const hint = 'Correct the file at this place. The rest of it was not read';
    return { problem: { ...refusal(`${file} is not JSON from here on`), hint, place } };
  }
  const content = exchangeCouponWord(value, wire);
  if (isObject(content)) return { content };
  return { problem: inFile(file, { ...refusal(`${file} does not contain a JSON object`), hint: BODY_OF_A_SEND }) };
}

async function readBytes({ ports, cwd, terminal, signal }: Invocation, given: string): Promise<Uint8Array | Problem> {
  if (given === STDIN) {
    const bytes = await terminal.input(MAX_PAYLOAD_BYTES, signal);
    return bytes.length <= MAX_PAYLOAD_BYTES
      ? bytes
      : { ...refusal(`${STDIN_SHOWN} has more than ${MAX_PAYLOAD_BYTES} bytes`), hint: 'Pass one payload' };
  }
  try {
    const bytes = await ports.files.read(resolve(cwd, given), MAX_PAYLOAD_BYTES);
    return bytes ?? { ...refusal(`There is no file ${given}`), hint: 'Correct the path' };
  } catch (error) {
    const failure = fileFailure(error, 'read', given);
    if (failure) return failure.problem(given);
    throw error;
  }
}

function refusal(message: string): Problem {
  return { code: 'send-value', severity: 'error', message };
}

/** A problem of a whole file. */
function inFile(file: string, problem: Problem): Problem {
  return { ...problem, place: { file, line: 1, column: 1 } };
}

function notThere(file: string, { address }: Resource): Problem {
  const message = `The service has no template for ${address}`;
  const hint = 'Apply it, and check again when it is approved';
  return inFile(file, { code: 'send-template', severity: 'error', message, hint, address });
}

function stdinTwice(): NotiformError {
  const message = '`--check -` can be passed only once: stdin has one payload';
  const hint = 'Name a file for each of the other payloads';
  return usageError(message, hint);
}
