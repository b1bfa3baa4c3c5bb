import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/core/problem.ts';
import type { ChangeReceipt, Receipt, StepOutcome, StepReceipt } from '../../../src/core/receipt.ts';
import { drawReceipt } from '../../../src/report/results.ts';
import { blockedOf } from '../plans.ts';
import { colored, plain, tags } from '../support.ts';

const NONE: Receipt['counts'] = {
  done: 0,
  'already-so': 0,
  refused: 0,
  stale: 0,
  skipped: 0,
  unknown: 0,
  failed: 0,
  'not-run': 0,
};

function receiptOf(changes: ChangeReceipt[], parts: Partial<Receipt> = {}): Receipt {
  const counts = { ...NONE };
  for (const { outcome } of changes) counts[outcome] += 1;
  return {
    environment: 'production',
    startedAt: '2026-11-20T09:00:00.000Z',
    finishedAt: '2026-11-20T09:00:12.400Z',
    interrupted: false,
    changes,
    counts,
    blocked: [],
    waiting: [],
    ...parts,
  };
}

function step(title: string, outcome: StepOutcome, state?: string, problem?: Problem): StepReceipt {
  return { operation: 'x', title, outcome, ...(state === undefined ? {} : { state }), ...(problem ? { problem } : {}) };
}

function change(id: string, parts: Partial<ChangeReceipt>): ChangeReceipt {
  return { address: `NotificationTemplate/shop/${id}`, action: 'update', outcome: 'done', steps: [], ...parts };
}

const REFUSED: Problem = {
  code: 'service-refused',
  severity: 'error',
  message: 'The service refused template.request',
  service: { code: '509', message: '현재 상태에서 요청할 수 없습니다' },
};

it('shows the first few of many changes that were not run, and all of them with -v', () => {
  const left = Array.from({ length: 119 }, (_, id) => change(`n${id}`, { outcome: 'not-run' }));
  const partly = change('z', { outcome: 'not-run', steps: [step('add', 'done'), step('request', 'not-run')] });
  const receipt = receiptOf([...left, partly], { interrupted: true });
  const shown = drawReceipt(receipt, plain());
  expect(shown.match(/NotificationTemplate\/shop\/n\d+ /g)).toHaveLength(3);
  expect(shown).toContain('NotificationTemplate/shop/z');
  expect(shown).toContain('… and 116 more not run');
  expect(shown).toContain('Not done: 120 not run.');
  const all = drawReceipt(receipt, plain(), { verbose: true });
  expect(all.match(/NotificationTemplate\/shop\/n\d+ /g)).toHaveLength(119);
});

