import { expect, it } from 'vitest';
import type { Comparison } from '../../src/core/compared.ts';
import type { ImportReport } from '../../src/core/import.ts';
import type { Risk } from '../../src/core/kind.ts';
import { type Moved, type Reason, type Step, todoWay } from '../../src/core/plan.ts';
import { worded } from '../../src/core/problem.ts';
import type { ChangeReceipt, Receipt, StepOutcome } from '../../src/core/receipt.ts';
import type { SendOutcome, SendRecord, SendResult } from '../../src/core/send-result.ts';
import { say } from '../../src/engine/sentences.ts';
import { drawComparison } from '../../src/report/comparison.ts';
import { drawImport } from '../../src/report/import.ts';
import { drawClock, drawInbox, drawRequests } from '../../src/report/inspector.ts';
import { OUTCOME_WORDS, SEND_WORDS } from '../../src/report/outcome-words.ts';
import { drawPlan } from '../../src/report/plan.ts';
import { drawReceipt } from '../../src/report/receipt.ts';
import { drawRecords } from '../../src/report/records.ts';
import { explainResourceResult, explainResult } from '../../src/report/result-codes.ts';
import { stepTitle, wayIn } from '../../src/report/review/reasons.ts';
import { drawSend } from '../../src/report/send.ts';
import { ACTIONS, durationWords, REASON_WORDS, RISK_WORDS, waitsCounted } from '../../src/report/words.ts';
import { say as sayOfSend } from '../../src/send/sentences.ts';
import { englishIn } from './english.ts';
import { blockedOf, changeOf, planOf, stepsOf, whyOf } from './plans.ts';
import { plain, SENT } from './support.ts';

/** Each drawing of a terminal, with everything that it can say, has no English words in Korean. */

const KOREAN = { ...plain(120), language: 'ko' as const };
const NAMES = ['MB', 'production', 'staging', 'shop', 'qa', 'main', 'success'];

function expectKorean(text: string, names: readonly string[] = []): void {
  expect(text).toMatch(/[가-힣]/);
  expect(englishIn(text, [...NAMES, ...names])).toEqual([]);
}

const reasons = Object.keys(REASON_WORDS) as (Reason | Moved)[];
const risks = Object.keys(RISK_WORDS) as Risk[];

it('a plan', () => {
  const [first, second] = stepsOf('absent', ['add', 'REG|REQ'], ['update', 'REQ']) as [Step, Step];
  const steps = [
    { ...first, title: 'register' },
    {
      ...second,
      title: 'update (new code order_v2)',
      note: { code: 'template-new-code', values: { code: 'order_v2' } },
    },
  ];
  const changes = ACTIONS.map((action) =>
    changeOf({ action, reasons, risks, steps, movedFrom: 'Image/shop/b', dependsOn: ['Image/shop/c'] }),
  );
  const held = { by: 'Video/shop/v', change: changeOf({}) };
  const waiting = Array.from({ length: 7 }, (_, index) => ({
    address: `NotificationTemplate/shop/w${index}`,
    kind: 'NotificationTemplate',
    source: null,
    state: 'REQ',
    waitsFor: index === 0 ? 'encoding' : 'verdict',
    since: index === 1 ? '2026-11-20 09:00:00' : null,
    ...(index === 0 ? { held } : {}),
  }));
  const blocked = [
    blockedOf({
      ways: [todoWay(say('declare-versions', { file: 'manifests/a.yaml' })), { flags: ['--allow', 'loses-approval'] }],
      moved: ['drifted'],
    }),
    blockedOf(whyOf(say('protected-entry'))),
  ];
  const policy = { ...planOf({}).policy, targets: ['order-*'] };
  const plan = planOf({
    changes,
    waiting: waiting as never,
    blocked: blocked.map((one) => ({ ...one, ...whyOf(say('protected-entry')) })),
    complete: false,
    policy,
    unmanaged: Array.from({ length: 9 }, (_, index) => ({
      kind: 'GroupTag',
      profile: 'shop',
      name: `old_${index}`,
      title: '예전',
      state: 'present',
    })),
    remembers: [
      { address: 'GroupTag/shop/a', protect: true },
      { address: 'GroupTag/shop/b', protect: false },
    ] as never,
    unchanged: 3,
  });
  const extra = [...risks, 'git', 'b'.repeat(12), 'd'.repeat(12)];
  for (const view of [{ verbose: true }, { file: 'plan.json' }, { brief: true }])
    expectKorean(drawPlan(plan, KOREAN, view), extra);
  const none = planOf({});
  expectKorean(drawPlan(none, KOREAN));
  expectKorean(drawPlan({ ...none, policy }, KOREAN));
  expectKorean(drawPlan({ ...none, complete: false }, KOREAN));
  for (const one of [none, { ...none, policy }])
    expectKorean(drawPlan({ ...one, counts: { ...one.counts, waiting: 1 } }, KOREAN));
  expectKorean(drawPlan({ ...none, counts: { ...none.counts, blocked: 1 } }, KOREAN));
  const words = worded(
    say('deletes-over-limit', { count: 3, limit: '0' }),
    say('over-limit-way', { limit: '`guard.deletes`', flag: '`--max-deletes 3`' }),
  );
  const errors = [{ code: 'deletes-over-limit' as const, severity: 'error' as const, ...words }];
  expectKorean(drawPlan({ ...none, applyable: false, problems: errors }, KOREAN), [
    'docs',
    'explain',
    'usage',
    'language',
    'ko',
  ]);
});

