import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planDigest } from '../../src/core/plan-digest.ts';
import { documentOf, type Ran, smallShop } from './here.ts';

function codesOf(ran: Ran): unknown[] {
  const { problems } = documentOf(ran) as { problems: { code: string }[] };
  return problems.map(({ code }) => code);
}

describe('a plan file', () => {
  it('is written for its owner alone, has the bytes that --json shows, and says what to run next', async () => {
    const shop = await smallShop();
    const refused = await shop.run('plan', '--out', 'deep/plan.json');
    expect(refused).toMatchObject({ exit: 1, stdout: '' });
    expect(refused.stderr).toContain('deep/plan.json cannot be written: there is no folder deep');
    await mkdir(join(shop.path, 'deep'));
    const drawn = await shop.run('plan', '--out', 'deep/plan.json');
    expect(drawn.stdout).toContain('Next: notiform -e local apply deep/plan.json\n');
    expect((await stat(join(shop.path, 'deep/plan.json'))).mode & 0o777).toBe(0o600);
    const shown = await shop.run('plan', '--json', '--out', 'plan.json');
    const bytes = await readFile(join(shop.path, 'plan.json'), 'utf8');
    expect(bytes.endsWith('}\n')).toBe(true);
    expect(shown.stdout).toContain(`"plan":${bytes.trimEnd()},"problems":[]}`);
  });

  it('is applied without a question, once; then it is so already', async () => {
    const shop = await smallShop();
    expect((await shop.run('plan', '--out', 'plan.json')).exit).toBe(0);
    const first = await shop.run('apply', 'plan.json', '--receipt', 'receipt.json', '--max-age', '1h', '--json');
    expect(first.exit, first.stdout).toBe(0);
    const { plan, receipt } = documentOf(first) as { plan: unknown; receipt: { counts: unknown; unapproved: unknown } };
    expect(receipt).toMatchObject({ counts: { done: 6 }, unapproved: [] });
    expect(JSON.parse(await shop.read('receipt.json'))).toEqual(receipt);
    expect(plan).toEqual(JSON.parse(await shop.read('plan.json')));
    const again = await shop.run('apply', 'plan.json');
    expect(again.exit).toBe(0);
    expect(again.stdout).toContain('Done: 6 already done.');
    expect((await shop.run('plan', '--detailed-exitcode')).exit).toBe(0);
  });

  it('that is damaged, edited, old, or meant for something else is refused, each by its own code', async () => {
    const shop = await smallShop();
    expect((await shop.run('plan', '--out', 'made.json')).exit).toBe(0);
    const made = await shop.read('made.json');
    const refused = async (text: string, ...words: string[]): Promise<unknown[]> => {
      await shop.write('plan.json', text);
      const ran = await shop.run('apply', 'plan.json', '--json', ...words);
      return [...codesOf(ran), ran.exit];
    };
    const edited = (before: string | RegExp, after: string): string => made.replace(before, after);
    const elsewhere = (before: string | RegExp, after: string): string => {
      const other = JSON.parse(edited(before, after)) as object;
      return JSON.stringify({ ...other, digest: planDigest(other) });
    };
    expect(await refused(made.slice(0, -100))).toEqual(['plan-damaged', 3]);
    expect(await refused('{"command":"plan"}')).toEqual(['plan-damaged', 3]);
    expect(await refused(edited('"formatVersion":"1"', '"formatVersion":"2"'))).toEqual(['plan-format', 7]);
    expect(await refused(elsewhere('"environment":"local"', '"environment":"production"'))).toEqual([
      'plan-environment',
      7,
    ]);
    const others = elsewhere('"environment":"local"', '"environment":"local","project":"other"');
    await shop.write('notiform.yaml', `${await shop.read('notiform.yaml')}project: shop\n`);
    expect(await refused(others)).toEqual(['plan-environment', 7]);
    expect(await refused(elsewhere(/"account":"[0-9a-f]+"/, '"account":"0"'))).toEqual(['plan-account', 7]);
    expect(await refused(elsewhere(/"profiles":\{"shop":"[0-9a-f]+"/, '"profiles":{"shop":"0"'))).toEqual([
      'plan-profile',
      7,
    ]);
    expect(await refused(edited('"action":"create"', '"action":"make"'))).toEqual(['plan-edited', 3]);
    expect(await refused(edited('"create":6', '"create":5'))).toEqual(['plan-edited', 3]);
    expect(await refused(edited('"allowEmpty":false', '"allowEmpty":true'))).toEqual(['plan-edited', 3]);
    const old = edited(/"createdAt":"[^"]*"/, '"createdAt":"2020-01-01T00:00:00.000Z"');
    expect(await refused(old, '--max-age', '1h')).toEqual(['plan-old', 6]);
  });

  it('that is not there, or is a folder, is refused; one that cannot be written is told', async () => {
    const shop = await smallShop();
    const missing = await shop.run('apply', 'nowhere.json');
    expect([missing.exit, missing.stderr]).toEqual([3, expect.stringContaining('There is no plan file nowhere.json')]);
    const folder = await shop.run('apply', 'manifests');
    expect([folder.exit, folder.stderr]).toEqual([
      3,
      expect.stringContaining('cannot be read: it is a folder (EISDIR)'),
    ]);
    const unwritten = await shop.run('plan', '--out', 'manifests', '--json');
    expect([unwritten.exit, codesOf(unwritten)]).toEqual([1, ['plan-unwritten']]);
  });
});
