import { describe, expect, it } from 'vitest';
import { confirm } from '../../src/cli/confirm.ts';
import { openTerminal, wantsColor } from '../../src/cli/terminal.ts';
import { Redaction } from '../../src/text/redaction.ts';
import { type View, viewOf } from './streams.ts';

describe('colour', () => {
  it.each([
    ['the flag wins', true, { NO_COLOR: '1' }, false, true],
    ['the flag wins both ways', false, { FORCE_COLOR: '1' }, true, false],
    ['then NO_COLOR', undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    ['an empty NO_COLOR says nothing', undefined, { NO_COLOR: '' }, true, true],
    ['then FORCE_COLOR', undefined, { FORCE_COLOR: '1', TERM: 'dumb' }, false, true],
    ['FORCE_COLOR=0 is no', undefined, { FORCE_COLOR: '0' }, true, false],
    ['FORCE_COLOR=false is no', undefined, { FORCE_COLOR: 'false' }, true, false],
    ['then TERM=dumb', undefined, { TERM: 'dumb' }, true, false],
    ['then the stream', undefined, {}, true, true],
    ['and a pipe has none', undefined, {}, false, false],
  ])('%s', (_name, flag, env, terminal, wanted) => {
    expect(wantsColor(flag, env, terminal)).toBe(wanted);
  });
});

function terminalOf(view: View, color?: boolean) {
  return openTerminal({ ...view, color });
}

describe('the width', () => {
  it.each([
    ['100 where nobody says one', {}, 100],
    ['what COLUMNS says', { COLUMNS: '72' }, 72],
    ['40 at least', { COLUMNS: '10' }, 40],
    ['100 where COLUMNS says none', { COLUMNS: 'wide' }, 100],
  ])('off a terminal is %s', (_name, env, width) => {
    expect(terminalOf(viewOf({ env })).style('stdout').width).toBe(width);
  });

  it('of a terminal is its own', () => {
    const view = viewOf({ terminal: true, env: { COLUMNS: '72' } });
    view.stdout.columns = 90;
    expect(terminalOf(view).style('stdout').width).toBe(90);
    expect(terminalOf(view).style('stderr').width).toBe(72);
  });
});

describe('a question', () => {
  const ask = (view: View, environment = 'local', typed = false) =>
    confirm(
      {
        ...view,
        terminal: terminalOf(view),
        flags: { json: false, verbose: false, quiet: false },
        words: ['apply'],
        redaction: new Redaction(),
        known: {},
        later: [],
      },
      { question: `Apply this change to ${environment}`, environment, typed },
    );

  it.each([
    ['y\n', 'yes'],
    ['YES\n', 'yes'],
    ['ㅛ\n', 'yes'],
    ['네\n', 'yes'],
    ['예\n'.normalize('NFD'), 'yes'],
    ['아니요\n', 'no'],
    ['n\n', 'no'],
    ['\n', 'no'],
    ['yup\n', 'no'],
    ['', 'no'],
  ])('is answered with %j: %s', async (input, answer) => {
    const view = viewOf({ terminal: true, input });
    expect(await ask(view)).toBe(answer);
    expect(view.err()).toContain('Apply this change to local? [y/N] ');
  });

  it.each([
    ['production\n', 'yes'],
    ['y\n', 'no'],
    ['Production\n', 'no'],
  ])('that wants a name typed is answered with %j: %s', async (input, answer) => {
    expect(await ask(viewOf({ terminal: true, input }), 'production', true)).toBe(answer);
  });

  it.each([
    ['where stdin is no terminal', viewOf()],
    ['in CI', viewOf({ terminal: true, env: { CI: 'true' } })],
  ])('is not asked %s', async (_name, view) => {
    expect(await ask(view)).toBe('cannot-ask');
    expect(view.err()).toBe(
      'Apply this change to local? This is not a terminal, so notiform cannot ask.\nTo confirm, run: notiform -e local apply --yes\n',
    );
    expect(view.out()).toBe('');
  });
});

it('Ctrl-C ends a question whose answer is not shown, and what follows stands on a line of its own', async () => {
  const view = viewOf({ terminal: true, input: 'half\u0003' });
  await expect(terminalOf(view).secret('The token: ', view.signal)).rejects.toMatchObject({
    exit: 130,
    problems: [{ code: 'interrupted' }],
  });
  expect(view.err()).toBe('The token: \n');
});
