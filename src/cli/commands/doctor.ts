import { type Check, checked, foundIn, hasFinding, noted, passed, skipped } from '../../account/check.ts';
import { checkAddress, checkKeys, checkMessages, checkResources } from '../../account/service-checks.ts';
import { type Environment, sharedProfiles } from '../../config/environment.ts';
import type { Config } from '../../config/load.ts';
import { Exit } from '../../core/exit.ts';
import type { Language } from '../../core/language.ts';
import { emulatorCredentials } from '../../emulator/defaults.ts';
import { drawDoctor } from '../../report/doctor.ts';
import { explainResult } from '../../report/result-codes.ts';
import { problemIn } from '../../report/wording.ts';
import { messageEndpoints } from '../../send/endpoints.ts';
import type { Client, ClientOptions } from '../../wire/client.ts';
import {
  checkConfig,
  checkLocalFiles,
  checkNode,
  checkProxy,
  checkSettings,
  checkState,
  type Resolved,
} from '../doctor.ts';
import { holderOf } from '../holder.ts';
import { repositoryOf } from '../init/repository.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { clientsOf, openConfig, openSession } from '../session.ts';
import { openStore } from '../store.ts';

/** `doctor`: checks everything that a command needs. Reads only, and never sends. A failed check does not end the others. */
export async function doctor(invocation: Invocation): Promise<Outcome> {
  const { terminal, env } = invocation;
  const { checks: config, opened } = await checkConfig(() => openConfig(invocation));
  const checks = [
    checkNode(process.versions.node),
    ...config,
    ...(opened ? await environmentChecks(invocation, opened) : await checkProxy(env, [])),
  ];
  const style = terminal.style('stdout');
  const explained = (language: Language) =>
    invocation.redaction.within(checks.map((check) => explainedCheck(check, language)));
  return {
    exit: hasFinding(checks) ? Exit.failed : Exit.done,
    text: drawDoctor(explained(style.language ?? 'en'), opened?.environment.name, style),
    json: { checks: explained('en') },
    problems: checks.flatMap(({ problem }) => problem ?? []),
    shown: checks.flatMap(({ problem }) => problem ?? []),
  };
}

/** A finding in a language, with the meaning of the service's own code. */
function explainedCheck(check: Check, language: Language): Check {
  if (!check.problem) return check;
  const { code, service, message: says, hint: fix } = problemIn(language, check.problem);
  const known = code === 'service-credentials' ? explainResult(service?.code ?? '', language) : undefined;
  const means = known && { means: `The service says: ${known.means}`, fix: known.help };
  return { ...check, says, ...(fix === undefined ? {} : { fix }), ...means };
}

async function environmentChecks(
  invocation: Invocation,
  opened: { config: Config; environment: Environment },
): Promise<Check[]> {
  const { environment } = opened;
  const { env, terminal } = invocation;
  const { checks, resolved } = checkSettings(environment);
  const proxy = await checkProxy(env, [
    { api: 'resource', address: resolved.resourceUrl },
    { api: 'message', address: resolved.messageUrl },
  ]);
  const service = environment.emulator
    ? hasFinding(checks)
      ? [skipped('emulator', 'needs the settings above')]
      : await emulatorChecks(invocation, opened, resolved)
    : hasFinding(proxy)
      ? ['resource', 'message'].map((api) => skipped(`${api}-credentials`, 'needs a proxy that works'))
      : await serviceChecks(invocation, environment, resolved);
  const state = await checkState(
    () => openStore(invocation, opened),
    [...environment.profiles.keys()],
    { bizId: environment.emulator ? emulatorCredentials.bizId : resolved.resource?.bizId, profiles: resolved.profiles },
    terminal.style('stdout'),
    holderOf('doctor', env),
  );
  const local = await checkLocalFiles(() => repositoryOf({ ...invocation, cwd: opened.config.root }), environment);
  // A state in git reports the same problem of the repository.
  const isNew = ({ problem, says }: Check): boolean => !problem || state.every((one) => one.says !== says);
  const shared = sharedProfiles(environment, opened.config.environmentNames.map(opened.config.environment));
  return [
    ...checks,
    ...shared.map((one) => foundIn('settings', one)),
    ...proxy,
    ...service,
    ...state,
    ...local.filter(isNew),
  ];
}

async function emulatorChecks(
  invocation: Invocation,
  opened: { config: Config; environment: Environment },
  { profiles }: Resolved,
): Promise<Check[]> {
  let service: Client | undefined;
  const start = await checked('emulator', async () => {
    const session = await openSession(invocation, opened, { messages: true });
    invocation.later.push(() => session.close());
    service = session.service;
    return [passed('emulator', `runs at ${session.emulatorUrl}`)];
  });
  if (!service) return start;
  const client = service;
  const { ports, signal } = invocation;
  const resources = (await checkResources(client, ports.clock, signal)).map(emulatorClock);
  const messages = await checkMessages(client, () => client, messageEndpoints.report, ports.random, signal);
  return [...start, ...resources, ...messages, ...(await checkKeys(client, profiles, signal))];
}

/** The clock of an emulator differs only because somebody set it. */
function emulatorClock(check: Check): Check {
  if (check.name !== 'clock' || check.result !== 'finding') return check;
  const means = 'The clock of the emulator was set: times of this project are not real';
  return noted('clock', check.says, means, 'Run `notiform emulator clock --real` to return to real time');
}

/** Checks each API as far as its settings have a value. */
async function serviceChecks(invocation: Invocation, environment: Environment, resolved: Resolved): Promise<Check[]> {
  const { ports, signal } = invocation;
  const { resourceUrl, messageUrl, resource, message, profiles } = resolved;
  const clientIn = await clientsOf(invocation, environment);
  const clientOf = (more: Partial<ClientOptions>): Client => {
    const credentials = { bizId: '', apiKey: '', account: '', password: '', ...resource, ...message };
    const client = clientIn({ credentials, ...more });
    invocation.later.push(() => client.close());
    return client;
  };
  const checkApi = async (
    api: string,
    address: string | undefined,
    credentials: object | undefined,
    work: () => Promise<Check[]>,
  ): Promise<Check[]> => {
    if (address === undefined) return [skipped(`${api}-address`, `\`${api}Url\` has no value`)];
    const form = await checkAddress(api, address, environment);
    if (!hasFinding(form) && credentials) return [...form, ...(await work())];
    return [...form, skipped(`${api}-credentials`, 'needs the address and the credentials')];
  };
  const resources = await checkApi('resource', resourceUrl, resource, async () => {
    const client = clientOf({ resourceUrl });
    const answered = await checkResources(client, ports.clock, signal);
    const isIn = answered.some(({ name, result }) => name === 'resource-credentials' && result === 'ok');
    const keys = isIn ? await checkKeys(client, profiles, signal) : [skipped('sender-keys', 'needs the resource API')];
    return [...answered, ...keys];
  });
  const messages = await checkApi('message', messageUrl, message, () => {
    const probe = () => clientOf({ messageUrl, bearer: ports.random.hex(32) });
    return checkMessages(clientOf({ messageUrl }), probe, messageEndpoints.report, ports.random, signal);
  });
  return [...resources, ...messages];
}
