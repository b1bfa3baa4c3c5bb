import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentOf, emptyProject, type Project } from './here.ts';

/** What is wrong with a state: each has its code, its exit and its way out, and nothing is lost of what is there. */

const STATE = '.notiform/state/local/shop.json';

const DOCUMENT = {
  formatVersion: 1,
  environment: 'local',
  profile: 'shop',
  account: 'somebody',
  serial: 3,
  entries: { 'GroupTag/shop/promo': { binding: { key: 'T1' }, protect: false, applied: null, row: null } },
};

async function withState(text: string): Promise<Project> {
  const project = await emptyProject();
  const profiles = 'profiles: { shop: { key: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa } }';
  await project.write(
    'notiform.yaml',
    `version: 1\nmanifests: manifests\nenvironments:\n  local:\n    emulator: true\n    ${profiles}\n`,
  );
  await mkdir(join(project.path, 'manifests'));
  await project.write('manifests/tag.yaml', 'kind: GroupTag\nid: promo\nprofile: shop\nname: 특가\n');
  await mkdir(join(project.path, '.notiform/state/local'), { recursive: true });
  await project.write(STATE, text);
  return project;
}

const whole = JSON.stringify(DOCUMENT);

it.each([
  [
    'a truncated state',
    whole.slice(0, 120),
    1,
    'state-corrupt',
    'or move it away. Resources that exist are found again by their names',
  ],
  ['an empty one', '', 1, 'state-corrupt', 'Restore the file from a copy'],
  [
    'one of a newer notiform',
    whole.replace('"formatVersion":1', '"formatVersion":9'),
    1,
    'state-newer',
    'Use the newer version of notiform',
  ],
  ['one of another environment', whole.replace('"local"', '"production"'), 1, 'state-foreign', 'Move it back'],
  ['one of another account', whole, 7, 'account-changed', '--accept-account'],
])('%s is told and left as it is', async (_, text, exit, code, mend) => {
  const project = await withState(text);
  const ran = await project.run('--json', 'apply', '--yes');
  expect(ran.exit).toBe(exit);
  const { problems } = documentOf(ran) as { problems: { code: string; hint: string }[] };
  expect(problems.map((problem) => problem.code)).toContain(code);
  expect(problems.find((problem) => problem.code === code)?.hint).toContain(mend);
  expect(await project.read(STATE)).toBe(text);
});
