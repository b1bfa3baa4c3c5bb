import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { type EmulatorServer, startEmulator } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { checkExit } from './exit-codes.ts';
import { type View, viewOf } from './streams.ts';

/** A command that was run: its exit, and what it wrote. */
export interface Ran {
  exit: number;
  out: string;
  err: string;
}

/** A project in a folder of its own, whose commands run in this process. */
export interface Project {
  path: string;
  run(words: readonly string[], given?: Parameters<typeof viewOf>[0]): Promise<Ran>;
  write(file: string, text: string | Uint8Array): Promise<void>;
}

/** @param env the environment variables of every command */
export async function openProject(config: string, env: Record<string, string> = {}): Promise<Project> {
  const path = await mkdtemp(join(tmpdir(), 'notiform-cli-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  await mkdir(join(path, 'manifests'));
  const write: Project['write'] = async (file, text) => {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  };
  await write('notiform.yaml', `version: 1\nmanifests: manifests\n${config}`);
  const run: Project['run'] = async (words, given = {}) => {
    const view = viewOf({ cwd: path, ...given, env: { ...env, ...given.env } });
    return ranIn(view, words);
  };
  return { path, run, write };
}

/** Runs a command. Its exit code has to be in the table of docs/cli.md. */
export async function ranIn(view: View, words: readonly string[]): Promise<Ran> {
  const exit = await runProgram([...words], view);
  const [out, err] = [view.out(), view.err()];
  checkExit(words, exit, out + err);
  return { exit, out, err };
}

/** An emulator that knows some profiles and senders, for one test. */
export async function openEmulator(
  profiles: EmulatorServer['profiles'],
  senders: EmulatorServer['senders'] = [],
): Promise<EmulatorServer> {
  const emulator = await startEmulator({
    inspect: 'manual',
    profiles,
    senders,
    recipients: [],
    ports: systemPorts,
  });
  onTestFinished(() => emulator.close());
  return emulator;
}

/** The environment `here` of a project: that emulator, its profiles, and more settings, each line indented by four. */
export function hereOf({ resourceUrl }: EmulatorServer, profiles: EmulatorServer['profiles'], more = ''): string {
  const named = profiles.map(({ alias, key, type }) => `${alias}: { key: ${key}${type === 'G' ? ', type: G' : ''} }`);
  return `environments:
  here:
    resourceUrl: ${resourceUrl}
    credentials: { bizId: emulator, apiKey: "\${env:KEY}" }
    profiles: { ${named.join(', ')} }
${more}`;
}

export const EMULATOR_KEY = { KEY: 'emulator-key' };

/** The group tags of the profile `shop`, by id: a manifest for `write`. */
export function tagsOf(names: Record<string, string>): string {
  return Object.entries(names)
    .map(([id, name]) => `kind: GroupTag\nid: ${id}\nprofile: shop\nname: ${name}\n`)
    .join('---\n');
}