const OUTCOMES = Object.keys(OUTCOME_WORDS) as StepOutcome[];

it('a receipt', () => {
  const change = (outcome: StepOutcome, parts: Partial<ChangeReceipt> = {}): ChangeReceipt => ({
    address: 'NotificationTemplate/shop/a',
    action: 'update',
    outcome,
    steps: [
      { operation: 'template.update', title: 'update', outcome: 'done', state: 'REG' },
      { operation: 'template.request', title: 'request inspection', outcome, state: 'REQ' },
    ],
    ...parts,
  });
  const untouched = [{ operation: 'template.update', title: 'update', outcome: 'refused' as const }];
  const receipt = {
    environment: 'production',
    startedAt: '2026-11-20T09:00:00.000Z',
    finishedAt: '2026-11-20T09:00:12.400Z',
    interrupted: true,
    changes: [
      ...OUTCOMES.map((outcome) => change(outcome)),
      ...ACTIONS.map((action) => change('done', { action })),
      change('refused', { steps: untouched }),
      ...Array.from({ length: 7 }, () => change('not-run', { steps: [] })),
    ],
    counts: {} as Receipt['counts'],
    blocked: [blockedOf({ ...whyOf(say('protected-entry')), ways: [{ flags: ['--unprotect', 'Image/shop/b'] }] })],
    waiting: [
      { address: 'Video/shop/v', state: 'REQ', waitsFor: 'encoding' },
      ...Array.from({ length: 7 }, () => ({
        address: 'Image/shop/c',
        state: 'REQ',
        waitsFor: 'verdict',
        by: 'Video/shop/v',
      })),
    ],
    unapproved: [{ address: 'Image/shop/d', action: 'delete' as const }],
  } as unknown as Receipt;
  for (const view of [{ later: 2, protections: 1 }, { later: 1, emptyFile: 'plan.json' }, { verbose: true }])
    expectKorean(drawReceipt(receipt, KOREAN, view));
  expectKorean(drawReceipt({ ...receipt, changes: [], blocked: [], waiting: [] }, KOREAN));
  expectKorean(drawReceipt({ ...receipt, changes: [change('failed')] }, KOREAN));
});

const SENDS = Object.keys(SEND_WORDS) as SendOutcome[];

