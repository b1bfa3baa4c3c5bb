import { describe, expect, it } from 'vitest';
import { codes } from '../../src/core/codes.ts';
import {
  compareText,
  hasErrors,
  ifProblem,
  isProblem,
  NotiformError,
  type Problem,
  placed,
  problemAt,
  sortProblems,
} from '../../src/core/problem.ts';

function problem(code: Problem['code'], place?: [string, number, number], severity: Problem['severity'] = 'error') {
  const [file = '', line = 0, column = 0] = place ?? [];
  return { code, severity, message: code, ...(place ? { place: { file, line, column } } : {}) } satisfies Problem;
}

describe('problems', () => {
  it('are in reading order: without a place first, then by file, line, column and code', () => {
    const sorted = [
      problem('usage'),
      problem('too-long', ['a.yaml', 2, 9]),
      problem('empty-field', ['a.yaml', 10, 1]),
      problem('too-few', ['a.yaml', 10, 1]),
      problem('too-many', ['b.yaml', 1, 1]),
    ];
    expect(sortProblems([...sorted].reverse())).toEqual(sorted);
    expect(sortProblems([])).toEqual([]);
  });

  it('that are alike keep their order', () => {
    const first = { ...problem('usage'), message: '1' };
    const second = { ...problem('usage'), message: '2' };
    expect(sortProblems([first, second])).toEqual([first, second]);
  });

  it('stop a run where one of them is an error', () => {
    expect(hasErrors([])).toBe(false);
    expect(hasErrors([problem('line-breaks', undefined, 'warning')])).toBe(false);
    expect(hasErrors([problem('line-breaks', undefined, 'warning'), problem('usage')])).toBe(true);
  });

  it('of a document have a path until it gives them their place, and nothing of the path is left beside that', () => {
    const place = { file: 'a.yaml', line: 1, column: 1 };
    const asked: unknown[] = [];
    const find = (...words: unknown[]) => {
      asked.push(words);
      return place;
    };
    const places = { place: find, placeOf: find };
    const found = problemAt(['buttons', 1, 'name'], { code: 'too-long', message: 'm', rule: 'AT01' });
    const whole = { code: 'too-long', severity: 'error', message: 'm', path: 'buttons[1].name', rule: 'AT01', place };
    expect(placed(places, found)).toEqual(whole);
    expect(placed(places, { ...found, on: 'key', shows: ['buttons'] })).toEqual(whole);
    expect(placed(places, { ...found, text: '#{', nth: 1, hint: 'h' })).toEqual({ ...whole, hint: 'h' });
    expect(asked).toEqual([
      [['buttons', 1, 'name'], 'value'],
      [['buttons'], 'key'],
      [['buttons', 1, 'name'], '#{', 1],
    ]);
    const { on: _on, ...short } = found;
    expect(placed(places, short)).toEqual(whole);
    expect(asked.at(-1)).toEqual([['buttons', 1, 'name'], 'value']);
    expect(placed(places, problem('usage'))).toEqual(problem('usage'));
    expect([isProblem(found), isProblem({}), isProblem(null), isProblem('text')]).toEqual([true, false, false, false]);
  });

  it('travel as one error, alone or many, with an exit code', () => {
    const one = new NotiformError(problem('usage'), 64);
    expect([one.message, one.exit, one.problems.length, one.name]).toEqual(['usage', 64, 1, 'NotiformError']);
    const many = new NotiformError([problem('usage'), problem('bug')]);
    expect([many.message, many.exit, many.problems.length]).toEqual(['usage; bug', 1, 2]);
  });
});

describe('texts', () => {
  it('are compared by code unit, the same on every machine', () => {
    expect(['b', 'a', 'B', '가', 'a'].sort(compareText)).toEqual(['B', 'a', 'a', 'b', '가']);
  });
});

describe('codes', () => {
  it('are short kebab-case words, each with what it is and how it is mended', () => {
    for (const [code, { what, help }] of Object.entries(codes)) {
      expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(code.length).toBeLessThanOrEqual(28);
      expect(what).toMatch(/^\S.*[^.]$/s);
      expect(help).toMatch(/\.$/);
    }
  });
});

it('a promise that a problem rejected has a value in its place, and any other error is thrown', async () => {
  const refused = new NotiformError(problem('usage'));
  expect(await Promise.reject(refused).catch(ifProblem('none'))).toBe('none');
  await expect(Promise.reject(new TypeError('bug')).catch(ifProblem('none'))).rejects.toThrow('bug');
});
