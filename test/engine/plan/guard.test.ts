import { describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../../src/core/codes.ts';
import type { Action, Change, Policy, Reason } from '../../../src/core/plan.ts';
import type { Problem } from '../../../src/core/problem.ts';
import { type Guarded, guardProblems, guardsOfApproved } from '../../../src/engine/plan/guard.ts';
import { allowedBy, policyOf } from '../../../src/engine/route/policy.ts';

const step = { operation: 'o', title: 'o', from: { state: 'a', basis: 'a' }, to: [] };

function changes(
  count: number,
  action: Action,
  reasons: Reason[] = [],
  addressOf = (index: number): string => `Thing/shop/${action}-${index}`,
): Pick<Change, 'address' | 'action' | 'reasons' | 'steps'>[] {
  return Array.from({ length: count }, (_, index) => ({
    address: addressOf(index),
    action,
    reasons,
    steps: action === 'forget' ? [] : [step],
  }));
}

function codes(more: Partial<Guarded>, policy: Partial<Policy> = {}): string[] {
  const base = policyOf({ deletes: null, updates: null, allow: [] });
  const guarded = { changes: [], existing: 20, declared: 1, owned: 1, foreign: [], ...more };
  return guardProblems({ ...guarded, policy: { ...base, ...policy } }).map((problem) => problem.message);
}

const account = (profile: string) => ({ profile, by: 'account' as const });
const key = (profile: string) => ({ profile, by: 'key' as const });

describe('what was planned before', () => {
  const of = (code: ProblemCode, message: string = code): Problem => ({ code, severity: 'error', message });
  const now = [
    of('deletes-over-limit'),
    of('updates-over-limit'),
    of('empty-input', 'now'),
    of('account-changed', 'now'),
  ];

  it('is not counted again, and still asked whose account and what folder it is', () => {
    expect(guardsOfApproved({ problems: [] }, now)).toEqual([of('empty-input', 'now'), of('account-changed', 'now')]);
  });

  it('stays refused by what refused it then, each reason said once', () => {
    const problems = [of('updates-over-limit', 'then'), of('empty-input', 'then'), of('list-unsettled')];
    expect(guardsOfApproved({ problems }, now).map(({ code, message }) => [code, message])).toEqual([
      ['updates-over-limit', 'then'],
      ['empty-input', 'then'],
      ['account-changed', 'now'],
    ]);
  });
});

describe('a guard', () => {
  it('counts deletes, and stops of what is not wanted any more', () => {
    const both = [...changes(2, 'delete'), ...changes(1, 'lifecycle', ['removed-from-manifests'])];
    expect(codes({ changes: both }, { maxDeletes: { count: 3 } })).toEqual([]);
    expect(codes({ changes: both }, { maxDeletes: { count: 2 } })).toEqual(['The plan has 3 deletes; the limit is 2']);
    expect(codes({ changes: changes(9, 'forget', ['removed-from-manifests']) }, { maxDeletes: { count: 0 } })).toEqual(
      [],
    );
  });

  it('allows none where the limit is 0, and any where there is none', () => {
    expect(codes({ changes: changes(1, 'delete') }, { maxDeletes: { count: 0 } })).toHaveLength(1);
    expect(codes({ changes: changes(99, 'delete') }, { maxDeletes: null })).toEqual([]);
    expect(codes({ changes: [] }, { maxDeletes: { count: 0 } })).toEqual([]);
  });

  it.each([
    [6, 20, []],
    [7, 20, ['The plan has 7 updates; the limit is 30 % of 20']],
    [3, 10, []],
    [4, 10, ['The plan has 4 updates; the limit is 30 % of 10']],
    [9, 9, []],
  ])('%i updates of %i existing', (count, existing, expected) => {
    const found = [...changes(count - 1, 'update'), ...changes(1, 'lifecycle', ['drifted'])];
    expect(codes({ changes: found, existing }, { maxUpdates: { percent: 30 } })).toEqual(expected);
  });

  it('counts no step that finishes an own create, and no change of a state that nobody else moved', () => {
    const found = (action: 'update' | 'lifecycle', reasons: Reason[]): number =>
      codes({ changes: changes(1, action, reasons) }, { maxUpdates: { count: 0 } }).length;
    expect([found('update', ['content-differs']), found('update', ['content-differs', 'unfinished'])]).toEqual([1, 0]);
    expect([found('lifecycle', ['state-differs']), found('lifecycle', ['state-differs', 'edited'])]).toEqual([0, 0]);
    expect([found('lifecycle', ['drifted']), found('lifecycle', ['not-bound'])]).toEqual([1, 1]);
  });

  it('does not count what is made', () => {
    expect(codes({ changes: changes(50, 'create') }, { maxUpdates: { count: 0 }, maxDeletes: { count: 0 } })).toEqual(
      [],
    );
  });

  it('refuses an empty input that would remove everything, unless it is allowed', () => {
    expect(codes({ declared: 0, owned: 3 })).toEqual(['There are no manifests, and 3 of the state would be removed']);
    expect(codes({ declared: 0, owned: 3 }, { allowEmpty: true })).toEqual([]);
    expect(codes({ declared: 0, owned: 0 })).toEqual([]);
  });

  it('refuses another account, unless it is accepted', () => {
    expect(codes({ foreign: [account('shop'), account('mall')] })).toEqual([
      "The state of shop, mall belongs to another account than the environment's credentials",
    ]);
    expect(codes({ foreign: [account('shop')] }, { acceptAccount: true })).toEqual([]);
  });

  it('refuses another key of a profile, and says so beside another account: one flag is for both', () => {
    const both = [account('shop'), key('shop'), key('mall')];
    expect(codes({ foreign: [key('mall')] })).toEqual([
      'The state of mall belongs to another sender key or group key than `profiles` of the environment',
    ]);
    expect(codes({ foreign: both })).toEqual([
      "The state of shop belongs to another account than the environment's credentials",
      'The state of shop, mall belongs to another sender key or group key than `profiles` of the environment',
    ]);
    expect(codes({ foreign: both }, { acceptAccount: true })).toEqual([]);
  });

  it('takes a share of resources, whatever becomes of their versions, and names the number of changes that opens it', () => {
    const versions = changes(8, 'lifecycle', ['drifted'], (index) => `Thing/shop/${index >> 1}@v${(index % 2) + 1}`);
    expect(codes({ changes: versions, existing: 14 }, { maxUpdates: { percent: 30 } })).toEqual([]);
    expect(codes({ changes: versions, existing: 13 }, { maxUpdates: { percent: 30 } })).toEqual([
      'The plan has 8 updates; the limit is 30 % of 13',
    ]);
    expect(codes({ changes: versions, existing: 13 }, { maxUpdates: { count: 8 } })).toEqual([]);
    expect(codes({ changes: versions }, { maxUpdates: { count: 7 } })).toEqual([
      'The plan has 8 updates; the limit is 7',
    ]);
    const one = changes(2, 'delete', [], (index) => `Thing/shop/a@v${index + 1}`);
    expect(codes({ changes: one, existing: 10 }, { maxDeletes: { percent: 5 } })).toEqual([
      'The plan has 2 deletes; the limit is 5 % of 10',
    ]);
  });

  it('takes 0 % for none, however few there are', () => {
    for (const existing of [0, 1, 9, 10]) {
      const found = { changes: [...changes(1, 'delete'), ...changes(1, 'update')], existing };
      expect(codes(found, { maxDeletes: { percent: 0 }, maxUpdates: { percent: 0 } })).toEqual([
        `The plan has 1 delete; the limit is 0 % of ${existing}`,
        `The plan has 1 update; the limit is 0 % of ${existing}`,
      ]);
      expect(codes({ existing }, { maxDeletes: { percent: 0 }, maxUpdates: { percent: 0 } })).toEqual([]);
    }
  });
});

describe('a policy', () => {
  const guard = { deletes: { count: 10 }, updates: { percent: 30 }, allow: ['queues-again' as const] };

  it('is what the environment says', () => {
    expect(policyOf(guard)).toEqual({
      allow: ['queues-again'],
      resubmit: [],
      reupload: [],
      maxDeletes: { count: 10 },
      maxUpdates: { percent: 30 },
      allowEmpty: false,
      acceptAccount: false,
      unprotect: [],
    });
  });

  it('is opened and narrowed by flags, in any order', () => {
    expect(
      policyOf(guard, {
        allow: ['queues-again', 'destroys'],
        resubmit: ['b', 'a'],
        reupload: ['d', 'c'],
        maxDeletes: { count: 0 },
        maxUpdates: null,
        allowEmpty: true,
        acceptAccount: true,
        unprotect: ['B', 'A'],
      }),
    ).toEqual({
      allow: ['destroys', 'queues-again'],
      resubmit: ['a', 'b'],
      reupload: ['c', 'd'],
      maxDeletes: { count: 0 },
      maxUpdates: null,
      allowEmpty: true,
      acceptAccount: true,
      unprotect: ['A', 'B'],
    });
  });

  it('allows a resubmission by address alone', () => {
    const allows = allowedBy(policyOf(guard, { resubmit: ['order-*'] }), 'Thing/shop/order-paid');
    expect([allows('resubmits'), allows('queues-again'), allows('destroys')]).toEqual([true, true, false]);
    expect(allowedBy(policyOf(guard, { resubmit: ['order-*'] }), 'Thing/shop/other')('resubmits')).toBe(false);
  });
});
