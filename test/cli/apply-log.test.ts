import { expect, it } from 'vitest';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, tagsOf } from './project.ts';

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };

async function open() {
  const emulator = await openEmulator([SHOP]);
  const project = await openProject(hereOf(emulator, [SHOP]), EMULATOR_KEY);
  await project.write('manifests/tags.yaml', tagsOf({ promo: '봄맞이 할인', club: '단골' }));
  return project;
}

const BRIEF = `Plan for here

+ GroupTag/shop/club  create
+ GroupTag/shop/promo  create

Plan: 2 to create.
`;

it('a log is told a plan in a line for each change, and the receipt', async () => {
  const { run } = await open();
  const { exit, out, err } = await run(['apply', '--yes', '-q']);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  expect(out).toContain('Done: 2 created.');
});

it('a log is told what is done before it is done', async () => {
  const { run } = await open();
  const { err } = await run(['apply', '--yes']);
  expect(err).toContain(BRIEF);
  expect(err).not.toContain('봄맞이 할인');
});

it('a log is told all of it where that is asked for, and where nobody said yes yet', async () => {
  const { run } = await open();
  expect((await run(['apply'])).err).toContain('봄맞이 할인');
  expect((await run(['apply', '--yes', '-v'])).err).toContain('봄맞이 할인');
});

it('a terminal is shown all of it', async () => {
  const { run } = await open();
  expect((await run(['apply', '--yes'], { terminal: true })).err).toContain('봄맞이 할인');
});

it('a protection that changes alone is shown, applied and told', async () => {
  const { run, write } = await open();
  await run(['apply', '--yes']);
  await write('manifests/tags.yaml', tagsOf({ promo: '봄맞이 할인', club: '단골\nprotect: true' }));
  const planned = await run(['plan', '-e', 'here', '-c', 'notiform.yaml']);
  expect((await run(['plan', '--detailed-exitcode'])).exit).toBe(2);
  expect(planned.out).toBe(`Plan for here

Protection  changes in the state only
  ◆ GroupTag/shop/club  protected from now on

No changes. Everything declared for here is as the manifests say.
Besides: 1 protection change, 2 unchanged.
Next: notiform -e here -c notiform.yaml apply
`);
  expect((await run(['plan', '--format', 'markdown'])).out).toContain(
    '- **club**: protected from now on <sub><code>GroupTag/shop/club</code></sub>',
  );
  expect((await run(['apply'])).out).toContain('In the state: 1 protection change.');
  expect((await run(['plan', '--detailed-exitcode'])).exit).toBe(0);
});

it('a part of the project is named on the drawn plan, as text and as a comment', async () => {
  const { run } = await open();
  const part = ['--target', 'GroupTag/shop/*', '--exclude', 'prom?'];
  expect((await run(['plan', ...part])).out).toContain(
    "Plan for here\n! Only a part was planned: --target 'GroupTag/shop/*' --exclude 'prom?'.\n",
  );
  expect((await run(['plan', '--format', 'markdown', '--target', 'club'])).out).toContain(
    '> Only a part was planned: --target club.',
  );
});
