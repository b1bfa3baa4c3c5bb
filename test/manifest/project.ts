import { systemFiles } from '../../src/core/ports.ts';
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

/** Loads a folder of manifests as the command line would. @param known what earlier steps of the run know of them */
export function load(root: string, more: Partial<LoadOptions> = {}, known?: Parameters<typeof loadManifests>[1]) {
  const options: LoadOptions = {
    root,
    manifests: '.',
    environment,
    defaults: { profile: 'shop', sender: 'main' },
    files: systemFiles,
    ...more,
  };
  return loadManifests(options, known);
}
