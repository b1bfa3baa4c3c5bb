import { basename, dirname, resolve } from 'node:path';
import type { Environment } from '../../config/environment.ts';
import { Exit } from '../../core/exit.ts';
import { ServiceFailure } from '../../core/failure.ts';
import { errorProblem, isProblem, NotiformError, usageError } from '../../core/problem.ts';
import { profileEndpoints, type SenderProfile } from '../../kinds/sender-profile/endpoints.ts';
import { isPending } from '../../kinds/sender-profile/operations.ts';
import { withNaming } from '../../report/command.ts';
import { maskNumber } from '../../text/mask.ts';
import type { Client } from '../../wire/client.ts';
import type { Upload } from '../../wire/outgoing.ts';
import { type Account, ensure, lookUp, type WriteEnding, withAccount } from '../account.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { MAX_SECRET_BYTES } from '../terminal.ts';

/** Account work on sender profiles that no manifest can do (resource API 4.3). An admin's phone is shown masked. */

interface TokenOptions {
  phone: string;
}

/** `profile token CHANNEL`: has a verification token sent to the phone of the channel's admin. */
export function token(invocation: Invocation, [channel = '']: string[], { phone }: TokenOptions): Promise<Outcome> {
  return withAccount(invocation, [], async ({ service, environment }) => {
    const number = phoneOf(environment, phone);
    const fields = { phoneNumber: number, [service.wire.adminId]: channel };
    await service.call(profileEndpoints.token, fields, invocation.signal);
    const shown = maskNumber(number);
    const { naming } = invocation.terminal.style('stdout');
    const text = `A token was sent to ${shown}, the phone of the admin of ${channel}.\nPass it to \`notiform profile create\` on stdin, or type it at the prompt.`;
    return { text: withNaming(text, naming), json: { channel, phone: shown } };
  });
}

interface CreateOptions extends TokenOptions {
  category: string;
  unsubscribePhone?: string;
  unsubscribeAuth?: string;
}

/** `profile create CHANNEL`: registers the channel's sender profile and prints its key. Reads the token from stdin or a prompt. */
export function create(invocation: Invocation, [channel = '']: string[], options: CreateOptions): Promise<Outcome> {
  if (options.unsubscribeAuth !== undefined && options.unsubscribePhone === undefined)
    throw usageError('--unsubscribe-auth requires --unsubscribe-phone', 'Pass both numbers, or neither');
  return withAccount(invocation, [], async (account) => {
    const phoneNumber = phoneOf(account.environment, options.phone);
    const given = await askToken(invocation, channel);
    invocation.redaction.hide(given);
    const { category: categoryCode, unsubscribePhone, unsubscribeAuth } = options;
    const { senderKey } = await register(account, invocation.signal, channel, () =>
      account.service.call(
        profileEndpoints.create,
        {
          token: given,
          phoneNumber,
          [account.service.wire.adminId]: channel,
          categoryCode,
          unsubscribePhoneNumber: unsubscribePhone,
          unsubscribeAuthNumber: unsubscribeAuth,
        },
        invocation.signal,
      ),
    );
    const text = `${channel} now has a sender profile. Its key: ${senderKey}\nGive it an alias in \`profiles\` of ${account.environment.name} in notiform.yaml.`;
    return { text, json: { channel, senderKey } };
  });
}

async function askToken(invocation: Invocation, channel: string): Promise<string> {
  const { terminal, signal } = invocation;
  const given = await terminal.secret(`Token sent to the admin of ${channel}: `, signal);
  const isTooLong = given !== undefined && Buffer.byteLength(given) > MAX_SECRET_BYTES;
  if (given !== undefined && !isTooLong) return given;
  throw new NotiformError(
    errorProblem(
      'token-missing',
      isTooLong
        ? `The first line of stdin is longer than ${MAX_SECRET_BYTES} bytes, so it is not a token`
        : 'There is no token on stdin, and notiform cannot ask without a terminal',
      `Pass the token as the first line of stdin. To request one, run \`notiform profile token ${channel}\``,
    ),
    Exit.refused,
  );
}

/** Registers the profile and returns its key. If the answer is lost, looks for the profile: a channel has only one. */
async function register(
  { service }: Account,
  signal: AbortSignal,
  channel: string,
  create: () => Promise<{ senderKey: string }>,
): Promise<{ senderKey: string }> {
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ServiceFailure && error.mayBeDone)) throw error;
    const { success } = await service.call(profileEndpoints.use, {}, signal);
    const made = success.find(({ uuid }) => uuid === channel);
    if (made) return made;
    throw error;
  }
}

