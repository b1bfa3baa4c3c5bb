import type { Environment } from '../../config/environment.ts';
import { Exit } from '../../core/exit.ts';
import { ServiceFailure } from '../../core/failure.ts';
import { errorProblem, NotiformError, usageError } from '../../core/problem.ts';
import { profileEndpoints } from '../../kinds/sender-profile/endpoints.ts';
import { withNaming } from '../../report/command.ts';
import { maskNumber } from '../../text/mask.ts';
import { type Account, ensure, lookUp, type WriteEnding, withAccount } from '../account.ts';
import type { Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';

/** Account work on sender profiles that no manifest can do (resource API 4.3). An admin's phone is shown masked. */

/** `profile token CHANNEL`: has a verification token sent to the phone of the channel's admin. */
export function token(invocation: Invocation, [channel = '']: string[], given: { phone: string }): Promise<Outcome> {
  return withAccount(invocation, undefined, async ({ service, environment }) => {
    const number = phoneOf(environment, given.phone);
    const fields = { phoneNumber: number, [service.wire.adminId]: channel };
    await service.call(profileEndpoints.token, fields, invocation.signal);
    const shown = maskNumber(number);
    const { naming } = invocation.terminal.style('stdout');
    const text = `A token was sent to ${shown}, the phone of the admin of ${channel}.\nPass it to \`notiform profile create\` on stdin, or type it at the prompt.`;
    return { text: withNaming(text, naming), json: { channel, phone: shown } };
  });
}

interface CreateOptions {
  phone: string;
  category: string;
  unsubscribePhone?: string;
  unsubscribeAuth?: string;
}

/** `profile create CHANNEL`: registers the channel's sender profile and prints its key. Reads the token from stdin or a prompt. */
export function create(invocation: Invocation, [channel = '']: string[], options: CreateOptions): Promise<Outcome> {
  if (options.unsubscribeAuth !== undefined && options.unsubscribePhone === undefined)
    throw usageError('--unsubscribe-auth requires --unsubscribe-phone', 'Pass both numbers, or neither');
  return withAccount(invocation, undefined, async (account) => {
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
  if (given !== undefined) return given;
  throw new NotiformError(
    errorProblem(
      'token-missing',
      'There is no token on stdin, and notiform cannot ask without a terminal',
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

/** `profile recover ALIAS` */
export function recover(invocation: Invocation, [alias = '']: string[]): Promise<Outcome> {
  return withAccount(invocation, alias, async (account) => {
    const { signal } = invocation;
    const senderKey = account.environment.profile(alias).key;
    const outcome = await ensure(
      async () => (await lookUp(account, alias, signal))['dormant'] !== true,
      () => account.service.call(profileEndpoints.recover, { senderKey }, signal),
    );
    return said(alias, outcome, 'it is no longer dormant', 'it is not dormant');
  });
}

/** `profile apply-brand ALIAS`: applies for brand messages to consenting members. */
export function applyBrand(invocation: Invocation, [alias = '']: string[]): Promise<Outcome> {
  return withAccount(invocation, alias, async (account) => {
    const { service, environment } = account;
    const { signal } = invocation;
    const { brandMessage } = await lookUp(account, alias, signal);
    if (brandMessage === true) return said(alias, 'already-so', '', 'brand messages are approved');
    await service.call(profileEndpoints.applyBrand, { senderKey: environment.profile(alias).key }, signal);
    return said(alias, 'done', 'applied for brand messages; an inspector decides', '');
  });
}

/** Returns the outcome of a command on a profile: what was done, or what was already so. */
function said(
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
