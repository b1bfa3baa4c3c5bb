import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Risk } from '../../../src/core/kind.ts';
import { basis, type Resource, type ResourceState } from '../../../src/core/resource.ts';
import { textOf } from '../../../src/core/sentence.ts';
import { findRoute } from '../../../src/engine/route/route.ts';
import { notificationTemplate } from '../../../src/kinds/notification-template/kind.ts';
import { saying } from '../../said.ts';
import { allRisks, policies, route } from './policies.ts';
import {
  allStandings,
  channelContent,
  goals,
  live,
  liveContent,
  liveStates,
  type Text,
  texts,
  want,
} from './standings.ts';

/** The operations of a route without the kind's name; what opens it where it is blocked. */
function brief(at: ResourceState, wanted: Resource, policy: string): string {
  const allowed = policies.get(policy);
  if (!allowed) throw new Error(`no policy ${policy}`);
  const found = route(at, wanted, allowed);
  if (found.found === 'blocked')
    return [
      'blocked',
      [found.opens, found.flags?.join(' ').replaceAll(`=${wanted.address}`, '')].filter(Boolean).join(' or '),
    ]
      .join(' ')
      .trim();
  const names = found.steps.map((step) => step.operation.replace('template.', ''));
  return [...names, ...(found.found === 'waiting' ? ['(waiting)'] : [])].join(' ');
}

/** The table of states and wishes, written by hand from the rules and not from the code. */
const rules: [states: string[], goal: string, text: Text, byDefault: string, allAllowed: string][] = [
  [['absent'], 'approved', 'same', 'add request (waiting)', 'add request (waiting)'],
  [['REG'], 'approved', 'same', 'request (waiting)', 'request (waiting)'],
  [['REG'], 'approved', 'changed', 'update request (waiting)', 'update request (waiting)'],
  [['REG', 'REJ'], 'approved', 'channel', 'update request (waiting)', 'update request (waiting)'],
  [['REG'], 'approved', 'code', 'update request (waiting)', 'update request (waiting)'],
  [['REQ'], 'approved', 'same', '(waiting)', '(waiting)'],
  [
    ['REQ'],
    'approved',
    'changed',
    'cancel_request update request (waiting)',
    'cancel_request update request (waiting)',
  ],
  [['REQ', 'RDY', 'ACT', 'STP', 'DMT, status A', 'BLK, status A'], 'approved', 'code', 'blocked', 'blocked'],
  [['REJ'], 'approved', 'same', 'blocked --resubmit NotificationTemplate/shop/order-paid', 'update request (waiting)'],
  [['REJ'], 'approved', 'changed', 'update request (waiting)', 'update request (waiting)'],
  [['RDY', 'ACT'], 'approved', 'same', '', ''],
  [
    ['RDY'],
    'approved',
    'changed',
    'blocked versions or --allow loses-approval',
    'cancel_approval update request (waiting)',
  ],
  [
    ['RDY'],
    'approved',
    'channel',
    'blocked versions or --allow loses-approval',
    'cancel_approval update request (waiting)',
  ],
  [['ACT'], 'approved', 'channel', 'convertAddCh', 'convertAddCh'],
  [
    [
      'ACT',
      'STP',
      'DMT, status R',
      'DMT, status A',
      'DMT, status S',
      'BLK, status R',
      'BLK, status A',
      'BLK, status S',
    ],
    'approved',
    'changed',
    'blocked versions',
    'blocked versions',
  ],
  [['STP', 'DMT, status R', 'BLK, status A'], 'approved', 'channel', 'blocked versions', 'blocked versions'],
  [['STP'], 'approved', 'same', 'reuse', 'reuse'],
  [['DMT, status R', 'DMT, status A'], 'approved', 'same', 'release', 'release'],
  [['DMT, status S'], 'approved', 'same', 'release reuse', 'release reuse'],
  [
    ['BLK, status R', 'BLK, status A', 'BLK, status A, dormant', 'BLK, status S'],
    'approved',
    'same',
    'blocked',
    'blocked',
  ],

  [['absent'], 'draft', 'same', 'add', 'add'],
  [['REG', 'REJ'], 'draft', 'same', '', ''],
  [['REG', 'REJ'], 'draft', 'changed', 'update', 'update'],
  [['REG', 'REJ'], 'draft', 'code', 'update', 'update'],
  [['REQ'], 'draft', 'same', 'cancel_request', 'cancel_request'],
  [['REQ'], 'draft', 'changed', 'cancel_request update', 'cancel_request update'],
  [['RDY'], 'draft', 'same', 'blocked --allow loses-approval', 'cancel_approval'],
  [['RDY'], 'draft', 'changed', 'blocked --allow loses-approval', 'cancel_approval update'],
  [
    ['ACT', 'STP', 'DMT, status R', 'DMT, status S', 'BLK, status R', 'BLK, status A'],
    'draft',
    'same',
    'blocked',
    'blocked',
  ],
  [
    ['ACT', 'STP', 'DMT, status R', 'DMT, status S', 'BLK, status R', 'BLK, status A'],
    'draft',
    'changed',
    'blocked',
    'blocked',
  ],

  [['absent'], 'stopped', 'same', 'add', 'add'],
  [['REG', 'REJ'], 'stopped', 'same', '', ''],
  [['REG', 'REJ'], 'stopped', 'changed', 'update', 'update'],
  [['REQ'], 'stopped', 'changed', 'cancel_request update', 'cancel_request update'],
  [['STP', 'DMT, status S', 'DMT, status R', 'DMT, status A'], 'stopped', 'same', '', ''],
  [['STP', 'DMT, status S', 'DMT, status R', 'DMT, status A'], 'stopped', 'changed', '', ''],
  [['RDY', 'ACT'], 'stopped', 'same', 'blocked --allow interrupts-sending', 'stop'],
  [['RDY', 'ACT'], 'stopped', 'changed', 'blocked --allow interrupts-sending', 'stop'],
  [['BLK, status R', 'BLK, status A', 'BLK, status S'], 'stopped', 'same', 'blocked', 'blocked'],
  [['REQ', 'RDY', 'ACT', 'STP'], 'stopped', 'code', 'blocked', 'blocked'],

  [['absent', 'STP', 'DMT, status S', 'BLK, status S'], 'removed', 'same', '', ''],
  [['REG', 'REJ'], 'removed', 'same', 'delete', 'delete'],
  [['REQ'], 'removed', 'same', 'cancel_request delete', 'cancel_request delete'],
  [['RDY'], 'removed', 'same', 'blocked --allow loses-approval', 'cancel_approval delete'],
  [
    ['ACT', 'DMT, status R', 'DMT, status A', 'BLK, status R', 'BLK, status A', 'BLK, status A, dormant'],
    'removed',
    'same',
    'blocked --allow interrupts-sending',
    'stop',
  ],
];

