import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { codes } from '../../src/core/codes.ts';
import type { Problem } from '../../src/core/problem.ts';
import { drawProblems } from '../../src/report/problems.ts';

const style = { color: false, width: 80 };
const sources = new Map([['manifests/order.yaml', 'kind: NotificationTemplate\nid: order-paid\nheader: 결제 안내\n']]);

const missing: Problem = {
  code: 'missing-field',
  severity: 'error',
  message: '`extra` is required for messageType EX',
  hint: 'Add `extra`',
  place: { file: 'manifests/order.yaml', line: 3, column: 9, endLine: 3, endColumn: 11 },
};

describe('problems', () => {
  it('are drawn with place, words, frame, hint and where to read on; then counted', () => {
    const warning: Problem = { ...missing, code: 'line-breaks', severity: 'warning', message: 'CR LF' };
    expect(drawProblems([missing, warning], sources, style)).toBe(
      [
        'manifests/order.yaml:3:9: error: `extra` is required for messageType EX',
        '  2 │ id: order-paid',
        '  3 │ header: 결제 안내',
        '    │         ^^^^',
        '  help: Add `extra`',
        '  docs: notiform explain missing-field',
        '',
        'manifests/order.yaml:3:9: warning: CR LF',
        '  2 │ id: order-paid',
        '  3 │ header: 결제 안내',
        '    │         ^^^^',
        '  help: Add `extra`',
        '  docs: notiform explain line-breaks',
        '',
        '1 error, 1 warning',
        '',
      ].join('\n'),
    );
  });

  it('of a rule that can be silenced name it', () => {
    const problem: Problem = { ...missing, severity: 'warning', rule: 'AT09', message: '`extra` has no effect' };
    expect(drawProblems([problem], sources, style)).toMatch(
      /^manifests\/order\.yaml:3:9: warning AT09: `extra` has no effect\n/,
    );
    expect(drawProblems([problem], sources, style)).toContain('  docs: notiform explain AT09\n');
  });

  it('that there are none of are nothing', () => {
    expect(drawProblems([], sources, style)).toBe('');
  });

  it('ask once for the text of a file, which may be decoded each time', () => {
    const asked: string[] = [];
    const counting = {
      get: (file: string) => {
        asked.push(file);
        return sources.get(file);
      },
    };
    drawProblems([missing, missing, missing], counting, style);
    expect(asked).toEqual(['manifests/order.yaml']);
  });

  it('of the service are drawn with its own words and the address', () => {
    const problem: Problem = {
      code: 'usage',
      severity: 'error',
      message: 'The service refused it',
      address: 'NotificationTemplate/shop/order-paid',
      service: { code: '509', message: '상태가 올바르지 않습니다\u001b[31m' },
    };
    expect(drawProblems([problem], sources, style)).toBe(
      [
        'NotificationTemplate/shop/order-paid: error: The service refused it',
        '  the service says: 509 상태가 올바르지 않습니다<U+001B>[31m',
        `  help: ${codes.usage.help}`,
        '',
        '1 error',
        '',
      ].join('\n'),
    );
  });

  it('of the service are drawn once if the message has its words', () => {
    const service = { code: '600', message: '이미지를 찾을 수 없습니다' };
    const message = 'The service refused template.add: 이미지를 찾을 수 없습니다 (code 600)';
    const drawn = drawProblems([{ code: 'usage', severity: 'error', message, service }], sources, style);
    expect(drawn.split('이미지를 찾을 수 없습니다')).toHaveLength(2);
  });

  it('without a place or an address are a sentence', () => {
    expect(drawProblems([{ code: 'usage', severity: 'error', message: 'What?' }], sources, style)).toMatch(
      /^error: What\?\n {2}help: /,
    );
  });

  it('show the other places that belong to them', () => {
    const problem: Problem = {
      ...missing,
      related: [{ message: 'the first one', place: { file: 'manifests/order.yaml', line: 1, column: 1 } }],
    };
    expect(drawProblems([problem], sources, style)).toContain(
      ['  also: manifests/order.yaml:1:1: the first one', '  1 │ kind: NotificationTemplate', '    │ ^'].join('\n'),
    );
  });

  it('of a file that is not at hand have no frame', () => {
    expect(drawProblems([missing], new Map(), style)).toBe(
      [
        'manifests/order.yaml:3:9: error: `extra` is required for messageType EX',
        '  help: Add `extra`',
        '  docs: notiform explain missing-field',
        '',
        '1 error',
        '',
      ].join('\n'),
    );
  });

  it('of several files say of how many', () => {
    const other: Problem = { ...missing, place: { file: 'b.yaml', line: 1, column: 1 } };
    expect(drawProblems([missing, other, other], sources, style)).toMatch(/\n3 errors in 2 files\n$/);
  });

  it('show the first warnings of a rule and count the others; errors are all shown', () => {
    const warning = (rule: string): Problem => ({ ...missing, severity: 'warning', rule, message: `Of ${rule}` });
    const problems = [warning('AT07'), missing, warning('AT09'), warning('AT07'), missing, warning('AT07'), missing];
    const drawn = drawProblems(problems, new Map(), style, 2);
    expect(drawn.match(/^manifests.*/gm)?.map((line) => line.slice(26))).toEqual([
      'warning AT07: Of AT07',
      'error: `extra` is required for messageType EX',
      'warning AT09: Of AT09',
      'warning AT07: Of AT07',
      'error: `extra` is required for messageType EX',
      'error: `extra` is required for messageType EX',
    ]);
    expect(drawn).toMatch(
      /\n\nwarning: 1 more of AT07 is not shown\. Use `--json` to list all\n\n3 errors, 4 warnings\n$/,
    );
    expect(drawProblems(problems, new Map(), style, 3)).toBe(drawProblems(problems, new Map(), style));
  });

  it('show a name that the environment does not have once, and count its other places', () => {
    const lacks = (alias: string, line: number): Problem => ({
      code: 'config-unknown-name',
      severity: 'error',
      message: `The environment \`local\` has no profile \`${alias}\``,
      place: { file: `${alias}.yaml`, line, column: 1 },
    });
    const some = [lacks('mall', 1), lacks('mall', 2), lacks('outlet', 1), lacks('mall', 3)];
    const drawn = (most?: number, language?: 'ko'): string =>
      drawProblems(some, new Map(), { ...style, width: 200, ...(language && { language }) }, most);
    expect(drawn(20).match(/^\w+\.yaml:\d/gm)).toEqual(['mall.yaml:1', 'outlet.yaml:1']);
    expect(drawn(20)).toContain(
      '\n\nerror: 2 more places have the same problem: The environment `local` has no profile `mall`. Use `--json` to list all\n\n4 errors in 2 files\n',
    );
    expect(drawn(20, 'ko')).toContain(
      '오류: 같은 문제가 2곳에 더 있습니다. `--json`을 붙이면 모두 볼 수 있습니다. 환경에 없는 이름: The environment',
    );
    expect(drawn().match(/^\w+\.yaml:\d/gm)).toHaveLength(4);
  });

  it('say the same in colour', () => {
    const drawn = drawProblems([missing], sources, { color: true, width: 80 });
    expect(drawn).toContain('\u001b[31m');
    expect(stripVTControlCharacters(drawn)).toBe(drawProblems([missing], sources, style));
  });
});
