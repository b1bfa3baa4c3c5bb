import { expect, it } from 'vitest';
import { exitOfProblems } from '../../src/cli/plan/planning.ts';
import type { Problem } from '../../src/core/problem.ts';
import { createEmulatorControl } from '../../src/emulator/emulator.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, tagsOf } from './project.ts';

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };

async function open() {
  const emulator = await openEmulator([SHOP]);
  const project = await openProject(hereOf(emulator, [SHOP]), EMULATOR_KEY);
  const declare = (names: Record<string, string>) => project.write('manifests/tags.yaml', tagsOf(names));
  const declareTemplates = (names: Record<string, string>): Promise<void> => {
    const texts = Object.entries(names).map(
      ([id, name]) => `kind: NotificationTemplate
id: ${id}
profile: shop
lifecycle: draft
name: ${name}
category: "001001"
messageType: BA
content: 주문이 접수되었습니다.
`,
    );
    return project.write('manifests/templates.yaml', texts.join('---\n'));
  };
  const run = async (...words: string[]): Promise<{ exit: number; said: string }> => {
    const { exit, out, err } = await project.run(words);
    return { exit, said: `${out}${err}` };
  };
  return { emulator, project, declare, declareTemplates, run };
}

it('a name that another keeps at the service is blocked, which is no failure', async () => {
  const { declare, run } = await open();
  await declare({ x: 'X\nprotect: true' });
  expect((await run('apply', '--yes')).exit).toBe(0);
  await declare({ w: 'X' });
  const planned = await run('plan');
  expect(planned.exit).toBe(0);
  expect(planned.said).toContain('belongs to GroupTag/shop/x, which keeps it');
  const notice = 'Only `--detailed-exitcode` shows this';
  expect(planned.said).toContain(notice);
  for (const words of [['plan'], ['apply', '--yes']]) {
    const detailed = await run(...words, '--detailed-exitcode');
    expect([detailed.exit, detailed.said.includes(notice)]).toEqual([2, false]);
  }
});

it('names that are exchanged end a plan and an apply with 3, and the rest is applied', async () => {
  const { declare, run } = await open();
  await declare({ x: 'X', y: 'Y' });
  await run('apply', '--yes');
  await declare({ x: 'Y', y: 'X', z: 'Z' });
  expect((await run('plan')).exit).toBe(3);
  expect(await run('apply', '--yes')).toEqual({ exit: 3, said: expect.stringContaining('1 created') });
});

it('a plan that has changes is no failure: the document says `ok` beside exit 2', async () => {
  const { declare, run } = await open();
  await declare({ x: 'X' });
  const { exit, said } = await run('plan', '--detailed-exitcode', '--json', '-q');
  expect([exit, JSON.parse(said)]).toEqual([2, expect.objectContaining({ ok: true })]);
});

it('a wait for what is blocked says so and ends with 5; a wait for everything ends with 0', async () => {
  const { emulator, project, run } = await open();
  const declare = (content: string): Promise<void> =>
    project.write(
      'manifests/welcome.yaml',
      `kind: NotificationTemplate\nid: welcome\nprofile: shop\nname: 가입\ncategory: "001001"\nmessageType: BA\ncontent: ${content}\n`,
    );
  await declare('가입을 환영합니다.');
  await run('apply', '--yes');
  const control = createEmulatorControl(emulator.url);
  await control.verdict({ profile: 'shop', templateCode: 'welcome', verdict: 'approve' });
  expect((await run('wait', 'NotificationTemplate/shop/welcome')).exit).toBe(0);
  await declare('가입을 축하합니다.');
  const { exit, said } = await run('wait', 'NotificationTemplate/shop/welcome');
  expect(exit).toBe(5);
  expect(said).toContain('loses its approval and cannot be sent until the new text is approved');
  expect(said).toContain('--allow loses-approval');
  expect(said).toContain('Blocked: 1 resource; see why above.');
  expect(said).not.toContain('Apply again');
  expect((await run('wait')).exit).toBe(0);
  const failed = await run('plan', '--fail-on', 'blocked');
  expect(failed.exit).toBe(7);
  expect(failed.said).toContain('plan-blocked');
  expect((await run('plan')).exit).toBe(0);
  // The text of the console is blocked too, and no manifest changed.
  await declare('가입을 환영합니다.');
  await control.template({ profile: 'shop', templateCode: 'welcome', templateContent: '콘솔의 문구' });
  const older = await run('plan', '--fail-on', 'blocked');
  expect(older.exit).toBe(0);
  expect(older.said).toContain('loses-approval');
});

it.each([
  ['-', [], '`-` is not a file name for the plan'],
  ['plan.json', ['--reupload', '**'], '--reupload cannot be used with --out'],
])('`plan --out %s` with %j is refused', async (file, more, message) => {
  const { run } = await open();
  const { exit, said } = await run('plan', '--out', file, ...more);
  expect([exit, said]).toEqual([64, expect.stringContaining(message)]);
});

it('a short command takes a free port, although notiform.yaml names one that is taken', async () => {
  const { emulator } = await open();
  const port = new URL(emulator.url).port;
  const key = 'b'.repeat(40);
  const project = await openProject(
    `environments:\n  local: { emulator: { port: ${port} }, profiles: { shop: { key: ${key} } } }\n`,
  );
  await project.write('manifests/tags.yaml', tagsOf({ z: 'Z', y: 'Y' }));
  const { exit, out } = await project.run(['plan']);
  expect([exit, out]).toEqual([0, expect.stringContaining('2 to create')]);
  await project.write('manifests/more/tag.yaml', 'kind: GroupTag\nid: x\nprofile: shop\nname: X\n');
  expect((await project.run(['validate', 'manifests/more'])).out).toBe(
    'Valid: 3 resources and 0 test sends (local).\n',
  );
});

it('a report that goes to a file leaves its errors on stderr too, and a terminal shows them once', async () => {
  const { declare, project } = await open();
  await declare({ x: 'X' });
  await project.run(['apply', '--yes']);
  await declare({ y: 'Y' });
  const reason = 'The plan has 1 delete';
  const words = ['plan', '--max-deletes', '0'];
  const markdown = await project.run([...words, '--format', 'markdown']);
  expect(markdown).toMatchObject({
    exit: 7,
    out: expect.stringContaining(reason),
    err: expect.stringContaining(reason),
  });
  for (const given of [
    await project.run(words),
    await project.run([...words, '--format', 'markdown'], { terminal: true }),
  ])
    expect([given.exit, given.out.includes(reason), given.err.includes(reason)]).toEqual([7, true, false]);
});

it.each([
  [3, ['rename-unsaid', 'tell-link']],
  [0, ['rename-unsaid']],
] as const)('a plan exits with %i if it has the problems %j', (exit, codes) => {
  const problems = codes.map((code): Problem => ({ code, severity: 'error', message: code }));
  expect(exitOfProblems({ problems })).toBe(exit);
});
