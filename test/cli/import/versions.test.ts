import { expect, it } from 'vitest';
import type { Plan } from '../../../src/core/plan.ts';
import { STATES } from '../import-account.ts';
import { type ImportProject, openImportProject, SHOP } from '../import-project.ts';

const FILE = 'manifests/shop/notification-template/start.yaml';

/** Versions as people make them in the console: each with a code, a text and a state of its own. */
async function imported(...states: (keyof typeof STATES)[]): Promise<ImportProject> {
  const shop = await openImportProject();
  const templates = states.map((state, index) => ({
    ...STATES[state],
    profile: 'shop',
    templateCode: `start${index === 0 ? '' : `_v${index + 1}`}`,
    templateName: `배송 시작 ${index}${index === 0 ? '' : `_v${index + 1}`}`,
    templateContent: `배송을 시작합니다. ${index}`,
  }));
  await shop.control.seed({ templates });
  expect((await shop.run('import', '--kind', 'NotificationTemplate')).exit).toBe(0);
  return shop;
}

async function changes(shop: ImportProject): Promise<string[]> {
  const { plan }: { plan: Plan } = JSON.parse((await shop.run('plan', '--json')).out);
  return [...plan.changes, ...plan.blocked].map(({ address }) => address);
}

it('versions that were made by hand become versions of one manifest, which has the text of the newest', async () => {
  const shop = await imported('STP', 'ACT', 'REQ');
  expect(await shop.files()).toEqual([FILE.slice('manifests/'.length)]);
  expect(await shop.read(FILE)).toBe(
    'kind: NotificationTemplate\nid: start\nprofile: shop\nname: 배송 시작 2\ncategory: "001001"\nmessageType: BA\n' +
      'content: 배송을 시작합니다. 2\nversions: true\n',
  );
  // A person takes back an older one: no apply has seen it, so none deletes it.
  const older = { profile: SHOP.key, templateCode: 'start_v2' };
  await shop.control.template({ ...older, inspectionStatus: 'REG' });
  for (const command of ['apply', 'plan']) {
    expect(await changes(shop)).toEqual([]);
    expect((await shop.run(command, ...(command === 'apply' ? ['--yes'] : []))).exit).toBe(0);
  }
  await shop.control.template({ ...older, inspectionStatus: 'APR' });
  await shop.control.verdict({ profile: SHOP.key, templateCode: 'start_v3', verdict: 'approve' });
  await shop.write(FILE, (await shop.read(FILE)).replace('시작합니다', '시작했습니다'));
  expect(await changes(shop)).toEqual(['NotificationTemplate/shop/start@v4']);
});

it.each([
  ['an older one is not approved', ['ACT', 'REJ', 'ACT']],
  ['the newest is out of use', ['ACT', 'ACT', 'STP']],
] as const)('versions have a manifest each if %s', async (_why, states) => {
  const shop = await imported(...states);
  expect(await shop.files()).toHaveLength(3);
  expect(await changes(shop)).toEqual([]);
});