describe.each(rules)('%j, wanted %s, text %s', (states, goal, text, byDefault, allAllowed) => {
  test.each(states)('%s', (state) => {
    const at = liveStates.get(state);
    expect(brief(at, want(goal, text), 'default')).toBe(byDefault);
    expect(brief(at, want(goal, text), 'all allowed')).toBe(allAllowed);
  });
});

describe('with `versions`', () => {
  test.each(['default', 'all allowed'])('an approved text is not given up for a new one (%s)', (risks) => {
    const policy = risks === 'default' ? '`versions`' : '`versions`, all allowed';
    expect(brief(liveStates.get('RDY'), want('approved', 'changed'), policy)).toBe('blocked');
    expect(brief(liveStates.get('ACT'), want('approved', 'changed'), policy)).toBe('blocked');
  });

  test('the reason names them', () => {
    for (const state of ['RDY', 'ACT', 'STP', 'DMT, status A', 'BLK, status A']) {
      const found = route(liveStates.get(state), want('approved', 'changed'), { allows: allRisks, versions: true });
      expect(found).toMatchObject({
        found: 'blocked',
        reason: saying(expect.stringContaining('with `versions` the ')),
      });
    }
  });

  test('a text that was never approved is changed in place', () => {
    expect(brief(liveStates.get('REJ'), want('approved', 'changed'), '`versions`')).toBe('update request (waiting)');
  });

  test('an approval may still be given up for a draft', () => {
    expect(brief(liveStates.get('RDY'), want('draft', 'changed'), '`versions`, all allowed')).toBe(
      'cancel_approval update',
    );
  });
});

describe('attachments', () => {
  const attachments = [{ path: 'evidence.pdf', sha256: 'e' }];

  test('go with the request where there is a comment', () => {
    const wanted = want('approved', 'same', { inputs: { comment: '확인 부탁드립니다', attachments } });
    expect(brief(undefined, wanted, 'default')).toBe('add request_with_file (waiting)');
  });

  test.each<[string, Text]>([
    ['absent', 'same'],
    ['REG', 'same'],
    ['REG', 'changed'],
    ['REJ', 'same'],
    ['RDY', 'changed'],
  ])('without a comment block, and say so, from %s with the text %s', (state, text) => {
    const wanted = want('approved', text, { inputs: { attachments } });
    expect(route(liveStates.get(state), wanted, { allows: allRisks, versions: false })).toEqual({
      found: 'blocked',
      reason: saying('an inspection with attachments needs a comment'),
      opens: null,
    });
  });
});

