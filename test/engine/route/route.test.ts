import { describe, expect, test } from 'vitest';
import type { Kind, Operation, Risk } from '../../../src/core/kind.ts';
import { basis, type Resource, type ResourceState } from '../../../src/core/resource.ts';
import { findRoute } from '../../../src/engine/route/route.ts';
import { saying } from '../../said.ts';

type Edge = Partial<Operation<null>> & { name: string; from: string; to: string[] };

function at(word: string): ResourceState {
  return word === 'absent' ? undefined : { name: 'it', content: { is: word }, status: { state: word } };
}

function wordOf(standing: ResourceState): string {
  return standing?.status.state ?? 'absent';
}

function operation({ from, to, ...row }: Edge): Operation<null> {
  return {
    title: row.name,
    cites: '3',
    idempotence: 'observable',
    requires: (standing) => (wordOf(standing) === from ? undefined : { reason: `${row.name} starts from ${from}` }),
    predicts: () => to.map(at),
    run: () => Promise.resolve(undefined),
    ...row,
  };
}

const unasked = () => Promise.reject(new Error('no route asks the service'));

/** A kind whose operations lead from word to word, and that is as wanted where its word is the goal. */
function kindOf(edges: Edge[], more: Partial<Kind<null>> = {}): Kind<null> {
  return {
    name: 'Toy',
    discovery: { by: 'list', page: unasked, read: unasked },
    operations: edges.map(operation),
    nameOf: () => undefined,
    bindingOf: () => ({}),
    meets: (standing, want) => {
      if (want.goal.split('|').includes(wordOf(standing))) return { meets: 'yes' };
      return wordOf(standing) === 'pending' ? { meets: 'waiting', waitsFor: 'encoding' } : { meets: 'no' };
    },
    blockedBy: () => ({ operation: edges[0]?.name ?? 'none' }),
    ...more,
  };
}

function want(goal: string): Resource {
  return {
    address: 'Toy/shop/it',
    kind: 'Toy',
    profile: 'shop',
    id: 'it',
    source: { file: 'toy.yaml', line: 1, column: 1 },
    goal,
    content: {},
    inputs: {},
    options: {},
    dependsOn: [],
    protect: false,
    samples: [],
  };
}

function allow(...risks: Risk[]): (risk: Risk) => boolean {
  return (risk) => risks.includes(risk);
}

function namesOf(route: ReturnType<typeof findRoute>): string[] {
  return route.found === 'blocked' ? [`blocked: ${route.reason}`] : route.steps.map((step) => step.operation);
}

const make: Edge = { name: 'make', from: 'absent', to: ['same'] };
const change: Edge = { name: 'change', from: 'different', to: ['same'] };
const remove: Edge = { name: 'remove', from: 'same', to: ['absent'], risk: () => 'destroys' };
const plain = kindOf([make, change, remove]);

describe('a kind without a state machine', () => {
  test('is made where it is absent', () => {
    expect(findRoute(plain, at('absent'), want('same'), allow())).toEqual({
      found: 'satisfied',
      steps: [
        {
          operation: 'make',
          title: 'make',
          from: { state: 'absent', basis: 'absent' },
          to: [{ state: 'same', basis: basis(at('same')) }],
        },
      ],
      risks: [],
    });
  });

  test('is changed where it differs', () => {
    expect(namesOf(findRoute(plain, at('different'), want('same'), allow()))).toEqual(['change']);
  });

  test('is let be where it is the same', () => {
    expect(findRoute(plain, at('same'), want('same'), allow())).toEqual({ found: 'satisfied', steps: [], risks: [] });
  });

  test('is removed where that is allowed, and the route says at what risk', () => {
    expect(findRoute(plain, at('same'), want('absent'), allow('destroys'))).toMatchObject({
      found: 'satisfied',
      steps: [{ operation: 'remove', to: [{ state: 'absent', basis: 'absent' }] }],
      risks: ['destroys'],
    });
  });

  test('is blocked by the risk where it is not allowed', () => {
    expect(findRoute(plain, at('same'), want('absent'), allow())).toEqual({
      found: 'blocked',
      reason: 'remove: deletes it permanently (destroys)',
      riskySteps: [{ operation: 'remove', title: 'remove', risk: 'destroys' }],
      opens: null,
      flags: ['--allow', 'destroys=Toy/shop/it'],
      risk: 'destroys',
    });
  });
});