/** Writes to a profile, unless it is so already. `words`: what to say if it was written, and if it was so. */
function changeProfile(
  invocation: Invocation,
  alias: string,
  isSo: (profile: SenderProfile) => boolean,
  write: (service: Client, senderKey: string) => Promise<unknown>,
  words: [done: string, alreadySo: string],
  json: Outcome['json'] = {},
): Promise<Outcome> {
  return withAccount(invocation, [{ alias, type: 'S' }], async (account) => {
    const profile = account.profile(alias);
    const outcome = await ensure(
      async () => isSo(await lookUp(account, profile, invocation.signal)),
      () => write(account.service, profile.key),
    );
    const found = said(alias, outcome, ...words);
    return { ...found, json: { ...found.json, ...json } };
  });
}

/** `profile recover ALIAS` */
export function recover(invocation: Invocation, [alias = '']: string[]): Promise<Outcome> {
  return changeProfile(
    invocation,
    alias,
    ({ dormant }) => dormant !== true,
    (service, senderKey) => service.call(profileEndpoints.recover, { senderKey }, invocation.signal),
    ['it is no longer dormant', 'it is not dormant'],
  );
}

/** `profile unsubscribe ALIAS`: numbers that are published, and so shown. */
export function unsubscribe(
  invocation: Invocation,
  [alias = '']: string[],
  { phone, auth }: { phone: string; auth?: string },
): Promise<Outcome> {
  const numbers = { unsubscribePhoneNumber: phone, unsubscribeAuthNumber: auth };
  const number = auth === undefined ? phone : `${phone}, auth ${auth}`;
  return changeProfile(
    invocation,
    alias,
    (has) => has.unsubscribePhoneNumber === phone && (has.unsubscribeAuthNumber ?? undefined) === auth,
    (service, senderKey) => service.call(profileEndpoints.unsubscribe, { senderKey, ...numbers }, invocation.signal),
    [`the opt-out number is now ${number}`, `the opt-out number is ${number}`],
    { unsubscribe: { phone, auth: auth ?? null } },
  );
}

/** `profile consent ALIAS FILE`: uploads the proof that people consented to marketing. */
export function consent(invocation: Invocation, [alias = '', file = '']: string[]): Promise<Outcome> {
  return withAccount(invocation, [{ alias, type: 'S' }], async ({ service, profile }) => {
    const proof = await readProof(invocation, file);
    const fields = { senderKey: profile(alias).key };
    const { fileKey } = await service.upload(profileEndpoints.consent, fields, 'file', [proof], invocation.signal);
    const { text, json } = said(alias, 'done', `${file} is now its proof of consent`, '');
    return { text, json: { ...json, fileKey } };
  });
}

async function readProof({ cwd, ports: { files } }: Invocation, file: string): Promise<Upload> {
  const { fileNodeOf } = await import('../../manifest/file/file-node.ts');
  const path = resolve(cwd, file);
  const name = basename(path);
  const node = await fileNodeOf({ root: dirname(path), files }, name, name, 'profile/consent');
  if (isProblem(node)) throw new NotiformError(node, Exit.problems);
  const bytes = await files.read(path);
  if (bytes) return { name, bytes };
  throw new NotiformError(
    errorProblem('file-missing', `There is no file \`${name}\``, 'Check the path'),
    Exit.problems,
  );
}

/** `profile apply-brand ALIAS`: applies for brand messages to consenting members. */
export function applyBrand(invocation: Invocation, [alias = '']: string[]): Promise<Outcome> {
  return withAccount(invocation, [{ alias, type: 'S' }], async (account) => {
    const { service, profile } = account;
    const { signal } = invocation;
    const { dormant, brandMessage } = await lookUp(account, profile(alias), signal);
    if (brandMessage) return said(alias, 'already-so', '', 'brand messages are approved');
    try {
      await service.call(profileEndpoints.applyBrand, { senderKey: profile(alias).key }, signal);
    } catch (error) {
      // A dormant profile is refused with the same code.
      if (dormant || !isPending(error)) throw error;
      return said(alias, 'already-so', '', 'an application for brand messages is pending');
    }
    return said(alias, 'done', 'applied for brand messages; an inspector decides', '');
  });
}

/** Returns the outcome of a command on a profile: what was done, or what was already so. */
export function said(
  alias: string,
  outcome: WriteEnding,
  done: string,
  alreadySo: string,
): { text: string; json: Record<string, unknown> } {
  const text = outcome === 'done' ? done : `${alreadySo}, nothing to do`;
  return { text: `${alias}: ${text}`, json: { profile: alias, outcome } };
}

/** Returns the number of a flag: the number itself, or that of a recipient of the environment. */
function phoneOf(environment: Environment, given: string): string {
  if (environment.recipients.has(given)) return environment.recipient(given);
  if (/^\d[\d-]{7,15}$/.test(given)) return given;
  // The value is not shown, because it may be part of a phone number.
  throw usageError(
    '--phone is neither a phone number nor the name of a recipient of the environment',
    'Pass a number such as 01000000000, or a name under `recipients`',
  );
}
