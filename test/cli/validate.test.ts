import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { systemPorts } from '../../src/files/system.ts';
import { folder } from '../manifest/folder.ts';
import { isSarif } from '../report/sarif-schema.ts';
import { viewOf } from './streams.ts';

const CONFIG = `version: 1
manifests: manifests
defaults: { environment: local, profile: shop, sender: main }
environments:
  local:
    emulator: true
    profiles: { shop: { key: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa } }
    senders: { main: "15880000" }
    recipients: { qa: "01000000000" }
`;
const HEAD = 'kind: NotificationTemplate\nid: order-paid\nname: 주문 안내\ncategory: "001001"\n';
const SOUND = `${HEAD}messageType: BA\ncontent: 주문하신 상품의 결제가 완료되었습니다.\n`;
const WARNED = `${HEAD}messageType: BA\ncontent: 주문 고객님께 전 상품을 할인해 드립니다. ::error::mine\n`;
const BROKEN = `${HEAD}messageType: EX\ncontent: 주문하신 상품의 결제가 완료되었습니다.\n`;

async function validate(
  manifest: string,
  words: readonly string[],
  { env = {}, cwd = '', config = CONFIG }: { env?: Record<string, string>; cwd?: string; config?: string } = {},
) {
  const root = folder({ [join(cwd, 'notiform.yaml')]: config, [join(cwd, 'manifests/a.yaml')]: manifest });
  const workspace = env['GITHUB_WORKSPACE'] === 'root' ? { ...env, GITHUB_WORKSPACE: root } : env;
  const ports = { ...systemPorts, random: { ...systemPorts.random, hex: (bytes: number) => 'a'.repeat(2 * bytes) } };
  const view = viewOf({ cwd: join(root, cwd), env: workspace, ports });
  const exit = await runProgram(['validate', ...words], view);
  return { exit, out: view.out(), err: view.err() };
}

const TOKEN = 'a'.repeat(32);

describe('validate', () => {
  it('says that a manifest with an error was not checked completely', async () => {
    expect((await validate(BROKEN, [])).out).toBe(
      'A manifest with an error is not checked completely. Fix the errors to see its other errors and warnings.\n',
    );
    expect((await validate('kind: GroupTag\nid: a\nname: 주문 #{이름}\n', [])).out).toContain('not checked completely');
    const alone = 'kind: TestSend\nid: smoke\ntemplate: NotificationTemplate/shop/none\nto: [qa]\n';
    expect(await validate(`${SOUND}---\n${alone}`, [])).toMatchObject({ exit: 3, out: '' });
  });

  it('takes the language of notiform.yaml, also for errors of other commands', async () => {
    const { err } = await validate(BROKEN, [], { config: `language: ko\n${CONFIG}` });
    expect(err).toContain('오류 1개');
    expect((await validate(SOUND, ['nothing.yaml'], { config: `language: ko\n${CONFIG}` })).err).toMatch(/^오류: /);
  });
});

describe('validate --format github', () => {
  it('prints the problems where no command is heard, then the annotations, and nothing on stderr', async () => {
    const { exit, out, err } = await validate(WARNED, ['--format', 'github']);
    expect(exit).toBe(0);
    expect(err).toBe('');
    const [first, ...lines] = out.trimEnd().split('\n');
    expect(first).toBe(`::stop-commands::${TOKEN}`);
    expect(lines.indexOf(`::${TOKEN}::`)).toBeGreaterThan(lines.findIndex((line) => line.includes('::error::mine')));
    expect(lines).toContain('Valid, with 1 warning: 1 resource and 0 test sends (local).');
    expect(lines.at(-1)).toMatch(
      /^::warning file=manifests\/a\.yaml,line=6,endLine=6,col=10,endColumn=32,title=notiform AT19::This reads as advertising: `고객님께`, /,
    );
  });

  it('names files as the repository has them', async () => {
    const inside = { cwd: 'infra/notify', env: { GITHUB_WORKSPACE: 'root' } };
    const { exit, out } = await validate(BROKEN, ['--format', 'github'], inside);
    expect(exit).toBe(3);
    expect(out).toContain('\n::error file=infra/notify/manifests/a.yaml,line=5,');
    const elsewhere = await validate(BROKEN, ['--format', 'github'], { env: { GITHUB_WORKSPACE: '/elsewhere' } });
    expect(elsewhere.out).toContain('\n::error file=manifests/a.yaml,line=5,');
    const same = await validate(BROKEN, ['--format', 'github'], { env: { GITHUB_WORKSPACE: 'root' } });
    expect(same.out).toContain('\n::error file=manifests/a.yaml,line=5,');
  });
});

