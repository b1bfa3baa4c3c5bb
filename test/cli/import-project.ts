import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Files } from '../../src/core/ports.ts';
import { neutralWire } from '../../src/core/wire.ts';
import { createEmulatorControl, type EmulatorControl, emulatorCredentials } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { messageEndpoints } from '../../src/send/endpoints.ts';
import { createClient } from '../../src/wire/client.ts';
import { api } from '../api.ts';
import { openEmulator, type Ran, ranIn } from './project.ts';
import { viewOf } from './streams.ts';

export const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };
export const MALL = { alias: 'mall', key: 'b'.repeat(40), type: 'G' as const };
export const OUTLET = { alias: 'outlet', key: 'c'.repeat(40), type: 'S' as const };

/** A project without manifests, and an account in an emulator. */
export interface ImportProject {
  control: EmulatorControl;
  /** What somebody does in the console. */
  console: ReturnType<typeof api>;
  resourceUrl: string;
  path: string;
  run(...words: string[]): Promise<Ran>;
  runWith(given: Parameters<typeof viewOf>[0], ...words: string[]): Promise<Ran>;
  json(...words: string[]): Promise<Record<string, never>>;
  read(file: string): Promise<string>;
  write(file: string, text: string | Uint8Array): Promise<void>;
  remove(file: string): Promise<void>;
  /** Every file below `manifests`, sorted. */
  files(): Promise<string[]>;
}

export async function openImportProject(settings = ''): Promise<ImportProject> {
  const emulator = await openEmulator([{ ...SHOP, groups: [MALL.key] }, { ...OUTLET, groups: [] }, { ...MALL }]);
  const path = await mkdtemp(join(tmpdir(), 'notiform-import-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  await writeFile(
    join(path, 'notiform.yaml'),
    `version: 1
manifests: manifests
defaults: { environment: here, profile: shop }
environments:
  here:
    resourceUrl: ${emulator.resourceUrl}
    limits: { perSecond: 1000 }
    credentials: { bizId: emulator, apiKey: "\${env:KEY}" }
    profiles: { shop: { key: ${SHOP.key} }, outlet: { key: ${OUTLET.key} }, mall: { key: ${MALL.key}, type: G } }
${settings}`,
  );
  const service = createClient({
    token: messageEndpoints.token,
    resourceUrl: emulator.resourceUrl,
    credentials: emulatorCredentials,
    wire: neutralWire,
    limits: { inFlight: 8, perSecond: 1000, timeoutMs: 5000 },
    insecureTls: false,
    ports: systemPorts,
  });
  onTestFinished(() => service.close());
  const runWith: ImportProject['runWith'] = async (given, ...words) => {
    const view = viewOf({ cwd: path, input: '', env: { KEY: 'emulator-key' }, ...given });
    return ranIn(view, words);
  };
  const run: ImportProject['run'] = (...words) => runWith({}, ...words);
  return {
    control: createEmulatorControl(emulator.url),
    console: api(service),
    resourceUrl: emulator.resourceUrl,
    path,
    run,
    runWith,
    json: async (...words) => JSON.parse((await run(...words, '--json')).out),
    read: (file) => readFile(join(path, file), 'utf8'),
    write: async (file, text) => {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), text);
    },
    remove: (file) => rm(join(path, file), { recursive: true }),
    files: async () => {
      const found = await readdir(join(path, 'manifests'), { recursive: true, withFileTypes: true }).catch(() => []);
      return found
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name).slice(join(path, 'manifests').length + 1))
        .sort();
    },
  };
}

/** The system's files, with some of them replaced. */
export function filesWith(replaced: Partial<Files>): typeof systemPorts {
  return { ...systemPorts, files: { ...systemPorts.files, ...replaced } };
}