describe('a receipt', () => {
  it('says how many changes are made later, and which command continues', () => {
    const last = (later: number) => drawReceipt(receiptOf([]), plain(200), { later }).trim().split('\n').at(-1);
    expect(last(0)).toBe('No change was carried out.');
    expect(last(1)).toBe(
      '1 change waits for an external decision: notiform -e production apply --wait waits and continues',
    );
    expect(last(2)).toContain('2 changes wait for an external decision');
  });

  it('shows the whole command that would allow a change that the run leaves blocked', () => {
    const address = 'Thing/shop/a';
    const blocked = [blockedOf({ address, reason: 'it is rejected', ways: [{ flags: ['--resubmit', address] }] })];
    const style = { ...plain(200), naming: { environment: 'production' } };
    const drawn = drawReceipt(receiptOf([], { blocked }), style, { planWords: ['--target', '*/shop/**'] });
    expect(drawn).toContain(
      "; to allow it: fix the text in the manifest. The next apply submits the new text. For the same text again: `notiform -e production plan --target '*/shop/**' --resubmit Thing/shop/a`\n",
    );
  });

  it('counts the changes of protection', () => {
    expect(drawReceipt(receiptOf([]), plain(), { protections: 2 }).trimEnd().split('\n').slice(-2)).toEqual([
      'No change was carried out.',
      'In the state: 2 protection changes.',
    ]);
  });

  it('lists what the plan file does not hold', () => {
    const unapproved = [
      { address: 'NotificationTemplate/shop/late', action: 'create' as const, title: null, source: null },
      { address: 'NotificationTemplate/shop/old', action: 'delete' as const, title: null, source: null },
    ];
    expect(drawReceipt(receiptOf([], { unapproved }), plain())).toMatchInlineSnapshot(`
      "What was done on production  in 12.4 s

      Not approved  the plan file does not contain it, and it was not run
        + NotificationTemplate/shop/late  create
        - NotificationTemplate/shop/old  delete

      No change was carried out.
      "
    `);
    expect(drawReceipt(receiptOf([], { unapproved: [] }), plain())).not.toContain('Not approved');
  });

  it('shows every step that was done, and what waits now', () => {
    const changes = [
      change('order-paid', {
        action: 'create',
        steps: [step('add', 'done', 'REG'), step('request inspection', 'done', 'REQ')],
      }),
      change('welcome', { action: 'lifecycle', steps: [step('reuse', 'done', 'RDY')] }),
      change('old', { action: 'delete', steps: [step('delete', 'done', 'absent')] }),
    ];
    expect(drawReceipt(receiptOf(changes), plain())).toMatchInlineSnapshot(`
      "What was done on production  in 12.4 s

      ✓ NotificationTemplate/shop/order-paid  created
        ✓ add → REG
        ✓ request inspection → REQ, waits for a verdict

      ✓ NotificationTemplate/shop/welcome  state changed
        ✓ reuse → RDY

      ✓ NotificationTemplate/shop/old  deleted
        ✓ delete → absent

      Done: 1 created, 1 state changed, 1 deleted.
      1 waits for a verdict: notiform -e production wait
      "
    `);
  });

  it('says what was done of a change that the service then refused, in its words', () => {
    const changes = [
      change('order-shipped', {
        outcome: 'refused',
        steps: [
          step('cancel the request', 'done', 'REG'),
          step('update', 'already-so', 'REG'),
          step('request inspection', 'refused', 'REG', REFUSED),
        ],
      }),
      change('order-paid', { action: 'create', steps: [step('add', 'done', 'REG')] }),
    ];
    expect(drawReceipt(receiptOf(changes), plain())).toMatchInlineSnapshot(`
      "What was done on production  in 12.4 s

      ✗ NotificationTemplate/shop/order-shipped
        refused by the service; 1 of 3 steps was done
        ✓ cancel the request → REG
        ✓ update: already done, it is REG
        ✗ request inspection: refused by the service, it is REG
          error: The service refused template.request
            the service says: 509 현재 상태에서 요청할 수 없습니다
            help: The message contains the service's own words. Check the resource
                  with \`notiform status\`.
            docs: notiform explain service-refused

      ✓ NotificationTemplate/shop/order-paid  created
        ✓ add → REG

      Done: 1 created.
      Not done: 1 refused by the service.
      Of these, 1 was carried out in part.
      To see what is left: notiform -e production plan
      "
    `);
  });

  it('tells apart what went stale, was skipped, is unknown, failed and never ran', () => {
    const problem = (code: Problem['code'], message: string): Problem => ({ code, severity: 'error', message });
    const changes = [
      change('a', { outcome: 'stale', problem: problem('run-stale', 'It is ACT now, and was RDY') }),
      change('b', { outcome: 'skipped', problem: problem('dependency-failed', 'Image/shop/x was not uploaded') }),
      change('c', {
        outcome: 'unknown',
        steps: [step('add', 'unknown', undefined, problem('service-unclear', 'No answer came to template.add'))],
      }),
      change('d', { outcome: 'failed', steps: [step('add', 'done', 'REG'), step('request inspection', 'failed')] }),
      change('e', { outcome: 'not-run', steps: [step('add', 'not-run')] }),
      change('f', { outcome: 'already-so', steps: [step('add', 'already-so', 'REG')] }),
    ];
    expect(drawReceipt(receiptOf(changes, { interrupted: true }), plain())).toMatchInlineSnapshot(`
      "What was done on production  in 12.4 s
      ! The run was interrupted. Running it again continues where it stopped.

      ≠ NotificationTemplate/shop/a  not applied: changed since the plan
          error: It is ACT now, and was RDY
            help: It was changed outside of this run. Run \`notiform plan\` again and
                  review the new plan.
            docs: notiform explain run-stale

      ○ NotificationTemplate/shop/b  skipped
          error: Image/shop/x was not uploaded
            help: Fix the other change, then run the command again.
            docs: notiform explain dependency-failed

      ? NotificationTemplate/shop/c  outcome unknown
        ? add: outcome unknown
          error: No answer came to template.add
            help: Run the same command again: it checks what was done before it
                  continues.
            docs: notiform explain service-unclear

      ✗ NotificationTemplate/shop/d  failed; 1 of 2 steps was done
        ✓ add → REG
        ✗ request inspection: failed

      ○ NotificationTemplate/shop/e  not run; nothing was done
        ○ add: not run

      ✓ NotificationTemplate/shop/f  already done
        ✓ add: already done, it is REG

      Done: 1 already done.
      Not done: 1 changed since the plan, 1 skipped, 1 outcome unknown, 1 failed,
        1 not run.
      Of these, 1 was carried out in part.
      To see what is left: notiform -e production plan
      "
    `);
  });

  it('counts what it changed and what waits unchanged in one number, without held changes', () => {
    const steps = [step('request inspection', 'done', 'REQ')];
    const left = { address: 'NotificationTemplate/shop/c', state: 'REQ', waitsFor: 'verdict' } as const;
    const held = { ...left, address: 'NotificationTemplate/shop/d', by: left.address } as const;
    const drawn = drawReceipt(receiptOf([change('a', { steps })], { waiting: [left, held] }), plain());
    expect(drawn).toContain('2 wait for a verdict: notiform -e production wait\n');
    expect(drawn).toContain('\nNot changed, waiting:\n  ⧖ NotificationTemplate/shop/c  REQ, waits for a verdict\n');
  });

  it('counts it by what it waits for, as its kind calls that', () => {
    const waits = ['REQ', 'applied', 'REGISTERED', 'ENCODING', 'ACT'].map((state) =>
      change(state, { steps: [step('x', 'done', state)] }),
    );
    expect(drawReceipt(receiptOf(waits), plain(200))).toContain(
      '1 waits for a verdict, 1 waits for the approval of brand sending, 2 wait for the end of the encoding: notiform -e production wait\n',
    );
  });

  it('has colour for how things ended', () => {
    const changes = [change('a', { steps: [step('update', 'done', 'REG')] }), change('b', { outcome: 'refused' })];
    expect(tags(drawReceipt(receiptOf(changes), colored()))).toMatchInlineSnapshot(`
      "‹bold›What was done on production‹/›‹dim›  in 12.4 s‹/›

      ‹red›‹bold›✗ ‹/›‹/›NotificationTemplate/shop/‹bold›b‹/›  ‹red›refused by the service‹/›

      ‹green›‹bold›✓ ‹/›‹/›NotificationTemplate/shop/‹bold›a‹/›  ‹green›updated‹/›
        ‹green›✓ ‹/›update‹dim› → ‹/›‹yellow›REG‹/›

      ‹bold›Done: 1 updated.‹/›
      Not done: 1 refused by the service.
      To see what is left: ‹cyan›notiform -e production plan‹/›
      "
    `);
  });
});