describe('what a conversion to channel add needs', () => {
  const active = { inspectionStatus: 'APR', status: 'A' };
  const converted = (content: typeof liveContent, type = 'AD') => ({
    ...content,
    messageType: type,
    buttons: [{ type: 'AC', name: '채널 추가' }, ...(Array.isArray(content['buttons']) ? content['buttons'] : [])],
  });
  const bots = (count: number) => Array.from({ length: count }, (_, index) => ({ type: 'BK', name: `버튼 ${index}` }));
  const from = (content: typeof liveContent, type?: string) =>
    brief(live(active, content), want('approved', 'same', { content: converted(content, type) }), 'default');

  test('BA becomes AD and EX becomes MI, with buttons or without', () => {
    expect(from(liveContent)).toBe('convertAddCh');
    expect(from({ ...liveContent, messageType: 'EX', extra: '문의' }, 'MI')).toBe('convertAddCh');
    const { buttons: _none, ...bare } = liveContent;
    expect(from(bare)).toBe('convertAddCh');
  });

  test('room for one more button', () => {
    expect(from({ ...liveContent, buttons: bots(4) })).toBe('convertAddCh');
    expect(from({ ...liveContent, buttons: bots(5) })).toBe('blocked versions');
  });

  test('beside quick replies, at most one button', () => {
    const quickReplies = [{ type: 'BK', name: '문의' }];
    expect(from({ ...liveContent, buttons: bots(1), quickReplies })).toBe('convertAddCh');
    expect(from({ ...liveContent, buttons: bots(2), quickReplies })).toBe('blocked versions');
  });

  test('964 characters of body at most with the notice of 36, counted in code points', () => {
    expect(from({ ...liveContent, content: '😀'.repeat(928) })).toBe('convertAddCh');
    expect(from({ ...liveContent, content: '😀'.repeat(929) })).toBe('blocked versions');
  });

  test('no group: the request of a conversion names none (assumption 18)', () => {
    const wanted = (options: JsonObject) => want('approved', 'same', { content: converted(liveContent), options });
    expect(brief(live(active), wanted({}), 'default')).toBe('convertAddCh');
    expect(brief(live(active), wanted({ ofGroup: true }), 'default')).toBe('blocked versions');
  });

  test('no line breaks at the end of the wanted body: once converted they cannot be told from the notice’s', () => {
    const registered = { ...liveContent, content: '안녕하세요\n\n' };
    const wanted = (content: string) => want('approved', 'same', { content: converted({ ...liveContent, content }) });
    expect(brief(live(active, registered), wanted('안녕하세요'), 'default')).toBe('convertAddCh');
    expect(brief(live(active, registered), wanted('안녕하세요\n\n'), 'default')).toBe('blocked versions');
  });

  test('that nothing else is changed', () => {
    const other = { ...converted(liveContent), name: '다른 이름' };
    expect(brief(live(active), want('approved', 'same', { content: other }), 'default')).toBe('blocked versions');
  });
});

describe('a channel add that is refused', () => {
  const active = live({ inspectionStatus: 'APR', status: 'A' });
  const reasonOf = (content: JsonObject, more: Partial<Resource> = {}): string | undefined => {
    const withChannel = { ...content, messageType: 'AD', buttons: channelContent['buttons'] ?? [] };
    const wanted = want('approved', 'same', { content: withChannel, ...more });
    const found = route({ ...active, content }, wanted, { allows: allRisks, versions: false });
    return found.found === 'blocked' ? textOf(found.reason) : undefined;
  };
  const IN_USE =
    'an approved text that is in use can never be edited: with `versions` the new one becomes a version under a code of its own';

  test('has the conversion’s reason as well', () => {
    const long = { ...liveContent, content: '가'.repeat(930) };
    expect(reasonOf(liveContent)).toBeUndefined();
    expect(reasonOf(long)).toBe(`the channel-add notice of 36 characters makes its body longer than 964; ${IN_USE}`);
    expect(reasonOf(liveContent, { options: { ofGroup: true } })).toBe(
      `a template of a group cannot be converted to channel add: the request names no group (assumption 18); ${IN_USE}`,
    );
  });

  test('has not, if more than that was asked for', () => {
    expect(reasonOf({ ...liveContent, content: '가'.repeat(930) }, { options: {}, content: liveContent })).toBe(IN_USE);
  });
});

