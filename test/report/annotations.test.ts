import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/core/problem.ts';
import { drawAnnotations } from '../../src/report/annotations.ts';

const options = { log: '', token: 'token', base: '' };
const QUIET = ['::stop-commands::token', '::token::'];

const word: Problem = {
  code: 'likely-rejected',
  rule: 'AT19',
  severity: 'warning',
  message: '`할인` is a word of advertising',
  hint: 'Take it out',
  place: { file: 'manifests/order.yaml', line: 3, column: 9, endLine: 3, endColumn: 11 },
};

function lines(problems: readonly Problem[], more: Partial<typeof options> = {}): string[] {
  const text = drawAnnotations(problems, { ...options, ...more });
  expect(text.endsWith('\n')).toBe(true);
  return text.slice(0, -1).split('\n');
}

describe('annotations of a GitHub workflow', () => {
  it('name rule, place, words and what to do', () => {
    expect(lines([word])).toEqual([
      ...QUIET,
      '::warning file=manifests/order.yaml,line=3,endLine=3,col=9,endColumn=11,title=notiform AT19::`할인` is a word of advertising%0ATake it out',
    ]);
  });

  it('have columns where they cover one line, and the code where there is no rule', () => {
    const { rule: _, hint: _hint, ...bare } = word;
    const long: Problem = {
      ...bare,
      severity: 'error',
      place: { file: 'a.yaml', line: 3, column: 9, endLine: 5, endColumn: 1 },
    };
    const short: Problem = { ...bare, place: { file: 'a.yaml', line: 3, column: 9 } };
    expect(lines([long, short])).toEqual([
      ...QUIET,
      '::error file=a.yaml,line=3,endLine=5,title=notiform likely-rejected::`할인` is a word of advertising',
      '::warning file=a.yaml,line=3,endLine=3,col=9,title=notiform likely-rejected::`할인` is a word of advertising',
    ]);
  });

  it('without a place name the resource', () => {
    const { place: _, hint: _hint, ...bare } = word;
    expect(lines([bare, { ...bare, address: 'Image/shop/banner' }])).toEqual([
      ...QUIET,
      '::warning title=notiform AT19::`할인` is a word of advertising',
      '::warning title=notiform AT19::Image/shop/banner: `할인` is a word of advertising',
    ]);
  });

  it('name files as the repository has them', () => {
    expect(lines([word], { base: 'infra/notify' })[2]).toContain('file=infra/notify/manifests/order.yaml');
  });

  it('are nine errors and nine warnings, and a word on the rest', () => {
    const problems = (count: number, severity: 'error' | 'warning'): Problem[] =>
      Array.from({ length: count }, () => ({ code: 'bug', severity, message: 'no' }));
    const kinds = (errors: number, warnings: number): string[] =>
      lines([...problems(warnings, 'warning'), ...problems(errors, 'error')]).slice(2);

    const nine = (severity: string) => Array.from({ length: 9 }, () => `::${severity} title=notiform bug::no`);
    expect(kinds(0, 0)).toEqual([]);
    expect(kinds(9, 9)).toEqual([...nine('error'), ...nine('warning')]);
    expect(kinds(10, 12)).toEqual([
      ...nine('error'),
      '::error title=notiform::+1 more error: see the log',
      ...nine('warning'),
      '::warning title=notiform::+3 more warnings: see the log',
    ]);
  });

  it('escape what would end a command, a property or a line', () => {
    const nasty: Problem = {
      ...word,
      message: '50% 할인\r\n::error::mine',
      hint: '##[error]a, b: c\u001b',
      place: { file: 'a,b:c%\n.yaml', line: 1, column: 1 },
    };
    expect(lines([nasty])).toEqual([
      ...QUIET,
      '::warning file=a%2Cb%3Ac%25⏎.yaml,line=1,endLine=1,col=1,title=notiform AT19::50%25 할인␍⏎::error::mine%0A##[error]a, b: c<U+001B>',
    ]);
  });

  it('stand behind the log, in which no command is heard', () => {
    const log = 'a.yaml:1:1: error: no\n  ::error::mine\n';
    expect(lines([], { log })).toEqual([
      '::stop-commands::token',
      'a.yaml:1:1: error: no',
      '  ::error::mine',
      '::token::',
    ]);
  });
});
