import { describe, expect, it } from 'vitest';
import { commandLine, NPX, withNaming } from '../../src/report/command.ts';
import { drawProblems } from '../../src/report/problems.ts';
import { plain } from './support.ts';

const naming = { environment: 'production', config: 'my shop/notiform.yaml' };

describe('a command that is shown', () => {
  it('is the `apply` that was run, if its flags allow a change', () => {
    const applied = { isApply: true };
    expect(withNaming('`notiform plan --target x --allow destroys`', applied)).toBe(
      '`notiform apply --target x --allow destroys`',
    );
    for (const other of ['`notiform plan --target x`', '`notiform plan --out FILE`', '`notiform plan`'])
      expect(withNaming(other, applied)).toBe(other);
  });

  it('is about the environment and the configuration that were given', () => {
    expect(commandLine({ ...plain(), naming }, 'production', ['apply', '--target', 'order-*'])).toBe(
      "notiform -e production -c 'my shop/notiform.yaml' apply --target 'order-*'",
    );
    expect(commandLine(plain(), 'local', ['wait'])).toBe('notiform -e local wait');
  });

  it.each([
    ['See `notiform status`', "See `notiform -e production -c 'my shop/notiform.yaml' status`"],
    // The title of a problem is no command.
    ['notiform 내부 오류: a', 'notiform 내부 오류: a'],
    ['Say `notiform -e local plan`', "Say `notiform -c 'my shop/notiform.yaml' -e local plan`"],
    [
      '`notiform plan` or `notiform apply`',
      "`notiform -e production -c 'my shop/notiform.yaml' plan` or `notiform -e production -c 'my shop/notiform.yaml' apply`",
    ],
    ['See `notiform COMMAND --help`', 'See `notiform COMMAND --help`'],
    ['Start with `notiform init`', 'Start with `notiform init`'],
    ['`notiform` is a program, and notiform remembers', '`notiform` is a program, and notiform remembers'],
  ])('stands in a text: %s', (text, shown) => {
    expect(withNaming(text, naming)).toBe(shown);
  });

  it('starts us as we were started', () => {
    const npx = { ...naming, program: NPX };
    const start = "npx --no -- notiform -e production -c 'my shop/notiform.yaml'";
    expect(commandLine({ ...plain(), naming: npx }, 'production', ['wait'])).toBe(`${start} wait`);
    expect(withNaming('See `notiform status`', npx)).toBe(`See \`${start} status\``);
    expect(withNaming('See `notiform plan --help`', npx)).toBe('See `npx --no -- notiform plan --help`');
    expect(withNaming('Run `npx --no -- notiform plan`', npx)).toBe('Run `npx --no -- notiform plan`');
  });

  it('keeps the language of the command line', () => {
    const korean = { environment: 'local', language: 'ko' } as const;
    expect(commandLine({ ...plain(), naming: korean }, 'local', ['wait'])).toBe('notiform -e local --language ko wait');
    expect(withNaming('See `notiform plan --resubmit A`', korean)).toBe(
      'See `notiform -e local --language ko plan --resubmit A`',
    );
    expect(withNaming('`notiform plan --language en`', korean)).toBe('`notiform -e local plan --language en`');
  });

  it('is as it was written where nothing was given', () => {
    expect(withNaming('See `notiform status`')).toBe('See `notiform status`');
  });

  it('is in the mending of a problem', () => {
    const problem = {
      code: 'name-ambiguous',
      severity: 'error',
      message: 'Two',
      hint: 'Say `notiform state bind A B`.',
    } as const;
    expect(drawProblems([problem], new Map(), { ...plain(), naming: { environment: 'test' } })).toContain(
      'help: Say `notiform -e test state bind A B`.',
    );
  });
});
