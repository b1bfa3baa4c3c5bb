import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/core/problem.ts';
import { drawPlan, drawReceipt, drawSend, drawStatus } from '../../src/report/results.ts';
import { columns } from '../../src/text/columns.ts';
import { blockedOf, changeOf, planOf, stepsOf } from './plans.ts';
import { colored, plain } from './support.ts';

/** Texts as a user, an inspector or the service may write them, the worst included. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '주문',
        '님',
        ' ',
        '\n',
        '\t',
        '\r\n',
        '- a',
        '+ b',
        '\u001b[2J',
        '\u202e',
        '\u0007',
        '\u2028',
        '\u200b',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const ESCAPES = new RegExp(`${String.fromCodePoint(27)}\\[\\d+m`, 'gu');

/** All that may be in an output: what a reader sees, line feeds, and our own colours. */
function expectSafe(output: string): void {
  expect(output.replace(ESCAPES, '').replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
}

const style = fc.constantFrom(plain(60), plain(80), plain(120), colored(80));

function problemOf(words: string): Problem {
  return {
    code: 'service-refused',
    severity: 'error',
    message: words,
    hint: words,
    service: { code: words, message: words },
  };
}

describe('whatever people and the service write', () => {
  it('a plan holds nothing that a terminal obeys', () => {
    fc.assert(
      fc.property(text, text, text, style, fc.boolean(), (a, b, c, look, verbose) => {
        const plan = planOf({
          changes: [
            changeOf({
              address: `Kind/${a}`,
              source: { file: b, line: 1 },
              action: 'create',
              after: { [a]: b, list: [c] },
            }),
            changeOf({
              steps: stepsOf(a, [b, c]),
              dependsOn: [c],
              before: { content: a },
              after: { content: b },
              fields: [
                { path: 'content', before: a, after: b, format: 'text' },
                { path: c, before: { [b]: a }, after: null, format: 'value' },
              ],
              samples: [{ name: a, values: {} }],
            }),
            changeOf({ action: 'delete', before: { file: { path: a, sha256: b } } }),
          ],
          waiting: [{ address: a, state: b, waitsFor: c, since: a }],
          blocked: [
            blockedOf({
              reason: a,
              ways: [{ todo: [b] }, { flags: [a] }],
              state: c,
              comments: [{ content: a, createdAt: b, status: c, userName: a }],
            }),
          ],
          unmanaged: [{ kind: a, profile: b, name: c, title: a, state: b }],
          problems: [problemOf(c)],
        });
        expectSafe(drawPlan(plan, look, { verbose, file: a }));
      }),
    );
  });

  it('nor does a receipt, a status or a send', () => {
    fc.assert(
      fc.property(text, text, style, (a, b, look) => {
        const problem = problemOf(a);
        const steps = [{ operation: a, title: b, outcome: 'refused' as const, state: a, problem }];
        expectSafe(
          drawReceipt(
            {
              environment: a,
              startedAt: b,
              finishedAt: a,
              interrupted: false,
              changes: [{ address: b, action: 'update', outcome: 'refused', steps, problem }],
              counts: {
                done: 0,
                'already-so': 0,
                refused: 1,
                stale: 0,
                skipped: 0,
                unknown: 0,
                failed: 0,
                'not-run': 0,
              },
              blocked: [blockedOf({ address: a, state: b, reason: a, ways: [{ todo: [b] }, { flags: [a] }] })],
              waiting: [{ address: a, state: b, waitsFor: a, by: b }],
            },
            look,
          ),
        );
        const comments = [{ content: a, createdAt: b, status: a, userName: b }];
        const row = {
          address: a,
          kind: b,
          name: a,
          title: b,
          goal: a,
          state: b,
          waitsFor: a,
          moved: [],
          comments,
          modifiedAt: b,
        };
        expectSafe(
          drawStatus(
            {
              environment: b,
              complete: false,
              rows: [{ ...row, verdict: 'differs' }],
              unmanaged: [{ kind: a, profile: b, name: a, title: b, state: a }],
              problems: [problem],
            },
            look,
          ),
        );
        const difference = { line: 1, column: Math.max(1, [...a].length), expected: a, actual: b };
        expectSafe(
          drawSend(
            {
              environment: a,
              dryRun: false,
              problems: [problem],
              sends: [
                {
                  send: a,
                  source: null,
                  template: b,
                  templateCode: a,
                  sample: null,
                  type: b,
                  from: { name: a, number: b },
                  to: { name: b, number: a },
                  text: a,
                  at: b,
                  payload: { [a]: b },
                  outcome: 'unproved',
                  expect: a,
                  asExpected: false,
                  fallbacks: [],
                  acceptance: { code: 1, description: a, messageKey: b, refKey: a },
                  delivery: { code: a, device: b, media: a, at: b },
                  tookMs: 1,
                  earlier: { time: b, at: a, refKey: a, messageKey: b, outcome: 'unknown' },
                  proof: [{ code: 'send-differs', path: a, message: b, hint: a, difference }],
                  risks: [a],
                  problem,
                },
              ],
            },
            look,
            { verbose: true },
          ),
        );
      }),
    );
  });
});

describe('the width of a terminal', () => {
  it.each([60, 80, 120])('of %i columns is kept to, with words that fit into it', (width) => {
    const word = fc.constantFrom('주문이', '완료되었습니다', '#{이름}님', 'paid', '- a', '\n');
    const words = fc.array(word, { maxLength: 60 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(words, words, (before, after) => {
        const plan = planOf({
          changes: [
            changeOf({ fields: [{ path: 'content', before, after, format: 'text' }], risks: ['loses-approval'] }),
            changeOf({ action: 'create', after: { name: before, content: after, items: [{ title: after }] } }),
          ],
          blocked: [
            blockedOf({ reason: before, comments: [{ content: after, createdAt: '', status: 'REJ', userName: '' }] }),
          ],
        });
        for (const row of drawPlan(plan, plain(width)).split('\n')) expect(columns(row)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
