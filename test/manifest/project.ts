import { systemFiles } from '../../src/files/system.ts';
import type { CheckMemory } from '../../src/manifest/load/check-file.ts';
import { loadManifests } from '../../src/manifest/load/load.ts';
import type { LoadOptions } from '../../src/manifest/options.ts';

/** An environment with one of everything. */
export const environment: LoadOptions['environment'] = {
  name: 'local',
  variables: new Map([['host', 'shop.example.com']]),
  profiles: new Map([
    ['shop', { type: 'S' }],
    ['mall', { type: 'G' }],
  ]),
  senders: new Set(['main']),
  recipients: new Set(['qa']),
};

/** Loads a folder of manifests as the command line would. */
export function load(root: string, more: Partial<LoadOptions> = {}, memory?: CheckMemory) {
  const options: LoadOptions = {
    root,
    manifests: '.',
    environment,
    defaults: { profile: 'shop', sender: 'main' },
    files: systemFiles,
    ...more,
  };
  return loadManifests(options, memory);
}