describe('an AL link tell://', () => {
  const al = (android: string) => ({ type: 'AL', name: '전화', link: { android, ios: 'shop://call' } });
  const wanted = (android: string) => want('draft', 'same', { content: { ...liveContent, buttons: [al(android)] } });
  const REFUSED = {
    found: 'blocked',
    reason: saying('a new `tell://` link of an AL button cannot be registered (resource API 2.2)'),
    opens: null,
    code: 'tell-link',
    at: ['buttons', 0, 'link', 'android'],
  };
  const policy = { allows: allRisks, versions: false };

  test('is not newly registered, with a template or with an update of one', () => {
    expect(route(undefined, wanted('tell://1'), policy)).toEqual(REFUSED);
    expect(route(live({}, { ...liveContent, buttons: [al('shop://1')] }), wanted(' TELL://1'), policy)).toEqual(
      REFUSED,
    );
  });

  test('stays where it is live, while the rest is edited', () => {
    const before = live({}, { ...liveContent, content: '이전 안내', buttons: [al('tell://1')] });
    expect(brief(before, wanted('tell://1'), 'default')).toBe('update');
  });
});

test('a code is derived from the id where the manifest gives none', () => {
  const { name: _none, ...wanted } = want('approved', 'same');
  expect(brief(live({ inspectionStatus: 'APR', status: 'A' }), wanted, 'default')).toBe('');
});

test('words that the service adds one day stay as they are', () => {
  expect(live({ inspectionStatus: 'APR', status: 'Z' }).status.state).toBe('Z');
  expect(live({ inspectionStatus: 'NEW' }).status.state).toBe('NEW');
  expect(brief(live({ inspectionStatus: 'NEW' }), want('approved', 'same'), 'all allowed')).toBe('blocked');
  const unknown = live({ inspectionStatus: 'APR', status: 'Z' });
  expect(route(unknown, want('removed'), { allows: allRisks, versions: false })).toEqual({
    found: 'blocked',
    reason: saying('its status has to be R or A, and is Z'),
    opens: null,
  });
});

describe('in every combination of the service’s facts', () => {
  const cases = allStandings.flatMap((at) =>
    goals.flatMap((goal) => texts.map((text) => ({ at, wanted: want(goal, text) }))),
  );

  test('a route takes allowed risks alone, runs only where it may, and ends as wanted', () => {
    for (const { at, wanted } of cases) {
      for (const [, policy] of policies) expect(followed(at, wanted, policy.allows)).toEqual([]);
    }
  });

  test('a block says why, and what it says opens a way', () => {
    for (const { at, wanted } of cases) expect(opened(at, wanted, [])).toEqual([]);
  });
});

/** What is wrong with a route; nothing where it is right. */
function followed(at: ResourceState, wanted: Resource, allows: readonly Risk[]): string[] {
  const found = findRoute(notificationTemplate, at, wanted, (risk) => allows.includes(risk));
  if (found.found === 'blocked')
    return /^[^.]+[^.]$/.test(textOf(found.reason)) ? [] : [`reason: ${textOf(found.reason)}`];
  const wrong = found.risks.filter((risk) => !allows.includes(risk)).map((risk) => `took ${risk}`);
  let ends: ResourceState[] = [at];
  for (const step of found.steps) {
    const operation = notificationTemplate.operations.find((row) => row.name === step.operation);
    const [from] = ends;
    if (!operation || ends.length > 1 || operation.requires(from, wanted)) wrong.push(`ran ${step.operation}`);
    if (step.from.basis !== basis(from)) wrong.push(`left the path before ${step.operation}`);
    ends = operation?.predicts(from, wanted) ?? [];
  }
  const verdicts = ends.map((end) => notificationTemplate.meets(end, wanted).meets);
  if (verdicts.includes('no')) wrong.push('did not arrive');
  return wrong;
}

/** Follows `opens` until there is a way or nothing opens one. */
function opened(at: ResourceState, wanted: Resource, allows: Risk[]): string[] {
  const found = findRoute(notificationTemplate, at, wanted, (risk) => allows.includes(risk));
  if (found.found !== 'blocked' || found.risk === undefined) return [];
  if (allows.includes(found.risk)) return [`${found.risk} opened nothing`];
  return opened(at, wanted, [...allows, found.risk]);
}
