import { resolve } from 'node:path';
import { Exit } from '../core/exit.ts';
import { fileFailure } from '../core/file-failure.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { NotiformError } from '../core/problem.ts';
import { exchangeCouponWord, type Wire } from '../core/wire.ts';
import { readApproved } from '../send/approved.ts';
import { checkPayload, claimedTemplate, claimOf } from '../send/check.ts';
import { reportSends } from '../send/describe.ts';
import { underBoundNames } from './bound.ts';
import type { Invocation } from './invocation.ts';
import type { Outcome } from './outcome.ts';
import { sendOutcome } from './send-outcome.ts';
import { openProject, openSession, openStore } from './session.ts';

/** Far more than any message holds. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;

/** `send --check FILE.json`: proves a payload that another program built, and sends nothing. */
export async function checkFile(invocation: Invocation, file: string, format: 'junit' | undefined): Promise<Outcome> {
  const project = await openProject(invocation);
  const { environment } = project;
  const payload = await readPayload(invocation, file, environment.wire);
  const resources = await underBoundNames(await openStore(invocation, project), project.resources);
  const claim = claimOf(payload);
  if ('severity' in claim) throw new NotiformError(claim, Exit.problems);
  const claimed = claimedTemplate(claim, resources, environment.profile);
  if ('severity' in claimed) throw new NotiformError(claimed, Exit.problems);
  const session = await openSession(invocation, project, { messages: false });
  try {
    const { template, profile } = claimed;
    const approved = await readApproved(session.service, profile, claim.templateCode, invocation.signal);
    if (!approved) throw new NotiformError(notThere(template.address));
    const report = reportSends(environment.name, true, [checkPayload(file, payload, claim, template, approved)], []);
    return sendOutcome(invocation, report, format, Exit.done);
  } finally {
    await session.close();
  }
}

/** With the neutral words, as templates are read. */
async function readPayload({ ports, cwd }: Invocation, file: string, wire: Wire): Promise<JsonObject> {
  const refuse = (message: string): NotiformError =>
    new NotiformError(
      {
        code: 'send-value',
        severity: 'error',
        message,
        hint: 'It is the body of POST /v3/message, as one JSON object',
      },
      Exit.problems,
    );
  const bytes = await ports.files.read(resolve(cwd, file), MAX_PAYLOAD_BYTES).catch((error: unknown) => {
    const failure = fileFailure(error, 'read', file);
    throw failure ? new NotiformError(failure.problem(file), Exit.problems) : error;
  });
  if (!bytes) throw refuse(`There is no file ${file}`);
  const value = exchangeCouponWord(parse(new TextDecoder().decode(bytes)), wire);
  if (!isObject(value)) throw refuse(`${file} holds no JSON object`);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function notThere(address: string): {
  code: 'send-template';
  severity: 'error';
  message: string;
  hint: string;
  address: string;
} {
  return {
    code: 'send-template',
    severity: 'error',
    message: `The service has no template for ${address}`,
    hint: 'Apply it, and check again when it is approved',
    address,
  };
}
