import { expect, it } from 'vitest';
import { digest } from '../../src/core/json.ts';
import { planDigest } from '../../src/core/plan-digest.ts';

const plan = { tool: 'notiform 1', policy: { allow: [], shard: undefined }, createdAt: 'now', git: 'a', digest: 'x' };

it('a plan has one digest, whatever the order of its members, and when and from which commit it was made', () => {
  const { tool, ...rest } = plan;
  expect(planDigest({ ...rest, createdAt: 'then', git: null, digest: 'y', tool })).toBe(planDigest(plan));
  expect(planDigest(JSON.parse(JSON.stringify(plan)) as object)).toBe(planDigest(plan));
});

it('a plan has the same digest wherever its manifests stand: in changes, in blocks, in what is held back, and in problems', () => {
  const from = (file: string) => ({
    ...plan,
    changes: [{ address: 'a', source: { file, line: 1 } }],
    blocked: [{ address: 'a', source: { file, line: 1 } }],
    waiting: [
      { address: 'b' },
      { address: 'c', held: { by: 'b', change: { address: 'c', source: { file, line: 2 } } } },
    ],
    problems: [{ code: 'x', place: { file }, related: [{ message: 'm', place: { file } }] }, 'odd'],
  });
  expect(planDigest(from('a.yaml'))).toBe(planDigest(from('b.yaml')));
});

it('a plan with another value under `source` or `place` anywhere else was edited', () => {
  const digestOf = (word: string, way: 'values' | 'content' | 'place' | 'policy'): string =>
    planDigest({
      ...plan,
      changes: [
        {
          source: { file: 'a.yaml' },
          after: way === 'content' ? { list: [{ source: word }] } : {},
          samples: way === 'values' ? [{ name: 's', values: { place: word } }] : [],
        },
      ],
      ...(way === 'place' ? { place: word } : {}),
      ...(way === 'policy' ? { policy: { source: word } } : {}),
    });
  for (const way of ['values', 'content', 'place', 'policy'] as const)
    expect(digestOf('서울', way), way).not.toBe(digestOf('부산', way));
});

it('a plan that says anything else has another', () => {
  expect(planDigest({ ...plan, tool: 'notiform 2' })).not.toBe(planDigest(plan));
  expect(planDigest({ ...plan, more: null })).not.toBe(planDigest(plan));
});

it('is the digest of the canonical JSON without what is apart', () => {
  const members = {
    tool: 'notiform',
    none: undefined,
    changes: [{ b: 1, a: [undefined, '글'] }, { c: null }],
    counts: {},
  };
  const { none: _, ...rest } = members;
  expect(planDigest({ ...members, git: 'x' })).toBe(
    digest({ ...rest, changes: [{ a: [null, '글'], b: 1 }, { c: null }] }),
  );
  expect(planDigest({})).toBe(digest({}));
});
