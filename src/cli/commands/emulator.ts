import { resolve } from 'node:path';
import type { Config } from '../../config/load.ts';
import { Exit } from '../../core/exit.ts';
import { NotiformError } from '../../core/problem.ts';
import { emulatorCredentials } from '../../emulator/defaults.ts';
import { type EmulatorHost, hostEmulator } from '../emulator-host.ts';
import type { Invocation } from '../invocation.ts';
import { notAnEmulator } from '../not-an-emulator.ts';
import type { Outcome } from '../outcome.ts';
import { readConfig } from '../session.ts';

interface ServeOptions {
  port?: number;
  inspect?: 'auto' | 'manual';
  data?: string;
  webhook?: string;
}

/** `emulator`: both APIs on this machine until a signal comes. Ending it so is its ordinary end: exit 0. */
export async function serve(invocation: Invocation, _args: string[], options: ServeOptions): Promise<Outcome> {
  const { ports, signal, flags, cwd } = invocation;
  const config = await readConfig(invocation);
  const environment = config.environment(flags.environment ?? emulatorOf(config));
  if (!environment.emulator) throw notAnEmulator(environment.name);
  const data = options.data === undefined ? undefined : resolve(cwd, options.data);
  const host = await hostEmulator(config.root, environment, ports, signal, { ...options, data });
  if (host.joined) {
    await host.leave();
    throw alreadyRunning(host.url);
  }
  const ready = {
    url: host.url,
    resourceUrl: host.resourceUrl,
    messageUrl: host.messageUrl,
    credentials: emulatorCredentials,
  };
  const after = async (): Promise<void> => {
    await untilAborted(signal);
    await host.close();
  };
  return { exit: Exit.done, text: greeting(host), json: ready, problems: [], environment: environment.name, after };
}

/** The environment that is an emulator, where the default one is not. */
function emulatorOf(config: Config): string | undefined {
  const names = config.environmentNames.filter((name) => config.environment(name).emulator);
  const byDefault = config.defaults.environment;
  return byDefault !== undefined && names.includes(byDefault) ? byDefault : (names[0] ?? byDefault);
}

function greeting({ url, resourceUrl, messageUrl }: EmulatorHost): string {
  const { bizId, apiKey, account, password } = emulatorCredentials;
  return [
    `The emulator runs at ${url}`,
    `  resource API  ${resourceUrl}  bizId ${bizId}, apiKey ${apiKey}`,
    `  message API   ${messageUrl}  account ${account}, password ${password}`,
    'Ctrl-C stops it.',
  ].join('\n');
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function alreadyRunning(url: string): NotiformError {
  return new NotiformError(
    {
      code: 'emulator-running',
      severity: 'error',
      message: `The emulator of this project already runs at ${url}`,
      hint: 'The other commands join it by themselves',
    },
    Exit.failed,
  );
}
