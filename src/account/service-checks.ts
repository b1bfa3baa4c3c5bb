import { ServiceFailure } from '../core/failure.ts';
import type { Random } from '../core/ports.ts';
import type { ProfileRef } from '../core/resource.ts';
import { templateEndpoints } from '../kinds/notification-template/endpoints.ts';
import { groupEndpoints, profileEndpoints } from '../kinds/sender-profile/endpoints.ts';
import { readBase } from '../wire/base.ts';
import type { Client } from '../wire/client.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { type Check, finding, foundIn, noted, passed, skipped } from './check.ts';
import { stateOf } from './profiles.ts';

/** Sending hours, reservations and tokens are compared with this machine's clock. */
const MOST_SKEW_MS = 60_000;

/**
 * Checks the form of the address of an API. The call with its credentials finds a host that cannot be reached.
 * @param api `resource` or `message`: the begin of the names of its checks
 */
export function addressChecks(
  api: string,
  address: string,
  { insecureHttp, insecureTls }: { insecureHttp: boolean; insecureTls: boolean },
): Check[] {
  const name = `${api}-address`;
  const { host } = readBase(`${api}Url`, address, insecureHttp);
  if (!insecureTls) return [passed(name, host)];
  const means = 'The certificate is not verified, because the environment sets `insecureTls`';
  return [noted(name, host, means, 'Remove `insecureTls` if the service has a valid certificate')];
}

/** Checks the credentials of the resource API. */
export async function credentialChecks(client: Client, signal: AbortSignal): Promise<Check[]> {
  await client.call(templateEndpoints.categories, {}, signal);
  return [passed('resource-credentials', 'bizId and apiKey are accepted')];
}

/** Compares this machine's clock with the time of the service, which is at most a second ahead. */
export function clockCheck(service: number | undefined, now: number): Check {
  if (service === undefined) return skipped('clock', 'the service did not send its time');
  const skew = Math.round((now - service + 500) / 1000);
  const says =
    Math.abs(skew) <= 1
      ? 'agrees with the service'
      : `${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the service`;
  if (Math.abs(skew) * 1000 <= MOST_SKEW_MS) return passed('clock', says);
  return finding(
    'clock',
    'clock-skew',
    `This machine's clock is ${says}`,
    'Reservations, sending hours and tokens are compared with the wrong time',
    'Synchronize the clock of this machine (NTP)',
  );
}

/**
 * Checks the credentials of the message API and that this address may call it. It requests a token, then the result of a message
 * that does not exist. Nothing is sent.
 * @param report the endpoint of results, which `send/` owns
 */
export async function messageChecks(
  client: Client,
  report: Endpoint<unknown>,
  random: Random,
  signal: AbortSignal,
): Promise<Check[]> {
  const [credentials, allowed] = ['message-credentials', 'message-allowed-ip'];
  const problem = await client.call(report, { messagekey: random.hex(16) }, signal).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ServiceFailure && error.kind !== 'interrupted') return error.problem;
      throw error;
    },
  );
  if (!problem || problem.code === 'service-refused')
    return [passed(credentials, 'account and password are accepted'), passed(allowed, 'this address may call')];
  if (problem.code !== 'service-credentials')
    return [foundIn(credentials, problem), skipped(allowed, 'the message API could not be called')];
  return ['3000', '3003', '3010'].includes(problem.service?.code ?? '')
    ? [skipped(credentials, 'needs a registered address'), foundIn(allowed, problem)]
    : [foundIn(credentials, problem), skipped(allowed, 'needs valid credentials')];
}

/** Checks that the service knows the profiles and groups of the environment, and that the profiles can send. */
export async function keyChecks(
  client: Client,
  profiles: readonly ProfileRef[],
  signal: AbortSignal,
): Promise<Check[]> {
  const senders = profiles.filter(({ type }) => type === 'S');
  const groups = profiles.filter(({ type }) => type === 'G');
  const unknown = (profile: ProfileRef, what: string): Check =>
    finding(
      'sender-keys',
      'profile-unknown',
      `The service has no ${what} with the key of \`${profile.alias}\``,
      'Its templates can be neither read nor sent',
      `Check \`profiles.${profile.alias}\` of the environment: its key, its type, and that it belongs to this account`,
    );
  const { success } =
    senders.length === 0
      ? { success: [] }
      : await client.call(profileEndpoints.multi, { senderKey: senders.map(({ key }) => key) }, signal);
  const known = new Map(success.map((one) => [one.senderKey, one]));
  const inAccount = new Set(
    groups.length === 0 ? [] : (await client.call(groupEndpoints.all, {}, signal)).map(({ groupKey }) => groupKey),
  );
  const checks = [
    ...senders.flatMap((profile) => {
      const live = known.get(profile.key);
      if (!live) return [unknown(profile, 'sender profile')];
      const state = stateOf(live);
      return state === 'activated' ? [] : [unusable(profile, state, live.clearBlockUrl ?? undefined)];
    }),
    ...groups.filter(({ key }) => !inAccount.has(key)).map((profile) => unknown(profile, 'group')),
  ];
  if (checks.length > 0) return checks;
  const aliases = profiles.map(({ alias }) => alias);
  if (aliases.length === 0) return [skipped('sender-keys', 'the environment has no profile')];
  return [passed('sender-keys', aliases.length > 5 ? `${aliases.length} are known` : aliases.join(', '))];
}

function unusable({ alias }: ProfileRef, state: string, release: string | undefined): Check {
  const fixes: Readonly<Record<string, string>> = {
    dormant: `Run \`notiform profile recover ${alias}\``,
    blocked: release ? `Request its release: ${release}` : 'Ask the service why, and request its release',
  };
  const fix = fixes[state] ?? 'Ask the service';
  return finding(
    'sender-keys',
    'profile-unusable',
    `The profile \`${alias}\` is ${state}`,
    'Nothing can be sent with it',
    fix,
  );
}
