import { expect, it } from 'vitest';
import { isLint, type Problem } from '../../../src/core/problem.ts';
import { STATES } from '../import-account.ts';
import { type ImportProject, openImportProject } from '../import-project.ts';

const FILE = 'manifests/shop/notification-template/order-paid.yaml';
const BASELINE = 'lint-baseline.json';
const ADDRESS = 'NotificationTemplate/shop/order-paid';

async function imported(state = 'RDY'): Promise<ImportProject> {
  const shop = await openImportProject();
  const text = '#{이름}님, 지금 재구매하시면 20% 할인해 드려요!';
  const template = { profile: 'shop', templateCode: 'order_paid', templateName: '주문 결제', ...STATES[state] };
  await shop.control.seed({ templates: [{ ...template, templateContent: text }] });
  expect((await shop.run('import')).exit).toBe(0);
  return shop;
}

async function warned(shop: ImportProject, ...words: string[]): Promise<string[]> {
  const { problems }: { problems: Problem[] } = JSON.parse((await shop.run(...words, '--json')).out);
  return problems
    .filter(isLint)
    .map(({ rule, address = '' }) => `${rule} ${address}`)
    .sort();
}

async function rewrite(shop: ImportProject, from: string, to: string): Promise<void> {
  await shop.write(FILE, (await shop.read(FILE)).replace(from, to));
}

it('an import records the texts that it finds, and their warnings come back when a text changes', async () => {
  const shop = await imported();
  expect(JSON.parse(await shop.read(BASELINE))).toEqual({ [ADDRESS]: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await warned(shop, 'validate')).toEqual([]);
  expect((await shop.run('validate')).err).toBe('');

  const text = await shop.read(FILE);
  await rewrite(shop, '20%', '30%');
  expect(await warned(shop, 'validate')).toEqual([`AT07 ${ADDRESS}`, `AT19 ${ADDRESS}`]);
  await shop.write(FILE, text);
  expect(await warned(shop, 'validate')).toEqual([]);
  await shop.write(BASELINE, 'damaged');
  expect(await warned(shop, 'validate')).toHaveLength(2);
});

it('an update of a manifest records the text that it takes over', async () => {
  const shop = await imported();
  const templateContent = '#{이름}님, 지금 재구매하시면 30% 할인해 드려요!';
  await shop.control.template({ profile: 'shop', templateCode: 'order_paid', templateContent });
  const before = await shop.read(BASELINE);
  expect((await shop.run('import', 'order-paid', '--update')).out).toContain('content');
  expect(await shop.read(BASELINE)).not.toBe(before);
  expect(await warned(shop, 'validate')).toEqual([]);
});

it('a plan warns about the texts that it changes, and asks only a new template for samples', async () => {
  const shop = await imported('REG');
  expect(await warned(shop, 'validate')).toEqual([`AT19 ${ADDRESS}`]);
  expect(await warned(shop, 'plan')).toEqual([]);
  const added = (await shop.read(FILE)).replace('order-paid', 'new').replace('주문 결제', '새 안내');
  await shop.write('manifests/new.yaml', added.replace('lifecycle: draft\n', ''));
  await rewrite(shop, '20%', '30%');
  const fresh = 'NotificationTemplate/shop/new';
  expect(await warned(shop, 'plan')).toEqual([`AT07 ${fresh}`, `AT19 ${fresh}`, `AT19 ${ADDRESS}`]);
  expect((await shop.run('plan')).err).toContain('3 warnings about planned texts: see `notiform validate`');
});

it.each(['REG', 'REJ'])('a text in %s is not recorded, and the plan of its inspection warns', async (state) => {
  const shop = await imported(state);
  expect(await shop.run('plan')).toMatchObject({ err: '' });
  await rewrite(shop, 'lifecycle: draft\n', '');
  expect(await warned(shop, 'validate')).toEqual([`AT07 ${ADDRESS}`, `AT19 ${ADDRESS}`]);
  expect(await warned(shop, 'plan', '--resubmit', 'order-paid')).toEqual([`AT19 ${ADDRESS}`]);
  const { out } = await shop.run('plan', '--resubmit', 'order-paid', '--format', 'markdown');
  expect(out).toMatch(/╭[^╰]*#\{이름\}님, 지금 재구매하시면[^╰]*╰/);
});

it('an approved text with an odd character has no warning in any command, until it changes', async () => {
  const shop = await openImportProject();
  const template = { profile: 'shop', templateCode: 'order_paid', templateName: '주문 결제', ...STATES['ACT'] };
  const templateContent = `주문\u200b이 접수되었습니다. \n${'한글'.normalize('NFD')}`;
  await shop.control.seed({ templates: [{ ...template, templateContent }] });
  expect((await shop.run('import')).exit).toBe(0);
  for (const command of ['validate', 'plan', 'status']) expect((await shop.run(command)).err).toBe('');
  await rewrite(shop, '접수', '취소');
  const { err } = await shop.run('validate');
  expect(err).toContain('decomposed-text');
  expect(err).toContain('unseen-character');
});