describe('the cheapest route', () => {
  test('is the shortest one', () => {
    const kind = kindOf([
      { name: 'long', from: 'a', to: ['b'] },
      { name: 'way', from: 'b', to: ['c'] },
      { name: 'short', from: 'a', to: ['c'] },
    ]);
    expect(namesOf(findRoute(kind, at('a'), want('c'), allow()))).toEqual(['short']);
  });

  test('is a longer one where the short one has a price', () => {
    const kind = kindOf([
      { name: 'dear', from: 'a', to: ['c'], price: 3 },
      { name: 'long', from: 'a', to: ['b'] },
      { name: 'way', from: 'b', to: ['c'] },
    ]);
    expect(namesOf(findRoute(kind, at('a'), want('c'), allow()))).toEqual(['long', 'way']);
  });

  test('is a longer one where the short one has an allowed risk', () => {
    const kind = kindOf([
      { name: 'risky', from: 'a', to: ['c'], risk: () => 'queues-again' },
      { name: 'long', from: 'a', to: ['b'] },
      { name: 'way', from: 'b', to: ['c'] },
    ]);
    expect(namesOf(findRoute(kind, at('a'), want('c'), allow('queues-again')))).toEqual(['long', 'way']);
  });

  test.each<[Risk, Risk, Risk]>([
    ['queues-again', 'destroys', 'loses-approval'],
    ['loses-approval', 'destroys', 'interrupts-sending'],
  ])('takes %s and %s together before %s', (first, second, worse) => {
    const kind = kindOf([
      { name: 'worse', from: 'a', to: ['c'], risk: () => worse },
      { name: 'first', from: 'a', to: ['b'], risk: () => first },
      { name: 'second', from: 'b', to: ['c'], risk: () => second },
    ]);
    const route = findRoute(kind, at('a'), want('c'), () => true);
    expect(route).toMatchObject({ steps: [{ operation: 'first' }, { operation: 'second' }], risks: [first, second] });
  });

  test('is the first of the table among equals', () => {
    const rows: Edge[] = [
      { name: 'one', from: 'a', to: ['c'] },
      { name: 'two', from: 'a', to: ['c'] },
    ];
    expect(namesOf(findRoute(kindOf(rows), at('a'), want('c'), allow()))).toEqual(['one']);
    expect(namesOf(findRoute(kindOf(rows.toReversed()), at('a'), want('c'), allow()))).toEqual(['two']);
  });

  test('names a risk once that it takes twice', () => {
    const kind = kindOf([
      { name: 'first', from: 'a', to: ['b'], risk: () => 'destroys' },
      { name: 'second', from: 'b', to: ['c'], risk: () => 'destroys' },
    ]);
    expect(findRoute(kind, at('a'), want('c'), allow('destroys'))).toMatchObject({ risks: ['destroys'] });
  });

  test('does not run in circles', () => {
    const kind = kindOf([
      { name: 'there', from: 'a', to: ['b'] },
      { name: 'back', from: 'b', to: ['a'] },
      { name: 'on', from: 'b', to: ['c'] },
    ]);
    expect(namesOf(findRoute(kind, at('a'), want('c'), allow()))).toEqual(['there', 'on']);
  });
});

describe('an uncertain outcome', () => {
  const uncertain: Edge = { name: 'perhaps', from: 'a', to: ['b', 'c'] };

  test('ends a route where all that may follow is as wanted', () => {
    expect(findRoute(kindOf([uncertain]), at('a'), want('b|c'), allow())).toMatchObject({
      found: 'satisfied',
      steps: [{ operation: 'perhaps', to: [{ state: 'b' }, { state: 'c' }] }],
    });
  });

  test('is waited for where one of them waits', () => {
    const kind = kindOf([{ name: 'perhaps', from: 'a', to: ['b', 'pending'] }]);
    expect(findRoute(kind, at('a'), want('b'), allow())).toMatchObject({ found: 'waiting', waitsFor: 'encoding' });
  });

  test('is never gone on from', () => {
    const kind = kindOf([uncertain, { name: 'on', from: 'b', to: ['d'] }, { name: 'too', from: 'c', to: ['d'] }]);
    expect(findRoute(kind, at('a'), want('d'), allow())).toMatchObject({ found: 'blocked' });
  });
});

