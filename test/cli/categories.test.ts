import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEmulatorControl } from '../../src/emulator/emulator.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, type Project } from './project.ts';

const PROFILES = [{ alias: 'shop', key: 'c'.repeat(40), type: 'S' as const }];
const LIST = '.notiform/categories/here.json';
const CALL = '/category/all';

function template(category: string, id = 'order-paid'): string {
  return `kind: NotificationTemplate\nid: ${id}\nprofile: shop\nname: ${id}\ncategory: "${category}"\nmessageType: BA\ncontent: 주문이 접수되었습니다.\n`;
}

/** A project with one template on an emulator of its own, and what counts and breaks the calls there. */
async function shop(category = '001001') {
  const emulator = await openEmulator(PROFILES);
  const control = createEmulatorControl(emulator.url);
  const project = await openProject(hereOf(emulator, PROFILES), EMULATOR_KEY);
  await project.write('manifests/order-paid.yaml', template(category));
  /** The calls for the list since the last time somebody asked. */
  const asked = async (): Promise<number> => {
    const answer = await control.journal();
    await control.clearJournal();
    return answer.ok ? answer.entries.filter(({ path }) => path.endsWith(CALL)).length : Number.NaN;
  };
  return { emulator, control, project, asked };
}

function listOf({ path }: Project): Promise<Record<string, string>> {
  return readFile(join(path, LIST), 'utf8').then((text) => JSON.parse(text));
}

describe('the list of template categories', () => {
  it('is read once, and again when a manifest uses a code that it lacks', async () => {
    const { project, asked } = await shop();
    expect((await project.run(['plan'])).exit).toBe(0);
    expect(await asked()).toBe(1);
    const list = await listOf(project);
    expect(list).toMatchObject({ '001001': '회원 > 회원가입' });
    expect(Object.keys(list)).toHaveLength(20);

    const markdown = await project.run(['plan', '--format', 'markdown', '--language', 'ko']);
    expect(markdown.out).toContain('  카테고리\n+ │ 회원 > 회원가입 (001001)\n');
    expect(JSON.parse((await project.run(['plan', '--json'])).out)).toMatchObject({
      categories: { '001001': '회원 > 회원가입' },
    });
    expect((await project.run(['apply', '--yes'])).exit).toBe(0);
    expect(await asked()).toBe(0);

    // A code that the list lacks may be new.
    await project.write('manifests/more.yaml', template('009001', 'more'));
    await project.run(['plan', '--exclude', 'more']);
    expect(await asked()).toBe(0);
    await project.run(['plan']);
    expect(await asked()).toBe(1);
  });
});

describe('plan and apply', () => {
  it('give up no approval and no place in the queue for a category that the list lacks', async () => {
    const { project, control } = await shop();
    await project.run(['apply', '--yes']);
    await project.write('manifests/order-paid.yaml', template('001009'));
    const allow = ['--allow', 'loses-approval', '--allow', 'queues-again'];
    const queued = await project.run(['apply', '--yes', ...allow]);
    expect(queued.out).toContain('No changes that can be made.');
    await control.verdict({ profile: 'shop', templateCode: 'order_paid', verdict: 'approve' });
    await control.clearJournal();
    for (const flags of [[], allow]) {
      const { out } = await project.run(['plan', ...flags]);
      const said = out.replace(/\s+/g, ' ');
      expect(said).toContain(
        '`001009` is not a template category of `here`: the update would be refused after the approval or the inspection is given up',
      );
      expect(said).toContain('`notiform get categories`');
      expect(said).toContain('`lint: { AT33: REASON }`');
    }
    const applied = await project.run(['apply', '--yes', '--json', ...allow]);
    const document = JSON.parse(applied.out);
    expect(document.plan).toMatchObject({
      changes: [],
      blocked: [{ address: 'NotificationTemplate/shop/order-paid' }],
    });
    expect(document.problems).toMatchObject([{ rule: 'AT33', address: 'NotificationTemplate/shop/order-paid' }]);
    const journal = await control.journal();
    const paths = journal.ok ? journal.entries.map(({ path }) => path.split('/').at(-1)) : [];
    expect(paths).toContain('detail');
    expect(paths.filter((name) => name === 'update' || name?.startsWith('cancel'))).toEqual([]);

    // A manifest that silences the rule is let through.
    await project.write('manifests/order-paid.yaml', `${template('001009')}lint: { AT33: 곧 생기는 코드 }\n`);
    expect((await project.run(['plan', ...allow])).out).toContain('cancel the approval');
  });
});

describe('validate', () => {
  it('warns of a code that the list of an environment lacks, at its place', async () => {
    const { project } = await shop('001009');
    expect((await project.run(['validate'])).err).toBe('');
    await project.run(['plan']);
    const { exit, err } = await project.run(['validate']);
    expect(exit).toBe(0);
    expect(err).toContain(
      'manifests/order-paid.yaml:5:11: warning AT33: `001009` is not a template category of `here`',
    );
    expect(err.replace(/\s+/g, ' ')).toContain('`notiform get categories` reads the list again and shows it');
    expect((await project.run(['plan'])).err).not.toContain('AT33');
    await project.write('manifests/order-paid.yaml', `${template('001009')}lint: { AT33: 곧 생기는 코드 }\n`);
    expect((await project.run(['validate'])).err).toBe('');
  });
});
