import { describe, expect, it } from 'vitest';
import { finish } from '../../src/cli/finish.ts';
import type { Invocation } from '../../src/cli/invocation.ts';
import { sendOutcome } from '../../src/cli/send/outcome.ts';
import { openTerminal } from '../../src/cli/terminal.ts';
import type { SendOutcome } from '../../src/core/send-result.ts';
import { Redaction } from '../../src/text/redaction.ts';
import { SENT } from '../report/support.ts';
import { type View, viewOf } from './streams.ts';

const SECRET = 'hunter2hunter2';

function opened(): { view: View; invocation: Invocation } {
  const view = viewOf();
  const redaction = new Redaction();
  redaction.hide(SECRET);
  const { cwd, env, ports, signal } = view;
  const terminal = openTerminal({ ...view, color: false, redaction });
  const flags = { json: false, verbose: false, quiet: false };
  return { view, invocation: { flags, words: [], cwd, env, terminal, ports, signal, redaction, known: {}, later: [] } };
}

const DONE = { exit: 2, text: 'the result', json: {}, problems: [] };

describe('what comes after the result', () => {
  it('reports a store that cannot be closed, closes the others, and keeps the exit code', async () => {
    const { view, invocation } = opened();
    let isClosed = false;
    invocation.later.push(
      () => {
        isClosed = true;
        return Promise.resolve();
      },
      () => Promise.reject(new Error(`no way to close postgres://u:${SECRET}@h/d`)),
    );
    expect(await finish(invocation, 'plan', () => Promise.resolve(DONE))).toBe(2);
    expect([view.out(), isClosed]).toEqual(['the result\n', true]);
    expect(view.err()).toContain('no way to close');
    expect(view.err()).not.toContain(SECRET);
  });

  it('reports the failure of a server, and exits with its code', async () => {
    const { view, invocation } = opened();
    const after = (): Promise<void> => Promise.reject(new Error(`the server of ${SECRET} fell`));
    expect(await finish(invocation, 'emulator', () => Promise.resolve({ ...DONE, exit: 0, after }))).toBe(70);
    expect(view.err()).toContain('This is a bug in notiform: the server of **** fell');
  });
});

describe('a command that a signal stopped', () => {
  it.each<[SendOutcome, string]>([
    ['not-sent', 'help: Run the same command again. It continues where this run stopped'],
    ['unknown', 'help: Messages were sent. To send only the others, run the command again with `--unless-sent 24h`'],
  ])('is repeated only if it surely sent nothing (%s)', async (outcome, help) => {
    const { view, invocation } = opened();
    const stopped = { ...invocation, signal: AbortSignal.abort('SIGINT') };
    const report = { environment: 'local', dryRun: false, sends: [{ ...SENT, outcome }], problems: [] };
    expect(await finish(stopped, 'send', async () => sendOutcome(invocation, report, undefined))).toBe(130);
    expect(view.err()).toContain(help);
  });
});
