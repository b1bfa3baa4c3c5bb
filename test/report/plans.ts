import type { JsonObject } from '../../src/core/json.ts';
import { type Blocked, type Change, opensOf, type Plan, type PlanCounts, type Step } from '../../src/core/plan.ts';
import { type Said, saidOf } from '../../src/core/sentence.ts';

/** Plans for the tests of this room: small ones with one thing in them, and one that has everything. */

const NO_COUNTS: PlanCounts = {
  create: 0,
  update: 0,
  version: 0,
  lifecycle: 0,
  delete: 0,
  adopt: 0,
  move: 0,
  forget: 0,
  unchanged: 0,
  waiting: 0,
  blocked: 0,
  unmanaged: 0,
};

/** A plan as a reader of the JSON gets it: through text and back. */
export function planOf(parts: Partial<Omit<Plan, 'counts'>> & { unchanged?: number }): Plan {
  const { unchanged = 0, ...rest } = parts;
  const changes = rest.changes ?? [];
  const counts = { ...NO_COUNTS, unchanged };
  for (const { action } of changes) counts[action] += 1;
  counts.waiting = rest.waiting?.length ?? 0;
  counts.blocked = rest.blocked?.length ?? 0;
  counts.unmanaged = rest.unmanaged?.length ?? 0;
  const plan: Plan = {
    formatVersion: '1',
    tool: 'notiform 0.1.0',
    environment: 'production',
    account: 'a'.repeat(64),
    profiles: {},
    policy: {
      allow: ['queues-again', 'destroys'],
      resubmit: [],
      reupload: [],
      maxDeletes: { count: 10 },
      maxUpdates: { percent: 30 },
      allowEmpty: false,
      acceptAccount: false,
      unprotect: [],
      targets: [],
      excludes: [],
    },
    createdAt: '2026-11-20T09:00:00.000Z',
    git: '0123456789abcdef0123456789abcdef01234567',
    complete: true,
    applyable: changes.length > 0,
    changes,
    waiting: [],
    blocked: [],
    unmanaged: [],
    remembers: [],
    problems: [],
    digest: 'e'.repeat(64),
    ...rest,
    counts,
  };
  return JSON.parse(JSON.stringify(plan)) as Plan;
}

export function changeOf(parts: Partial<Change>): Change {
  return {
    address: 'NotificationTemplate/shop/order-paid',
    kind: 'NotificationTemplate',
    source: { file: 'manifests/order.yaml', line: 1 },
    action: 'update',
    reasons: ['content-differs'],
    risks: [],
    live: {},
    before: null,
    after: null,
    fields: [],
    steps: [],
    dependsOn: [],
    samples: [],
    basis: 'b'.repeat(64),
    digest: 'd'.repeat(64),
    ...parts,
  };
}

/** The members of a block that have its reason. */
export function whyOf(said: Said): Pick<Blocked, 'reason' | 'said'> {
  return { reason: said.text, ...saidOf(said) };
}

export function blockedOf(parts: Partial<Blocked>): Blocked {
  return {
    address: 'NotificationTemplate/shop/order-refunded',
    source: { file: 'manifests/order.yaml', line: 40 },
    state: 'REJ',
    reason: 'the inspector rejected this very text',
    opens: opensOf(parts.ways ?? []),
    ways: [],
    fields: [],
    before: null,
    after: null,
    comments: [],
    moved: [],
    unapplied: true,
    ...parts,
  };
}

/** `stepsOf('REJ', ['update', 'REG'], ['request inspection', 'REQ'])`; `RDY|ACT` for two that may follow. */
export function stepsOf(from: string, ...rows: readonly [string, string][]): Step[] {
  const point = (state: string): Step['from'] => ({ state, basis: state });
  let state = from;
  return rows.map(([title, to]) => {
    const step = {
      operation: `template.${title.split(' ')[0]}`,
      title,
      from: point(state),
      to: to.split('|').map(point),
    };
    state = to;
    return step;
  });
}

export const PAID: JsonObject = {
  code: 'order_paid',
  name: '주문 결제 안내',
  category: '001001',
  messageType: 'EX',
  emphasis: { type: 'TEXT', title: '#{금액}원', subtitle: '결제 완료' },
  content: '#{이름}님, 주문하신 상품의 결제가 완료되었습니다.\n\n주문번호: #{주문번호}\n결제금액: #{금액}원',
  extra: '궁금한 점은 고객센터로 문의해 주세요.',
  buttons: [
    { type: 'WL', name: '주문 보기', link: { mobile: 'https://shop.example.com/o/#{주문번호}' } },
    { type: 'TN', name: '고객센터 연결', tel: '1588-0000' },
  ],
};