describe('waiting', () => {
  test('is no change where it waits already', () => {
    expect(findRoute(plain, at('pending'), want('same'), allow())).toEqual({
      found: 'waiting',
      waitsFor: 'encoding',
      steps: [],
      risks: [],
    });
  });

  test('is where a route may end', () => {
    const kind = kindOf([{ name: 'ask', from: 'a', to: ['pending'] }]);
    expect(findRoute(kind, at('a'), want('b'), allow())).toMatchObject({
      found: 'waiting',
      waitsFor: 'encoding',
      steps: [{ operation: 'ask' }],
    });
  });
});

describe('no allowed route', () => {
  test('is explained by the risky steps of the cheapest one, from the first forbidden one on', () => {
    const kind = kindOf([
      { name: 'allowed', from: 'a', to: ['b'], risk: () => 'queues-again' },
      { name: 'forbidden', from: 'b', to: ['c'], risk: () => 'loses-approval' },
      { name: 'too', from: 'c', to: ['d'], risk: () => 'interrupts-sending' },
    ]);
    expect(findRoute(kind, at('a'), want('d'), allow('queues-again'))).toEqual({
      found: 'blocked',
      reason:
        'forbidden: loses its approval and cannot be sent until the new text is approved (loses-approval); then too: messages with it can no longer be sent (interrupts-sending)',
      opens: null,
      flags: ['--allow', 'loses-approval=Toy/shop/it', '--allow', 'interrupts-sending=Toy/shop/it'],
      riskySteps: [
        { operation: 'forbidden', title: 'forbidden', risk: 'loses-approval' },
        { operation: 'too', title: 'too', risk: 'interrupts-sending' },
      ],
      risk: 'loses-approval',
    });
  });

  test('names the address that a text may be handed in again for', () => {
    const kind = kindOf([{ name: 'again', from: 'a', to: ['b'], risk: () => 'resubmits' }]);
    expect(findRoute(kind, at('a'), want('b'), allow())).toMatchObject({ flags: ['--resubmit', 'Toy/shop/it'] });
  });

  test('is told by the requirement of the operation that blocks, and what the kind says opens it', () => {
    const kind = kindOf([make], { blockedBy: () => ({ operation: 'make', opens: 'versions' }) });
    expect(findRoute(kind, at('a'), want('same'), allow())).toEqual({
      found: 'blocked',
      reason: 'make starts from absent',
      opens: 'versions',
    });
  });

  test('is opened by what the requirement says where the kind says nothing', () => {
    const kind = kindOf([{ ...make, requires: () => ({ reason: 'it is full', opens: 'room' }) }]);
    expect(findRoute(kind, at('absent'), want('same'), allow())).toEqual({
      found: 'blocked',
      reason: 'it is full',
      opens: 'room',
    });
  });

  test('is told plainly where not even that operation refuses', () => {
    const kind = kindOf([{ name: 'aside', from: 'a', to: ['b'] }]);
    expect(findRoute(kind, at('a'), want('c'), allow())).toEqual({
      found: 'blocked',
      reason: saying('no sequence of operations is known to lead from a to c'),
      opens: null,
    });
    expect(findRoute(kindOf([]), undefined, want('c'), allow())).toMatchObject({
      reason: saying('no sequence of operations is known to lead from absent to c'),
    });
  });
});

test('a note about a step stands in brackets after its title', () => {
  const note = (standing: ResourceState) => (wordOf(standing) === 'a' ? 'for good' : undefined);
  const kind = kindOf([
    { name: 'first', title: 'do it', from: 'a', to: ['b'], note },
    { name: 'second', title: 'do more', from: 'b', to: ['c'], note },
  ]);
  expect(findRoute(kind, at('a'), want('c'), allow())).toMatchObject({
    steps: [{ title: 'do it (for good)' }, { title: 'do more' }],
  });
});

test('every step begins where the one before it ends', () => {
  const words = Array.from({ length: 12 }, (_, index) => `s${index}`);
  const kind = kindOf(words.slice(1).map((word, index) => ({ name: `to-${word}`, from: `s${index}`, to: [word] })));
  const route = findRoute(kind, at('s0'), want('s11'), allow());
  const steps = route.found === 'blocked' ? [] : route.steps;
  expect(steps.map((step) => step.from)).toEqual([
    { state: 's0', basis: basis(at('s0')) },
    ...steps.slice(0, -1).map((step) => step.to[0]),
  ]);
  expect(steps).toHaveLength(11);
});
