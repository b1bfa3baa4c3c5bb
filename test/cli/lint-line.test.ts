import { describe, expect, it } from 'vitest';
import { finish } from '../../src/cli/finish.ts';
import { openTerminal } from '../../src/cli/terminal.ts';
import type { Problem } from '../../src/core/problem.ts';
import { Redaction } from '../../src/text/redaction.ts';
import { viewOf } from './streams.ts';

const lint = (line: number): Problem => ({
  code: 'cut-on-phone',
  severity: 'warning',
  rule: 'AT19',
  message: '`할인` is a word of advertising',
  place: { file: 'manifests/a.yaml', line, column: 19 },
});
const other: Problem = { code: 'image-unfetched', severity: 'warning', message: 'The image was not fetched' };
const error: Problem = { code: 'duplicate-code', severity: 'error', rule: 'AT30', message: 'The name is taken' };

/** What a command that ends so says on stderr. */
async function shown(command: string, problems: Problem[], flags: { quiet?: boolean } = {}) {
  const view = viewOf();
  const { stdin, stdout, stderr, env, cwd, ports, signal } = view;
  const terminal = openTerminal({ stdin, stdout, stderr, env, color: false });
  const given = { json: false, verbose: false, quiet: false, ...flags };
  await finish(
    { flags: given, words: [], cwd, env, terminal, ports, signal, redaction: new Redaction(), known: {}, later: [] },
    command,
    async () => ({ exit: 0, text: '', json: {}, problems }),
  );
  return view.err();
}

describe('warnings of lint rules', () => {
  it('are one line after a plan and an apply, and none with -q and after every other command', async () => {
    expect(await shown('status', [lint(6)])).toBe('');
    expect(await shown('plan', [lint(6), lint(9)])).toBe('2 warnings about planned texts: see `notiform validate`\n');
    expect(await shown('apply', [lint(6)], { quiet: true })).toBe('');
  });

  it('take no other problem with them', async () => {
    const said = await shown('plan', [lint(6), other, error]);
    expect(said).toMatch(/^1 warning about planned texts: [^\n]*\nwarning: The image was not fetched\n/);
    expect(said).toContain('error AT30: The name is taken');
    expect(said).not.toContain('AT19');
  });
});