/** One of everything. */
export function wholePlan(): Plan {
  return planOf({
    complete: false,
    unchanged: 20,
    changes: [
      changeOf({
        address: 'Image/shop/notification-template-3f2a9c12b0aa',
        kind: 'Image',
        source: { file: 'manifests/order.yaml', line: 7 },
        action: 'create',
        reasons: ['not-there'],
        after: {
          use: 'notification/template',
          file: { path: 'manifests/order.png', sha256: '3f2a9c12b0aa'.padEnd(64, '0'), width: 800, height: 400 },
        },
        steps: stepsOf('absent', ['upload', 'present']),
      }),
      changeOf({
        action: 'create',
        reasons: ['not-there'],
        after: PAID,
        steps: stepsOf('absent', ['add', 'REG'], ['request inspection', 'REQ']),
        dependsOn: ['Image/shop/notification-template-3f2a9c12b0aa'],
        samples: [{ name: '기본', values: { 이름: '홍길동' } }],
      }),
      changeOf({
        address: 'NotificationTemplate/shop/order-shipped',
        source: { file: 'manifests/order.yaml', line: 24 },
        risks: ['queues-again'],
        fields: [
          {
            path: 'content',
            before:
              '안녕하세요, #{이름}님.\n주문하신 고객님의 상품이 발송되었습니다.\n- 택배사: #{택배사}\n- 운송장: #{운송장}\n\n감사합니다.',
            after:
              '안녕하세요, #{이름}님.\n주문하신 회원님의 상품이 발송되었습니다.\n- 택배사: #{택배사}\n- 운송장번호: #{운송장}\n+ 도착 예정: #{도착일}\n\n감사합니다.',
            format: 'text',
          },
          { path: 'name', before: '배송 안내', after: '배송 출발 안내', format: 'value' },
          { path: 'category', before: '002001', after: '003001', format: 'value' },
          {
            path: 'buttons[0].link.mobile',
            before: 'https://old.example.com/#{운송장}',
            after: 'https://shop.example.com/track/#{운송장}',
            format: 'value',
          },
          { path: 'buttons[1]', before: null, after: { type: 'BK', name: '문의하기' }, format: 'value' },
          { path: 'preview', before: '상품이 발송되었습니다', after: null, format: 'value' },
        ],
        before: {},
        after: {},
        steps: stepsOf('REQ', ['cancel the request', 'REG'], ['update', 'REG'], ['request inspection', 'REQ']),
      }),
      changeOf({
        address: 'NotificationTemplate/shop/welcome',
        source: { file: 'manifests/welcome.yaml', line: 1 },
        action: 'lifecycle',
        reasons: ['state-differs'],
        steps: stepsOf('STP', ['reuse', 'RDY|ACT']),
        before: PAID,
        after: PAID,
      }),
      changeOf({
        address: 'NotificationTemplate/shop/summer-notice',
        source: null,
        action: 'delete',
        reasons: ['removed-from-manifests'],
        risks: ['destroys'],
        before: {
          code: 'summer_notice',
          name: '여름 휴무 안내',
          category: '005001',
          messageType: 'BA',
          content: '- 7월 30일부터\n- 8월 3일까지 쉽니다.',
        },
        steps: stepsOf('REG', ['delete', 'absent']),
      }),
    ],
    waiting: [
      {
        address: 'NotificationTemplate/shop/point-expiry',
        state: 'REQ',
        waitsFor: 'verdict',
        since: '2026-11-18 10:12:00',
      },
    ],
    blocked: [
      blockedOf({
        ways: [{ flags: ['--resubmit', 'NotificationTemplate/shop/order-refunded'] }],
        comments: [
          { content: '검수 부탁드립니다.', createdAt: '2026-11-17 09:00:00', status: 'REQ', userName: '담당자' },
          {
            content: '변수 #{금액}의 용도를 알 수 없습니다.\n- 예시를 첨부해 주세요.',
            createdAt: '2026-11-18 15:40:12',
            status: 'REJ',
            userName: '검수자',
          },
        ],
        risk: 'resubmits',
        comment: '#{금액}은 환불 금액입니다.',
      }),
    ],
    unmanaged: ['old_notice', 'event_2023', 'test_1', 'test_2', 'test_3', 'test_4', 'test_5'].map((name, index) => ({
      kind: 'NotificationTemplate',
      profile: 'shop',
      name,
      title: `예전 공지 ${index + 1}`,
      state: index === 0 ? 'ACT' : 'REG',
    })),
    problems: [
      {
        code: 'bug',
        severity: 'warning',
        message: 'The detail of old_event does not have the documented shape: buttons[0].linkType is missing',
        hint: 'This address is left out of the plan; everything else is in it',
        address: 'NotificationTemplate/shop/old-event',
      },
    ],
  });
}
