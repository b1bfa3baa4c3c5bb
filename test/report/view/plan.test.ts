import { describe, expect, it } from 'vitest';
import type { Plan, Way } from '../../../src/core/plan.ts';
import { drawPlan } from '../../../src/report/results.ts';
import type { PlanViewOptions } from '../../../src/report/view/plan.ts';
import { columns } from '../../../src/text/columns.ts';
import { blockedOf, changeOf, PAID, planOf, stepsOf, wholePlan } from '../plans.ts';
import { colored, plain, tags } from '../support.ts';

const draw = (plan: Plan, width = 80): string => drawPlan(plan, plain(width));

describe('a plan with nothing in it', () => {
  it('says that nothing changes', () => {
    expect(draw(planOf({ unchanged: 12 }))).toMatchInlineSnapshot(`
      "Plan for production

      No changes. Everything declared for production is as the manifests say.
      Besides: 12 unchanged.
      "
    `);
  });

  it('says what is on its way, and how to wait for it', () => {
    const waiting = [{ address: 'NotificationTemplate/shop/a', state: 'REQ', waitsFor: 'verdict', since: null }];
    expect(draw(planOf({ waiting }))).toMatchInlineSnapshot(`
      "Plan for production

      Waiting  for an external decision
        ⧖ NotificationTemplate/shop/a  REQ, waits for a verdict

      No changes. Everything declared for production is as the manifests say, or on
        its way.
      Besides: 1 waiting.
      Next: notiform -e production wait
      "
    `);
  });

  it('on an emulator, says that the user is the inspector', () => {
    const waiting = (waitsFor: string) => [
      { address: 'NotificationTemplate/shop/a', state: 'REQ', waitsFor, since: null },
    ];
    const last = (waitsFor: string): string | undefined =>
      drawPlan(planOf({ waiting: waiting(waitsFor) }), { ...plain(), isEmulator: true })
        .trim()
        .split('\n')
        .at(-1);
    expect(last('verdict')).toBe('You are the inspector: notiform -e production emulator approve a');
    expect(last('encoding')).toBe('Next: notiform -e production wait');
  });

  it('claims nothing where it could not read everything', () => {
    expect(draw(planOf({ complete: false }))).toMatchInlineSnapshot(`
      "Plan for production
      ! This plan is not complete: something could not be read, so changes may be
        missing.

      No changes were found, and not everything could be read.
      "
    `);
  });
});