describe('validate of several environments', () => {
  const LONG = '긴'.repeat(201);
  const config = `${CONFIG}    variables: { n: 짧은 이름 }
  production:
    resourceUrl: https://service.example.com
    profiles: { shop: { key: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa } }
    variables: { n: ${LONG} }
`;
  const named = (name: string): string => SOUND.replace('주문 안내', `"${name}"`);

  it('names those that have a problem, where not all of them do', async () => {
    const { exit, out } = await validate(named('${var:n}'), ['--json'], { config });
    expect(exit).toBe(3);
    expect(JSON.parse(out).problems).toMatchObject([
      {
        code: 'too-long',
        environments: ['production'],
        message: 'In `production`: `name` has 201 characters; at most 200 are allowed',
      },
    ]);
  });

  it('hides a number in all of them where the manifest is invalid in one', async () => {
    const tel = 'buttons: [{ type: TN, name: 고객센터 연결, tel: 02-123-4567 }]\n';
    const swapped = config.replace('짧은 이름', 'X').replace(LONG, '짧은 이름').replace('X', LONG);
    const { err } = await validate(`${named('${var:n}')}${tel}`, [], { config: swapped });
    expect(err).toContain('too-long');
    expect(err).not.toContain('123-4567');
  });
});

it('validate of notiform.yaml says that this is the configuration', async () => {
  const { exit, err } = await validate(SOUND, ['notiform.yaml']);
  expect(exit).toBe(3);
  expect(err).toContain('This is the configuration, not a manifest');
  expect(err).not.toContain('Add `kind`');
});

describe('validate --format sarif', () => {
  it.each([
    ['warnings', WARNED, 0, ['AT19']],
    ['errors', BROKEN, 3, ['AT09']],
    ['nothing', SOUND, 0, []],
  ])('prints a document with %s', async (_, manifest, exit, rules) => {
    const ran = await validate(manifest, ['--format', 'sarif']);
    expect(ran.exit).toBe(exit);
    const document = JSON.parse(ran.out);
    expect(isSarif(document) ? [] : isSarif.errors).toEqual([]);
    expect(document.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(rules);
  });

  it('prints one where the configuration is wrong or missing', async () => {
    const wrong = await validate(SOUND, ['--format', 'sarif'], { config: 'version: 2\n' });
    expect(wrong.exit).toBe(3);
    expect(isSarif(JSON.parse(wrong.out))).toBe(true);
    const none = await validate(SOUND, ['--format', 'sarif', '--config', 'none.yaml']);
    expect(none.exit).toBe(3);
    expect(JSON.parse(none.out).runs[0].results).toHaveLength(1);
  });
});

describe('validate --rules', () => {
  it('lists every lint rule, without a project', async () => {
    const view = viewOf();
    expect(await runProgram(['validate', '--rules'], view)).toBe(0);
    expect(view.err()).toBe('');
    expect(view.out().match(/^AT\d\d/gm)).toHaveLength(46);
    expect(view.out()).toMatch(/^AT01 {2}NotificationTemplate, warning: Text that looks like a message variable/);
  });

  it('lists them as data', async () => {
    const view = viewOf();
    expect(await runProgram(['validate', '--rules', '--json'], view)).toBe(0);
    const { rules, ...rest } = JSON.parse(view.out());
    expect(rest).toEqual({ schemaVersion: 1, command: 'validate', ok: true, problems: [] });
    expect(rules).toHaveLength(46);
    expect(rules.find(({ id }: { id: string }) => id === 'AT11')).toEqual({
      id: 'AT11',
      kind: 'NotificationTemplate',
      level: 'error',
      what: 'More than five buttons, or more than two beside quick replies',
      mend: 'Remove some',
      source: 'resource API 2.2',
      date: '2026-11-20',
    });
  });
});