it('a send', () => {
  const base: SendResult = {
    ...SENT,
    sample: '기본',
    at: '2026-11-20T09:00:00.000Z',
    tookMs: 1200,
    risks: ['locks-text'],
  };
  const fallbacks = [
    { type: 'rcs', template: null, text: '결제 안내' },
    { type: 'lms', template: null, text: '' },
  ];
  const earlier = (['sending', 'accepted', 'delivered', 'failed', 'unknown'] as const).map((outcome) => ({
    time: '2026-11-20T09:00:00.000Z',
    at: null,
    refKey: 'r-1',
    messageKey: 'M0001',
    outcome,
  }));
  const delivery = { code: '7308', device: 'AT', media: null, at: null, channel: 'lms', fallback: 'first' };
  const fellBack = {
    code: 'send-fell-back' as const,
    severity: 'error' as const,
    message: '대체 발송됨',
    hint: '확인하세요',
  };
  const failure = {
    code: 'send-differs' as const,
    path: 'message',
    ...worded(sayOfSend('text-differs-line', { line: 1, column: 2, what: '' }), say('plan-again')),
    difference: { line: 1, column: 2, expected: '가', actual: null },
    place: { file: 'manifests/a.yaml', line: 1, column: 1 },
  };
  const sends = [
    ...SENDS.flatMap((outcome) =>
      [true, false, null].map((asExpected) => ({ ...base, outcome, asExpected, expect: 'failed:7308' })),
    ),
    ...earlier.map((one) => ({ ...base, outcome: 'skipped' as const, earlier: one })),
    { ...base, outcome: 'proved' as const, template: null, asExpected: null, fallbacks },
    { ...base, outcome: 'accepted' as const, asExpected: null, delivery: null },
    { ...base, outcome: 'unknown' as const, asExpected: null },
    { ...base, outcome: 'delivered' as const, delivery: delivery as never },
    {
      ...base,
      outcome: 'failed' as const,
      delivery: delivery as never,
      problem: fellBack,
    },
    {
      ...base,
      outcome: 'refused' as const,
      acceptance: { code: 3010, description: '', messageKey: '', refKey: '' },
      delivery: null,
    },
    {
      ...base,
      outcome: 'unproved' as const,
      asExpected: null,
      proof: [failure, { ...failure, difference: { ...failure.difference, actual: '' } }],
    },
  ];
  const report = { environment: 'production', dryRun: false, sends, problems: [] };
  const commands = [
    'docs',
    'explain',
    'send-fell-back',
    'send-differs',
    'language',
    'ko',
    'message',
    'failed',
    'order-paid-smoke',
    'locks-text',
  ];
  expectKorean(drawSend(report, KOREAN, { verbose: true }), [...commands, 'at']);
  for (const one of sends.slice(0, 3))
    expectKorean(drawSend({ ...report, dryRun: true, sends: [one] }, KOREAN), commands);
  expectKorean(drawSend({ ...report, isCheck: true, problems: [] }, KOREAN), commands);
  for (const dryRun of [true, false]) expectKorean(drawSend({ ...report, dryRun, sends: [] }, KOREAN));

  const record: SendRecord = {
    send: '가입',
    template: null,
    templateCode: null,
    to: { name: 'qa', number: '010****0000' },
    time: '2026-11-20T09:00:00.000Z',
    at: '2026-11-20T09:00:00.000Z',
    refKey: 'r-1',
    messageKey: 'M0001',
    outcome: 'accepted',
    expect: 'failed:7308',
    asExpected: false,
    result: null,
    problem: null,
  };
  const result = { ...delivery, code: '7000' } as never;
  const records: SendRecord[] = [
    ...SENDS.map((outcome) => ({ ...record, outcome, asExpected: true })),
    { ...record, outcome: 'failed', result },
    { ...record, outcome: 'failed', result: { ...delivery, code: '7000', fallback: null } as never },
    { ...record, outcome: 'failed', result: { ...delivery } as never, send: null, time: null },
  ];
  expectKorean(drawRecords({ environment: 'production', since: record.time, sends: records }, KOREAN), commands);
  expectKorean(drawRecords({ environment: 'production', since: null, sends: [] }, KOREAN));
});

it('a comparison of environments', () => {
  const row: Comparison['rows'][number] = {
    address: 'GroupTag/shop/a',
    states: ['absent', 'present'],
    fields: [],
    before: null,
    after: { name: '가' },
  };
  const comparison: Comparison = {
    environments: ['staging', 'production'],
    of: 'live',
    rows: [row],
    equal: 1,
    neither: 2,
    unread: 1,
  };
  expectKorean(drawComparison(comparison, KOREAN, false));
  expectKorean(drawComparison({ ...comparison, of: 'declared', rows: [] }, KOREAN, false));
  expectKorean(drawComparison({ ...comparison, rows: [], equal: 0 }, KOREAN, false));
});