describe('a plan with everything in it', () => {
  it('reads so without colour', () => {
    expect(draw(wholePlan())).toMatchInlineSnapshot(`
      "Plan for production
      ! This plan is not complete: something could not be read, so changes may be
        missing.

        + create   ~ update   ↻ lifecycle   - delete

      + Image/shop/notification-template-3f2a9c12b0aa  manifests/order.yaml:7
        create: not on the service yet
        absent ─ upload → present

          + use   "notification/template"
          + file  manifests/order.png (800×400, sha256 3f2a9c12)

      + NotificationTemplate/shop/order-paid  manifests/order.yaml:1
        create: not on the service yet
        absent ─ add → REG ─ request inspection → REQ, then waits for a verdict
        after Image/shop/notification-template-3f2a9c12b0aa

          + code                    "order_paid"
          + name                    "주문 결제 안내"
          + category                "001001"
          + messageType             "EX"
          + emphasis.type           "TEXT"
          + emphasis.title          "#{금액}원"
          + emphasis.subtitle       "결제 완료"
          + content
              │ #{이름}님, 주문하신 상품의 결제가 완료되었습니다.
              │
              │ 주문번호: #{주문번호}
              │ 결제금액: #{금액}원
          + extra                   "궁금한 점은 고객센터로 문의해 주세요."
          + buttons[0].type         "WL"
          + buttons[0].name         "주문 보기"
          + buttons[0].link.mobile  "https://shop.example.com/o/#{주문번호}"
          + buttons[1].type         "TN"
          + buttons[1].name         "고객센터 연결"
          + buttons[1].tel          "1588-0000"

      ~ NotificationTemplate/shop/order-shipped  manifests/order.yaml:24
        update: content differs from the manifest
        REQ ─ cancel the request → REG ─ update → REG ─ request inspection → REQ,
          then waits for a verdict
        ! queues-again: loses its place in the inspection queue

          ~ name                    "배송 안내" → "배송 출발 안내"
          ~ category                "002001" → "003001"
          ~ content
              │ 안녕하세요, #{이름}님.
            - │ 주문하신 «고객님의» 상품이 발송되었습니다.
            + │ 주문하신 «회원님의» 상품이 발송되었습니다.
              │ - 택배사: #{택배사}
            - │ - «운송장»: #{운송장}
            + │ - «운송장번호»: #{운송장}
            + │ + 도착 예정: #{도착일}
              │
              │ 감사합니다.
                (« » changed)
          - preview                 "상품이 발송되었습니다"
          ~ buttons[0].link.mobile
            - │ https://«old.example.com»/#{운송장}
            + │ https://«shop.example.com»/«track/»#{운송장}
                (« » changed)
          + buttons[1].type         "BK"
          + buttons[1].name         "문의하기"

      ↻ NotificationTemplate/shop/welcome  manifests/welcome.yaml:1
        change state: content matches, state differs
        STP ─ reuse → RDY or ACT

      - NotificationTemplate/shop/summer-notice
        delete: managed by notiform, and no manifest declares it any more
        REG ─ delete → absent
        ! destroys: deletes it permanently

          - code         "summer_notice"
          - name         "여름 휴무 안내"
          - category     "005001"
          - messageType  "BA"
          - content
              │ - 7월 30일부터
              │ - 8월 3일까지 쉽니다.

      Blocked  no allowed route leads to the desired state
        ✗ NotificationTemplate/shop/order-refunded  manifests/order.yaml:40
          REJ rejected · needs a new text
          the inspector rejected this very text
          Rejected because:
          검수자 · REJ · 2026-11-18 15:40 KST
            │ 변수 #{금액}의 용도를 알 수 없습니다.
            │ - 예시를 첨부해 주세요.
          Comment for the inspector:
            │ #{금액}은 환불 금액입니다.
          → to allow it: fix the text in the manifest. The next apply submits the new
            text. For the same text again:
            \`notiform plan --resubmit NotificationTemplate/shop/order-refunded\`

      Waiting  for an external decision
        ⧖ NotificationTemplate/shop/point-expiry
          REQ, waits for a verdict since 2026-11-18 10:12 KST

      Not managed  live, not ours, never touched
        NotificationTemplate/shop  7
          old_notice  ACT  예전 공지 1
          event_2023  REG  예전 공지 2
          test_1      REG  예전 공지 3
          … and 4 more

      Problems
        NotificationTemplate/shop/old-event: warning: The detail of old_event does not
                have the documented shape: buttons[0].linkType is missing
          help: This address is left out of the plan; everything else is in it
          docs: notiform explain bug

      Plan: 2 to create, 1 to update, 1 to change state, 1 to delete.
      Besides: 1 waiting, 1 blocked, 7 not managed, 20 unchanged.
      Next: notiform -e production apply
      ! 1 resource is blocked and stays as it is. Only \`--detailed-exitcode\` shows
        this in the exit code.
      "
    `);
  });

  it.each([60, 100])('keeps to %i columns, except for what is copied', (width) => {
    const wide = draw(wholePlan(), width)
      .split('\n')
      .filter((line) => columns(line) > width);
    expect(wide.filter((line) => !/notiform |[A-Z]\w+\//.test(line))).toEqual([]);
  });

  it('reads so in a wide terminal, with colour', () => {
    expect(tags(drawPlan(wholePlan(), colored(120)))).toMatchInlineSnapshot(`
      "‹bold›Plan for production‹/›
      ‹yellow›‹bold›! ‹/›‹/›This plan is not complete: something could not be read, so changes may be missing.

        ‹green›‹bold›+‹/›‹/›‹dim› create‹/›   ‹yellow›‹bold›~‹/›‹/›‹dim› update‹/›   ‹cyan›‹bold›↻‹/›‹/›‹dim› lifecycle‹/›   ‹red›‹bold›-‹/›‹/›‹dim› delete‹/›

      ‹green›‹bold›+ ‹/›‹/›Image/shop/‹bold›notification-template-3f2a9c12b0aa‹/›  ‹dim›manifests/order.yaml:7‹/›
        create: not on the service yet
        ‹dim›absent‹/› ‹dim›─ ‹/›upload‹dim› → ‹/›‹green›present‹/›

          ‹green›‹bold›+ ‹/›‹/›‹cyan›use‹/›   "notification/template"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›file‹/›  manifests/order.png‹dim› (800×400, sha256 3f2a9c12)‹/›

      ‹green›‹bold›+ ‹/›‹/›NotificationTemplate/shop/‹bold›order-paid‹/›  ‹dim›manifests/order.yaml:1‹/›
        create: not on the service yet
        ‹dim›absent‹/› ‹dim›─ ‹/›add‹dim› → ‹/›‹yellow›REG‹/› ‹dim›─ ‹/›request inspection‹dim› → ‹/›‹yellow›REQ‹/›‹dim›, then waits for a verdict‹/›
        ‹dim›after Image/shop/notification-template-3f2a9c12b0aa‹/›

          ‹green›‹bold›+ ‹/›‹/›‹cyan›code‹/›                    "order_paid"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›name‹/›                    "주문 결제 안내"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›category‹/›                "001001"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›messageType‹/›             "EX"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›emphasis.type‹/›           "TEXT"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›emphasis.title‹/›          "#{금액}원"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›emphasis.subtitle‹/›       "결제 완료"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›content‹/›
              ‹dim›│ ‹/›#{이름}님, 주문하신 상품의 결제가 완료되었습니다.
              ‹dim›│‹/›
              ‹dim›│ ‹/›주문번호: #{주문번호}
              ‹dim›│ ‹/›결제금액: #{금액}원
          ‹green›‹bold›+ ‹/›‹/›‹cyan›extra‹/›                   "궁금한 점은 고객센터로 문의해 주세요."
          ‹green›‹bold›+ ‹/›‹/›‹cyan›buttons[0].type‹/›         "WL"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›buttons[0].name‹/›         "주문 보기"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›buttons[0].link.mobile‹/›  "https://shop.example.com/o/#{주문번호}"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›buttons[1].type‹/›         "TN"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›buttons[1].name‹/›         "고객센터 연결"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›buttons[1].tel‹/›          "1588-0000"

      ‹yellow›‹bold›~ ‹/›‹/›NotificationTemplate/shop/‹bold›order-shipped‹/›  ‹dim›manifests/order.yaml:24‹/›
        update: content differs from the manifest
        ‹yellow›REQ‹/› ‹dim›─ ‹/›cancel the request‹dim› → ‹/›‹yellow›REG‹/› ‹dim›─ ‹/›update‹dim› → ‹/›‹yellow›REG‹/› ‹dim›─ ‹/›request inspection‹dim› → ‹/›‹yellow›REQ‹/›‹dim›, then waits for a verdict‹/›
        ‹yellow›‹bold›! ‹/›‹/›‹yellow›queues-again‹/›: loses its place in the inspection queue

          ‹yellow›‹bold›~ ‹/›‹/›‹cyan›name‹/›                    ‹red›"배송 안내"‹/›‹dim› → ‹/›‹green›"배송 출발 안내"‹/›
          ‹yellow›‹bold›~ ‹/›‹/›‹cyan›category‹/›                ‹red›"002001"‹/›‹dim› → ‹/›‹green›"003001"‹/›
          ‹yellow›‹bold›~ ‹/›‹/›‹cyan›content‹/›
              ‹dim›│ ‹/›안녕하세요, #{이름}님.
            ‹red›‹bold›- ‹/›‹/›‹dim›│ ‹/›주문하신 ‹red›‹inverse›고객님의‹/›‹/› 상품이 발송되었습니다.
            ‹green›‹bold›+ ‹/›‹/›‹dim›│ ‹/›주문하신 ‹green›‹inverse›회원님의‹/›‹/› 상품이 발송되었습니다.
              ‹dim›│ ‹/›- 택배사: #{택배사}
            ‹red›‹bold›- ‹/›‹/›‹dim›│ ‹/›- ‹red›‹inverse›운송장‹/›‹/›: #{운송장}
            ‹green›‹bold›+ ‹/›‹/›‹dim›│ ‹/›- ‹green›‹inverse›운송장번호‹/›‹/›: #{운송장}
            ‹green›‹bold›+ ‹/›‹/›‹dim›│ ‹/›‹green›+ 도착 예정: #{도착일}‹/›
              ‹dim›│‹/›
              ‹dim›│ ‹/›감사합니다.
          ‹red›‹bold›- ‹/›‹/›‹cyan›preview‹/›                 "상품이 발송되었습니다"
          ‹yellow›‹bold›~ ‹/›‹/›‹cyan›buttons[0].link.mobile‹/›  ‹red›"https://old.example.com/#{운송장}"‹/›‹dim› → ‹/›‹green›"https://shop.example.com/track/#{운송장}"‹/›
          ‹green›‹bold›+ ‹/›‹/›‹cyan›buttons[1].type‹/›         "BK"
          ‹green›‹bold›+ ‹/›‹/›‹cyan›buttons[1].name‹/›         "문의하기"

      ‹cyan›‹bold›↻ ‹/›‹/›NotificationTemplate/shop/‹bold›welcome‹/›  ‹dim›manifests/welcome.yaml:1‹/›
        change state: content matches, state differs
        ‹red›STP‹/› ‹dim›─ ‹/›reuse‹dim› → ‹/›‹green›RDY‹/›‹dim› or ‹/›‹green›ACT‹/›

      ‹red›‹bold›- ‹/›‹/›NotificationTemplate/shop/‹bold›summer-notice‹/›
        delete: managed by notiform, and no manifest declares it any more
        ‹yellow›REG‹/› ‹dim›─ ‹/›delete‹dim› → absent‹/›
        ‹yellow›‹bold›! ‹/›‹/›‹yellow›destroys‹/›: deletes it permanently

          ‹red›‹bold›- ‹/›‹/›‹cyan›code‹/›         "summer_notice"
          ‹red›‹bold›- ‹/›‹/›‹cyan›name‹/›         "여름 휴무 안내"
          ‹red›‹bold›- ‹/›‹/›‹cyan›category‹/›     "005001"
          ‹red›‹bold›- ‹/›‹/›‹cyan›messageType‹/›  "BA"
          ‹red›‹bold›- ‹/›‹/›‹cyan›content‹/›
              ‹dim›│ ‹/›- 7월 30일부터
              ‹dim›│ ‹/›- 8월 3일까지 쉽니다.

      ‹bold›Blocked‹/›‹dim›  no allowed route leads to the desired state‹/›
        ‹red›‹bold›✗ ‹/›‹/›NotificationTemplate/shop/‹bold›order-refunded‹/›  ‹dim›manifests/order.yaml:40‹/›
          ‹red›REJ‹/› rejected · needs a new text
          the inspector rejected this very text
          ‹dim›Rejected because:‹/›
          ‹dim›검수자 · REJ · 2026-11-18 15:40 KST‹/›
            ‹dim›│ ‹/›변수 #{금액}의 용도를 알 수 없습니다.
            ‹dim›│ ‹/›- 예시를 첨부해 주세요.
          ‹dim›Comment for the inspector:‹/›
            ‹dim›│ ‹/›#{금액}은 환불 금액입니다.
          → to allow it: ‹cyan›fix the text in the manifest. The next apply submits the new text. For the same text again:‹/›
            ‹cyan›\`notiform plan --resubmit NotificationTemplate/shop/order-refunded\`‹/›

      ‹bold›Waiting‹/›‹dim›  for an external decision‹/›
        ‹yellow›‹bold›⧖ ‹/›‹/›NotificationTemplate/shop/‹bold›point-expiry‹/›  ‹yellow›REQ‹/›, waits for a verdict since 2026-11-18 10:12 KST

      ‹bold›Not managed‹/›‹dim›  live, not ours, never touched‹/›
        NotificationTemplate/shop  ‹dim›7‹/›
          old_notice  ‹green›ACT‹/›  ‹dim›예전 공지 1‹/›
          event_2023  ‹yellow›REG‹/›  ‹dim›예전 공지 2‹/›
          test_1      ‹yellow›REG‹/›  ‹dim›예전 공지 3‹/›
          ‹dim›… and 4 more‹/›

      ‹bold›Problems‹/›
        ‹bold›NotificationTemplate/shop/old-event‹/›: ‹yellow›‹bold›warning‹/›‹/›: The detail of old_event does not have the documented shape:
                buttons[0].linkType is missing
        ‹dim›  help: ‹/›This address is left out of the plan; everything else is in it
        ‹dim›  docs: notiform explain bug‹/›

      ‹bold›Plan: 2 to create, 1 to update, 1 to change state, 1 to delete.‹/›
      Besides: 1 waiting, 1 blocked, 7 not managed, 20 unchanged.
      Next: ‹cyan›notiform -e production apply‹/›
      ‹yellow›‹bold›! ‹/›‹/›‹yellow›1 resource is blocked and stays as it is. Only \`--detailed-exitcode\` shows this in the exit code.‹/›
      "
    `);
  });
});

describe('a change', () => {
  const one = (parts: Parameters<typeof changeOf>[0]): string => {
    const drawn = draw(planOf({ changes: [changeOf(parts)] })).split('\n\n');
    return drawn.slice(2, -1).join('\n\n');
  };

  it('is drawn for adopting', () => {
    expect(one({ action: 'adopt', reasons: ['not-bound'] })).toMatchInlineSnapshot(`
      "= NotificationTemplate/shop/order-paid  manifests/order.yaml:1
        adopt: on the service already; notiform manages it from now on"
    `);
  });

  it('is drawn for a new id', () => {
    const movedFrom = 'NotificationTemplate/shop/paid';
    expect(one({ action: 'move', reasons: ['renamed'], movedFrom })).toMatchInlineSnapshot(`
      "→ NotificationTemplate/shop/order-paid  manifests/order.yaml:1
        rename: its id changed in the manifest; the service knows no ids; formerly
          NotificationTemplate/shop/paid"
    `);
  });

  it('is drawn for forgetting', () => {
    expect(one({ action: 'forget', reasons: ['gone'], source: null })).toMatchInlineSnapshot(`
      "∅ NotificationTemplate/shop/order-paid
        forget: no manifest declares it any more, and it no longer exists"
    `);
  });

  it('shows the reason of a rejection, and the comment that answers it', () => {
    expect(
      one({
        live: { state: 'REJ' },
        steps: stepsOf('REJ', ['request inspection', 'REQ']),
        comments: [
          { content: '할인 문구를 빼 주세요.', createdAt: '2026-11-19 10:00:00', status: 'REJ', userName: '' },
        ],
        comment: '할인 문구를 뺐습니다.',
      }),
    ).toMatchInlineSnapshot(`
      "~ NotificationTemplate/shop/order-paid  manifests/order.yaml:1
        update: content differs from the manifest
        REJ ─ request inspection → REQ, then waits for a verdict
        Rejected because:
        REJ · 2026-11-19 10:00 KST
          │ 할인 문구를 빼 주세요.
        Comment for the inspector:
          │ 할인 문구를 뺐습니다."
    `);
  });

  it('does not call a question of the inspector a rejection', () => {
    const asked = { content: '용도가 무엇인가요?', createdAt: '2026-11-19 10:00:00', status: 'INQ', userName: '' };
    const drawn = one({ live: { state: 'REQ' }, comments: [asked] });
    expect(drawn).toContain('  Inspection comments:\n  INQ · 2026-11-19 10:00 KST\n    │ 용도가 무엇인가요?');
    expect(drawn).not.toContain('Rejected');
  });

  it('shows a state that it does not know as it is', () => {
    expect(one({ steps: stepsOf('NEW', ['wake up', 'ODD']) })).toMatchInlineSnapshot(`
      "~ NotificationTemplate/shop/order-paid  manifests/order.yaml:1
        update: content differs from the manifest
        NEW ─ wake up → ODD"
    `);
  });

  it('shows a text that only lost a space as a diff, however short', () => {
    expect(
      one({ fields: [{ path: 'name', before: '결제  안내', after: '결제 안내', format: 'text' }] }),
    ).toMatchInlineSnapshot(`
      "~ NotificationTemplate/shop/order-paid  manifests/order.yaml:1
        update: content differs from the manifest

          ~ name
            - │ 결제«··»안내
            + │ 결제«·»안내
                (« » changed, · space)"
    `);
  });

  it('lets no control character and no direction through', () => {
    expect(
      one({
        after: { name: '\u202e악성\u001b[2J' },
        action: 'create',
        reasons: ['not-there'],
        source: { file: 'a\u0007.yaml', line: 1 },
      }),
    ).toMatchInlineSnapshot(`
      "+ NotificationTemplate/shop/order-paid  a<U+0007>.yaml:1
        create: not on the service yet

          + name  "<U+202E>악성<U+001B>[2J""
    `);
  });
});

describe('what is not a change', () => {
  const drawn = (parts: Parameters<typeof planOf>[0], verbose = false): string =>
    drawPlan(planOf(parts), plain(), { verbose }).split('\n\n').slice(1, -1).join('\n\n');

  it('is blocked with the way out and what was wanted', () => {
    expect(
      drawn({
        blocked: [
          blockedOf({
            state: 'ACT',
            reason: 'an active template cannot be edited',
            ways: [{ todo: ['versions: true'] }],
            moved: ['edited'],
            before: { content: '옛 글입니다' },
            after: { content: '새 글입니다' },
            fields: [{ path: 'content', before: '옛 글입니다', after: '새 글입니다', format: 'text' }],
          }),
          blockedOf({ address: 'Image/shop/a', source: null, state: 'absent', reason: 'it is too large' }),
        ],
      }),
    ).toMatchInlineSnapshot(`
      "Blocked  no allowed route leads to the desired state
        ✗ NotificationTemplate/shop/order-refunded  manifests/order.yaml:40
          ACT approved and in use · cannot be applied as declared
          an active template cannot be edited
          its manifest changed since the last apply or import
          → to allow it: versions: true

            ~ content  "옛 글입니다" → "새 글입니다"

        ✗ Image/shop/a
          not there · cannot be applied as declared
          it is too large
          → no flag and no setting allows it"
    `);
  });

  it('is blocked with the command that takes over a text that changed at the service only', () => {
    const fields = [{ path: 'content', before: '가', after: '나', format: 'text' as const }];
    const ways = [{ todo: ['`versions: true` in manifests/order.yaml'] }, { flags: ['--allow', 'loses-approval'] }];
    const line = '→ to take over the live content:';
    const of = (parts: Parameters<typeof blockedOf>[0]): string =>
      drawn({ blocked: [blockedOf({ ways, fields, ...parts })] });
    expect(of({ moved: ['drifted'] }).replace(/\s+/g, ' ')).toContain(
      `${line} \`notiform import NotificationTemplate/shop/order-refunded --update\` → to allow it: `,
    );
    expect(of({ moved: ['drifted', 'edited'] })).not.toContain(line);
    expect(of({ moved: ['edited'] })).not.toContain(line);
    expect(of({ moved: ['drifted'], fields: [] })).not.toContain(line);
  });

  it('has the command with the flags of the plan and those that allow the change, in brief too', () => {
    const flags = ['--target', '*/shop/**', '--allow', 'destroys'];
    const style = { ...plain(240), naming: { environment: 'production' } };
    const lineOf = (ways: Way[], brief: boolean, arrow: string): string | undefined =>
      drawPlan(planOf({ blocked: [blockedOf({ ways })] }), style, { flags, brief })
        .split('\n')
        .find((line) => line.includes(arrow))
        ?.trim();
    const way = (ways: Way[]): string | undefined => lineOf(ways, false, '→ ');
    const resubmit = { flags: ['--resubmit', 'Thing/a'] };
    const command = "`notiform -e production plan --target '*/shop/**' --allow destroys --resubmit Thing/a`";
    expect(way([resubmit])).toBe(
      `→ to allow it: fix the text in the manifest. The next apply submits the new text. For the same text again: ${command}`,
    );
    const all = "notiform -e production plan --target '*/shop/**' --allow destroys";
    expect(way([{ todo: ['see Thing/b', 'see Thing/c'] }, { flags: ['--unprotect', 'Thing/b c'] }])).toBe(
      `→ to allow it: see Thing/b; and see Thing/c, or \`${all} --unprotect 'Thing/b c'\``,
    );
    expect(way([{ todo: ['a; and --resubmit b'] }])).toBe('→ to allow it: a; and --resubmit b');
    expect(lineOf([resubmit], true, '✗ ')).toMatch(
      `; to allow it: fix the text in the manifest. The next apply submits the new text. For the same text again: ${command}`,
    );
  });

  it('is a deletion with the content that is lost', () => {
    const deleted = blockedOf({
      source: null,
      state: 'RDY',
      reason: 'delete: deletes it permanently (destroys)',
      ways: [{ flags: ['--allow', 'destroys'] }],
      risk: 'destroys',
      deletes: true,
      before: { content: '옛 글입니다' },
    });
    const version = blockedOf({ ...deleted, address: 'NotificationTemplate/shop/a@v1' });
    expect(drawn({ blocked: [deleted, version] })).toMatchInlineSnapshot(`
      "Blocked  no allowed route leads to the desired state
        ✗ NotificationTemplate/shop/order-refunded
          RDY approved and never sent · deletion not allowed
          delete: managed by notiform, and no manifest declares it any more
          delete: deletes it permanently (destroys)
          → to allow it: \`notiform plan --allow destroys\`

            - content  "옛 글입니다"

        ✗ NotificationTemplate/shop/a@v1
          RDY approved and never sent · deletion not allowed
          delete
          delete: deletes it permanently (destroys)
          → to allow it: \`notiform plan --allow destroys\`

            - content  "옛 글입니다""
    `);
  });

  it('shows what is for later whole: after what, and what is done then', () => {
    const own = { address: 'Video/shop/clip', state: 'ENCODING', waitsFor: 'encoding', since: null };
    const change = changeOf({ address: 'BrandTemplate/shop/film', dependsOn: ['Video/shop/clip'] });
    const later = { ...own, address: change.address, state: 'absent', held: { by: own.address, change } };
    expect(drawn({ waiting: [later] })).toMatchInlineSnapshot(`
      "  ~ update

      Waiting  for an external decision
        ~ BrandTemplate/shop/film  manifests/order.yaml:1
          ⧖ after Video/shop/clip, which waits for the end of the encoding
          update: content differs from the manifest"
    `);
    expect(drawn({ waiting: [later, own] })).toMatchInlineSnapshot(`
      "  ~ update

      Waiting  for an external decision
        ⧖ Video/shop/clip  ENCODING, waits for the end of the encoding

        ~ BrandTemplate/shop/film  manifests/order.yaml:1
          ⧖ after Video/shop/clip, which waits for the end of the encoding
          update: content differs from the manifest"
    `);
    expect(
      draw(planOf({ environment: 'local', waiting: [later] }))
        .trim()
        .split('\n')
        .at(-1),
    ).toBe('Next: notiform -e local apply --wait');
  });

  const unmanaged = (count: number): Plan['unmanaged'] =>
    Array.from({ length: count }, (_, index) => ({
      kind: 'NotificationTemplate',
      profile: index % 2 === 0 ? 'shop' : '',
      name: `old_${index}`,
      title: index === 0 ? '예전' : '',
      state: 'ACT',
    }));

  it('is not managed: of six some are counted', () => {
    expect(drawn({ unmanaged: unmanaged(12) })).toMatchInlineSnapshot(`
      "Not managed  live, not ours, never touched
        NotificationTemplate/shop  6
          old_0  ACT  예전
          old_2  ACT
          old_4  ACT
          … and 3 more

        NotificationTemplate  6
          old_1  ACT
          old_3  ACT
          old_5  ACT
          … and 3 more"
    `);
  });
});

describe('what part of the world a plan speaks of', () => {
  const allowFor = { 'Thing/a': ['destroys' as const] };
  const part = { shard: { index: 2, of: 8 }, targets: ['order-*'], excludes: ['Video/**'] };
  const policy = { ...planOf({}).policy, allowFor, ...part };

  it('stands below its heading', () => {
    expect(draw(planOf({ policy, environment: 'local' }))).toMatchInlineSnapshot(`
      "Plan for local
      ! Only a part was planned: --shard 2/8 --target 'order-*' --exclude 'Video/**'.
      ! Allowed for one resource: destroys=Thing/a.

      No changes. This part of it is as the manifests say.
      "
    `);
  });
});

describe('what the state is to remember', () => {
  it('is a section of its own, and is applied', () => {
    const remembers = [
      { address: 'NotificationTemplate/shop/order-paid', protect: true },
      { address: 'GroupTag/shop/promo', protect: false },
    ];
    expect(draw(planOf({ remembers, applyable: true, unchanged: 2 }))).toMatchInlineSnapshot(`
      "Plan for production

      Protection  changes in the state only
        ◆ NotificationTemplate/shop/order-paid  protected from now on
        ◆ GroupTag/shop/promo  no longer protected

      No changes. Everything declared for production is as the manifests say.
      Besides: 2 protection changes, 2 unchanged.
      Next: notiform -e production apply
      "
    `);
    const drawn = tags(drawPlan(planOf({ remembers }), colored()));
    expect(drawn).toContain('‹dim›protected from now on‹/›');
    expect(drawn).toContain('‹yellow›no longer protected‹/›');
  });
});

describe('a plan in brief, for a log', () => {
  const changes = [
    changeOf({ action: 'create', reasons: ['not-there'], after: PAID }),
    changeOf({ address: 'GroupTag/shop/promo', risks: ['destroys'] }),
  ];
  const own = { address: 'Video/shop/clip', state: 'ENCODING', waitsFor: 'encoding', since: null };
  const held = changeOf({ address: 'BrandTemplate/shop/film', action: 'create', reasons: ['not-there'] });
  const plan = planOf({
    changes,
    waiting: [own, { ...own, address: held.address, held: { by: own.address, change: held } }],
    blocked: [
      {
        address: 'NotificationTemplate/shop/refund',
        source: null,
        state: 'ACT',
        reason: 'a text in use cannot be edited',
        opens: '`versions: true` in manifests/order.yaml',
        ways: [{ todo: ['`versions: true` in manifests/order.yaml'] }],
        fields: [],
        before: PAID,
        after: null,
        comments: [],
        moved: [],
      },
      {
        address: 'NotificationTemplate/shop/odd',
        source: null,
        state: 'BLK',
        reason: 'the service has blocked it',
        opens: null,
        ways: [],
        fields: [],
        before: null,
        after: null,
        comments: [],
        moved: [],
      },
    ],
  });

  it('has a line for each address, and no content', () => {
    expect(drawPlan(plan, plain(120), { brief: true, next: false })).toMatchInlineSnapshot(`
      "Plan for production

      + NotificationTemplate/shop/order-paid  create
      ~ GroupTag/shop/promo  update: content differs from the manifest (destroys)

      Blocked  no allowed route leads to the desired state
        ✗ NotificationTemplate/shop/refund  cannot be applied as declared · now ACT: a text in use cannot be edited; to allow it: \`versions: true\` in manifests/order.yaml
        ✗ NotificationTemplate/shop/odd  cannot be applied as declared · now BLK: the service has blocked it

      Waiting  for an external decision
        ⧖ Video/shop/clip  waits for the end of the encoding
        + BrandTemplate/shop/film  create, after Video/shop/clip, which waits for the end of the encoding

      Plan: 1 to create, 1 to update.
      Besides: 2 waiting, 2 blocked.
      "
    `);
  });

  it('is in full where that is asked for', () => {
    expect(drawPlan(plan, plain(120), { isApply: true })).toContain('! 2 resources were blocked and not changed.');
    const verbose = drawPlan(plan, plain(120), { brief: true, verbose: true });
    expect(verbose).toBe(drawPlan(plan, plain(120), { verbose: true }));
  });
});

describe('the last line', () => {
  const last = (plan: Plan, view: PlanViewOptions = {}): string | undefined =>
    drawPlan(plan, plain(), view).trimEnd().split('\n').at(-1);
  const changes = [changeOf({ action: 'create', after: PAID })];

  it('is the command that does it, with the flags that it needs', () => {
    expect(last(planOf({ changes }))).toBe('Next: notiform -e production apply');
    expect(last(planOf({ changes }), { flags: ['--target', 'order-*', '--max-deletes', '30%'] })).toBe(
      "Next: notiform -e production apply --target 'order-*' --max-deletes 30%",
    );
  });

  it('is left out where the command goes on by itself', () => {
    expect(drawPlan(planOf({ changes }), plain(), { next: false }).trimEnd().split('\n').at(-1)).toBe(
      'Plan: 1 to create.',
    );
  });
});

describe('a plan in full', () => {
  it('has all comments on what is blocked, and below them the one that answers', () => {
    const drawn = drawPlan(wholePlan(), plain(), { verbose: true });
    const places = ['담당자 · REQ', '검수자 · REJ', 'Comment for the inspector:'].map((words) => drawn.indexOf(words));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  it('has the whole of each text, the samples, and what machines compare', () => {
    const long = '1\n2\n3\n4\n5\n6\n7';
    const changes = [
      changeOf({
        before: { content: long },
        after: { content: `${long}\n8` },
        fields: [{ path: 'content', before: long, after: `${long}\n8`, format: 'text' }],
        samples: [{ name: '기본', values: {} }],
      }),
    ];
    expect(drawPlan(planOf({ changes }), plain(), { verbose: true })).toMatchInlineSnapshot(`
      "Plan for production
      notiform 0.1.0 · 2026-11-20 18:00:00 KST · git 0123456789ab

        ~ update

      ~ NotificationTemplate/shop/order-paid  manifests/order.yaml:1
        update: content differs from the manifest

          ~ content
              │ 1
              │ 2
              │ 3
              │ 4
              │ 5
              │ 6
              │ 7
            + │ 8

      Plan: 1 to update.
      Next: notiform -e production apply
      "
    `);
  });
});
