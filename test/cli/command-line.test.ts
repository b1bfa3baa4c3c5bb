import { describe, expect, it } from 'vitest';
import { type Invocation, repeated } from '../../src/cli/invocation.ts';
import { openTerminal } from '../../src/cli/terminal.ts';
import type { Naming } from '../../src/report/style.ts';
import { Redaction } from '../../src/text/redaction.ts';
import { viewOf } from './streams.ts';

function invocationOf(words: string[], environment?: string, naming: Naming = {}): Invocation {
  const view = viewOf();
  return {
    ...view,
    words,
    flags: { json: false, verbose: false, quiet: false, ...(environment === undefined ? {} : { environment }) },
    terminal: openTerminal({ ...view, color: undefined, naming }),
    redaction: new Redaction(),
    known: {},
    later: [],
  };
}

describe('the command that confirms what was asked', () => {
  it.each([
    [['apply'], undefined, ['--yes'], 'notiform -e local apply --yes'],
    [['apply', '-e', 'local'], 'local', ['--yes'], 'notiform apply -e local --yes'],
    [
      ['apply', '--target', 'order-*', '--allow-empty'],
      undefined,
      ['--yes'],
      "notiform -e local apply --target 'order-*' --allow-empty --yes",
    ],
    [
      ['send', 'order-paid-smoke', '--var', '이름=홍 길동', '--var', "a=it's"],
      undefined,
      ['--yes', '--allow', 'locks-text'],
      "notiform -e local send order-paid-smoke --var '이름=홍 길동' --var 'a=it'\\''s' --yes --allow locks-text",
    ],
    [['send', '--', '-x'], undefined, ['--yes'], 'notiform -e local send --yes -- -x'],
    [['state', 'forget', '--', 'X'], undefined, ['--yes'], 'notiform -e local state forget --yes -- X'],
  ])('repeats %j with every flag', (words, environment, more, line) => {
    expect(repeated(invocationOf(words, environment), 'local', more)).toBe(line);
  });

  it('starts us as we were started', () => {
    const invocation = invocationOf(['apply'], undefined, { program: 'npx --no -- notiform' });
    expect(repeated(invocation, 'local', ['--yes'])).toBe('npx --no -- notiform -e local apply --yes');
  });
});