it('an import', () => {
  const imported = {
    address: 'GroupTag/shop/a',
    kind: 'GroupTag',
    profile: 'shop',
    name: 'T1',
    title: '가',
    state: 'ACT',
  };
  const report: ImportReport = {
    environment: 'production',
    written: [{ ...imported, file: 'manifests/a.yaml' }],
    images: ['a.png'],
    updated: [],
    skipped: [
      { ...imported, because: 'managed', drifted: ['name'], alike: { name: '공백' } },
      { ...imported, because: 'managed', drifted: ['name'], moved: ['edited'] },
      { ...imported, because: 'managed', drifted: ['name'], moved: ['drifted', 'edited'] },
      { ...imported, because: 'managed', drifted: [] },
      { ...imported, because: 'version', drifted: [] },
      { ...imported, because: 'declared', drifted: [] },
    ],
    left: [],
  };
  expectKorean(drawImport(report, KOREAN));
  const updated = [{ address: 'GroupTag/shop/a', file: 'manifests/a.yaml', fields: ['name'] }];
  const none = { ...report, written: [], images: [], skipped: [], left: [] };
  const others = [{ fields: [] }, { fields: [], edited: true }].map((one) => ({ ...updated[0], ...one }));
  expectKorean(drawImport({ ...none, updated: [...updated, ...others] as never }, KOREAN));
  expectKorean(drawImport(none, KOREAN));
});

it('the inspector and the inbox of the emulator', () => {
  const request = {
    address: null,
    templateCode: 'order_paid',
    templateName: '주문',
    requestedAt: '2026-11-20 09:00:00',
    comment: '의견',
  };
  const application = {
    address: 'SenderProfile/shop',
    name: '상점',
    appliedAt: '2026-11-20 09:00:00',
    proof: { name: 'a_b.png' },
  };
  expectKorean(drawRequests([request], [application], [['staging']], KOREAN));
  expectKorean(drawRequests([], [], [], KOREAN));
  const message = {
    to: '010****0000',
    type: 'at',
    templatecode: 'order_paid',
    lines: ['안내'],
    buttons: [],
    result: null,
    reason: null,
    acceptedAt: '2026-11-20 09:00:00',
    sendAt: '2026-11-20 09:00:00',
  };
  expectKorean(drawInbox([message, { ...message, sendAt: '2026-11-21 09:00:00' }], KOREAN));
  expectKorean(drawInbox([], KOREAN));
  for (const n of [0, 1000]) expectKorean(drawClock({ now: 0, offsetMs: n, expiredMessages: n }, KOREAN));
});

it('result codes, ways, steps and times', () => {
  for (let code = 100; code < 10_000; code += 1)
    for (const known of [explainResult(String(code), 'ko'), explainResourceResult(String(code), 'ko')])
      if (known) expectKorean(`${known.means} ${known.help.replaceAll(/\b\d+MB\b|\b(?:API|IP)\b/g, '')}`);
  expect(
    wayIn([{ flags: ['--allow', 'loses-approval'] }, todoWay(say('see', { address: 'Image/shop/a' }))], KOREAN),
  ).toBe('`notiform plan --allow loses-approval` 또는 Image/shop/a 리소스의 안내 참고');
  expect(
    wayIn(
      [todoWay(say('see', { address: 'Image/shop/a' }), say('plan-together', { address: 'Image/shop/b' }))],
      KOREAN,
    ),
  ).toBe('Image/shop/a 리소스의 안내 참고, Image/shop/b 리소스와 함께 계획');
  expect(wayIn([{ todo: ['see Image/shop/a'] }], {})).toBe('see Image/shop/a');
  expect(
    wayIn([todoWay(say('only-id-changed', { id: 'a', file: 'b.yaml' })), { flags: ['--allow', 'destroys'] }], KOREAN),
  ).toBe('id만 바꾸었다면 b.yaml 파일에 `renamedFrom: a` 추가 또는 `notiform plan --allow destroys`');
  expect(
    stepTitle(
      {
        operation: 'template.update',
        title: 'update (new code b)',
        note: { code: 'template-new-code', values: { code: 'b' } },
      },
      'ko',
    ),
  ).toBe('수정 (새 코드 b)');
  expect(stepTitle({ operation: 'group.join', title: 'join a group (vip)', note: 'vip' }, 'ko')).toContain('(vip)');
  expect(stepTitle({ operation: 'template.update', title: 'update' }, 'ko')).toBe('수정');
  expect([0, 40_000, 90_000, 7_500_000].map((ms) => durationWords(ms, 'ko'))).toEqual([
    '0초',
    '40초',
    '1분 30초',
    '2시간 5분',
  ]);
  expect(waitsCounted(['verdict', 'verdict', 'encoding'], 'ko')).toBe('검수 결과 2개, 인코딩 완료 1개');
});
