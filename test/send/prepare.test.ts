import { describe, expect, it } from 'vitest';
import type { TestSend } from '../../src/core/test-send.ts';
import { withOverrides } from '../../src/send/choice.ts';
import { describeProof } from '../../src/send/describe.ts';
import {
  approved,
  environment,
  first,
  handClock,
  KEY,
  type OfTemplates,
  orderPaid,
  paidContent,
  preparation,
  prepared,
  prepareSends,
  prepareText,
  template,
  testSend,
} from './support.ts';

/** What a user reads of a preparation's problems: `severity code: message (hint)`. */
function complaints(more: Partial<OfTemplates>): string[] {
  return prepareSends(preparation(more)).problems.map(
    ({ severity, code, message, hint }) => `${severity} ${code}: ${message}${hint ? ` (${hint})` : ''}`,
  );
}

describe('a prepared send', () => {
  it('is the payload of the message API, whole', () => {
    expect(first(prepared()).payload).toEqual({
      type: 'at',
      from: '15880000',
      to: '01000000000',
      refkey: expect.stringMatching(/^nf[0-9a-f]{30}$/),
      content: paidContent(KEY),
    });
  });

  it('has the line breaks that the service compares it with', () => {
    const live = { ...orderPaid, content: String(orderPaid['content']).replaceAll('\n', '\r\n') };
    const send = first(prepared({ approved: approved(live) }));
    expect(send.payload.content).toMatchObject({
      at: { message: '홍길동님, 주문하신 상품의\r\n결제가 완료되었습니다.' },
    });
    expect(send.proof).toEqual([]);
  });

  it('carries the labels of the test send and the time', () => {
    const test = testSend({
      country: '82',
      userinfo: 'crm',
      resellercode: '123456789',
      at: '2026-11-21T09:00+09:00',
    });
    expect(first(prepared({ test })).payload).toMatchObject({
      country: '82',
      userinfo: 'crm',
      resellercode: '123456789',
      sendtime: '1795219200',
    });
  });

  it('is one for each recipient, each with a refkey of its own', () => {
    const sends = prepared({ test: testSend({ to: ['qa', 'dev', 'qa'] }) });
    expect(sends.map(({ to }) => to)).toEqual([
      { name: 'qa', number: '01000000000' },
      { name: 'dev', number: '01000000001' },
    ]);
    expect(new Set(sends.map(({ payload }) => payload.refkey)).size).toBe(2);
  });

  it('goes to the code that the service has, whatever the manifest says', () => {
    const send = first(prepared({ approved: { ...approved(), code: 'order_paid_v2' } }));
    expect(send.code).toBe('order_paid_v2');
    expect(send.proof).toEqual([]);
  });

  it('is proved against what was approved, not against the manifest', () => {
    const edited = { ...orderPaid, content: `${orderPaid['content']}\n` };
    expect(first(prepared({ template: template(edited) })).proof.map(({ message }) => message)).toEqual([
      'It differs at line 3, column 1: the approved template ends there, the message continues with a line break',
    ]);
  });

  it('risks the text of a template that was never sent, and asks for a yes', () => {
    const send = first(prepared({ approved: approved(orderPaid, 'RDY') }));
    const allowed = first(
      prepared({ approved: approved(orderPaid, 'RDY'), test: testSend({ allow: ['locks-text'] }) }),
    );
    const active = first(prepared());
    expect([send.risks, send.toConfirm]).toEqual([['locks-text'], ['locks-text']]);
    expect([allowed.risks, allowed.toConfirm]).toEqual([['locks-text'], []]);
    expect([active.risks, active.toConfirm]).toEqual([[], []]);
  });
});

it('a mistake is blamed on the field that makes it: that of the envelope, or the longest value of the text', () => {
  const blamed = (more: Partial<TestSend>): unknown[] =>
    prepareText(
      { type: 'sms', text: '#{이름}님, #{상품}' },
      { variables: { 이름: '가', 상품: '나' }, ...more },
    ).problems.map(({ path }) => path);
  expect(blamed({ resellercode: '12' })).toEqual(['resellercode']);
  const values = { 이름: '홍길동', 주문번호: 'A-1', 금액: `${'9'.repeat(60)}` };
  const wide = { ...orderPaid, emphasis: { type: 'TEXT', title: '#{이름} #{금액}', subtitle: '결제' } };
  const more = { template: template(wide, { samples: [{ name: '기본', values }] }), approved: approved(wide) };
  expect(first(prepared(more)).faults.map(({ path }) => path)).toEqual(['samples[0].values.금액']);
});

describe('the values of the variables', () => {
  const two = template(orderPaid, {
    samples: [
      { name: '기본', values: { 이름: '홍길동', 금액: '12,000', 주문번호: 'A-1' } },
      { name: '긴 이름', values: { 이름: '남궁민수', 금액: '1', 주문번호: 'B-2' } },
    ],
  });
  const title = (more: Partial<OfTemplates>): unknown =>
    (first(prepared(more)).payload.content['at'] as { title: string; message: string }).title;

  it('come from the first sample, the named one, and the test send over it', () => {
    expect(title({ template: two })).toBe('12,000원');
    expect(title({ template: two, test: testSend({ sample: '긴 이름' }) })).toBe('1원');
    expect(title({ template: two, test: testSend({ sample: '긴 이름', variables: { 금액: '9' } }) })).toBe('9원');
  });

  it('must be there for every variable', () => {
    expect(
      complaints({ template: template(orderPaid, { samples: [] }), test: testSend({ variables: { 이릅: '홍길동' } }) }),
    ).toEqual([
      'error send-missing-value: `#{금액}` of NotificationTemplate/shop/order-paid has no value (Give it one in `variables`, in the sample, or with `--var 금액=…`)',
      'error send-missing-value: `#{이름}` of NotificationTemplate/shop/order-paid has no value (Give it one in `variables`, in the sample, or with `--var 이름=…`)',
      'error send-missing-value: `#{주문번호}` of NotificationTemplate/shop/order-paid has no value (Give it one in `variables`, in the sample, or with `--var 주문번호=…`)',
      'error send-unused-value: A value is given for `이릅`, and NotificationTemplate/shop/order-paid has no `#{이릅}` (Did you mean `이름`?)',
    ]);
  });

  it('may be empty, with a warning', () => {
    expect(complaints({ test: testSend({ variables: { 이름: '' } }) })).toEqual([
      'warning send-empty-value: `#{이름}` of NotificationTemplate/shop/order-paid would be filled with nothing',
    ]);
  });

  it('are refused for an unknown variable', () => {
    expect(complaints({ test: testSend({ variables: { 쿠폰: 'x' } }) })).toEqual([
      'error send-unused-value: A value is given for `쿠폰`, and NotificationTemplate/shop/order-paid has no `#{쿠폰}` (It has: 금액, 이름, 주문번호)',
    ]);
    const plain = { ...orderPaid, content: '안내', emphasis: { type: 'NONE' }, buttons: [] };
    expect(
      complaints({
        template: template(plain),
        approved: approved(plain),
        test: testSend({ variables: { 쿠폰: 'x' } }),
      }),
    ).toContain(
      'error send-unused-value: A value is given for `쿠폰`, and NotificationTemplate/shop/order-paid has no `#{쿠폰}` (Remove the value)',
    );
  });

  it('may be there for a variable of a part that no send carries, and need not', () => {
    const subtitled = { ...orderPaid, emphasis: { type: 'TEXT', title: '#{금액}원', subtitle: '#{상품}' } };
    const found = (test: OfTemplates['test']): string[] =>
      complaints({ template: template(subtitled), approved: approved(subtitled), test });
    expect(found(testSend())).toEqual([]);
    expect(found(testSend({ variables: { 상품: '감귤' } }))).toEqual([]);
  });

  it('of the command line may be too many, with a warning, and the send is made', () => {
    const test = withOverrides(testSend(), { variables: { 쿠폰: 'x' } });
    const { sends, problems } = prepareSends(preparation({ test }));
    expect(problems).toMatchObject([{ code: 'send-unused-value', severity: 'warning', path: 'variables.쿠폰' }]);
    expect(sends).toHaveLength(1);
  });

  it('come from a sample that exists', () => {
    const wrong = (sample: string, samples = two.samples): string[] =>
      complaints({ template: template(orderPaid, { samples }), test: testSend({ sample }) });
    const base = 'error send-sample: NotificationTemplate/shop/order-paid has no sample';
    expect(wrong('summer')).toEqual([`${base} \`summer\` (There are: 기본, 긴 이름)`]);
    expect(wrong('summer', [])).toEqual([`${base} \`summer\` (It has no samples)`]);
  });

  it('must not contain a variable', () => {
    expect(complaints({ test: testSend({ variables: { 이름: '#{성함}' } }) })).toEqual([
      'error send-leftover: The value of `이름` contains the variable `#{성함}`, which is not filled (Write the text that a recipient reads)',
    ]);
  });

  it('may make the body longer than it may be', () => {
    const long = (count: number): Partial<OfTemplates> => {
      const content = { content: '#{이름}' };
      return {
        template: template(content, { samples: [{ name: '기본', values: { 이름: '가'.repeat(count) } }] }),
        approved: approved(content),
      };
    };
    expect(first(prepared(long(1301))).proof.map(({ message }) => message)).toEqual([
      'It has 1301 characters, 1300 are allowed',
    ]);
  });
});

describe('who sends and who receives', () => {
  it.each(['010-0000-0000', '+82 (10) 0000.0000', 'tel:01000000000', '０１０００００００００', 'qa 010 0000 0000'])(
    'are names of the environment, never numbers, and %s is not repeated',
    (number) => {
      const { problems } = prepareSends(preparation({ test: testSend({ to: [number, 'qa'], from: number }) }));
      expect(problems.map(({ code, message, hint, path }) => [path, code, message, hint])).toEqual([
        [
          'from',
          'send-number',
          'A phone number is given instead of the name of a sender',
          'Give it a name under `senders` of the environment, and pass the name',
        ],
        [
          'to[0]',
          'send-number',
          'A phone number is given instead of the name of a recipient',
          'Give it a name under `recipients` of the environment, and pass the name',
        ],
      ]);
      expect(JSON.stringify(problems)).not.toMatch(/0000|００/);
    },
  );

  it('may have digits in their names', () => {
    const named = { ...environment, recipient: () => '01000000000' };
    expect(complaints({ environment: named, test: testSend({ to: ['qa-20261122', 'team 2'] }) })).toEqual([]);
  });

  it('must be known', () => {
    expect(complaints({ test: testSend({ to: ['aq'], from: 'man' }) })).toEqual([
      'error config-unknown-name: The environment local has no `man` among its senders',
      'error config-unknown-name: The environment local has no `aq` among its recipients',
    ]);
  });

  it('must be named', () => {
    expect(complaints({ test: testSend({ to: [] }), defaultSender: undefined })).toEqual([
      'error send-no-sender: The test send order-paid-smoke names no sender (Name one in `from`, with `--from`, or as `defaults.sender` of notiform.yaml)',
      'error send-no-recipient: The test send order-paid-smoke names no recipient (Name a recipient of the environment in `to`, or with `--to`)',
    ]);
  });

  it('are as many as allowed', () => {
    const test = testSend({ to: ['qa', 'dev', 'ops'] });
    expect(prepared({ test, maxRecipients: 3 })).toHaveLength(3);
    expect(complaints({ test, maxRecipients: 2 })).toEqual([
      'error send-too-many: The test send order-paid-smoke has 3 recipients, 2 are allowed (Allow them with `--max-recipients 3`)',
    ]);
  });

  it('does not hide a failure that is none of theirs', () => {
    const broken = {
      ...preparation().environment,
      recipient: () => {
        throw new TypeError('broken');
      },
    };
    expect(() => prepareSends(preparation({ environment: broken }))).toThrow(new TypeError('broken'));
  });
});

describe('the profile that sends', () => {
  const grouped = template(orderPaid, { address: 'NotificationTemplate/mall/order-paid', profile: 'mall' });

  it('is the template’s own', () => {
    expect(first(prepared({ test: testSend({ profile: 'shop' }) })).payload.content['at']).toMatchObject({
      senderkey: KEY,
    });
  });

  it('cannot be another one', () => {
    expect(complaints({ test: testSend({ profile: 'outlet' }) })).toEqual([
      'error send-profile: NotificationTemplate/shop/order-paid belongs to the profile shop, and outlet cannot send it (Leave `profile` out)',
    ]);
  });

  it('is the option in the help, if the command line named it', () => {
    expect(complaints({ test: testSend({ profile: 'outlet', given: ['profile'] }) })).toEqual([
      expect.stringContaining('(Leave `--profile` out)'),
    ]);
  });

  it('is named where the template is a group’s', () => {
    const test = testSend({ profile: 'outlet' });
    expect(first(prepared({ template: grouped, test })).payload.content['at']).toMatchObject({
      senderkey: 'b'.repeat(40),
    });
    expect(complaints({ template: grouped })).toEqual([
      'error send-profile: The test send order-paid-smoke names no profile, and NotificationTemplate/mall/order-paid belongs to a group (Name one of the group in `profile`: shop, outlet)',
    ]);
  });

  it('is no group', () => {
    const groups = { ...preparation().environment, profiles: new Map([['mall', { type: 'G' as const }]]) };
    expect(complaints({ template: grouped, test: testSend({ profile: 'mall' }), environment: groups })).toEqual([
      'error send-profile: mall is a group, and a group cannot send (The environment has no profile of type S)',
    ]);
  });

  it('must be known', () => {
    expect(complaints({ template: grouped, test: testSend({ profile: 'shp' }) })).toEqual([
      'error config-unknown-name: The environment local has no `shp` among its profiles',
    ]);
    expect(complaints({ template: template(orderPaid, { profile: 'gone' }) })).toEqual([
      'error config-unknown-name: The environment local has no `gone` among its profiles',
    ]);
  });
});

describe('the template of a send', () => {
  it('must be there', () => {
    expect(complaints({ approved: undefined })).toEqual([
      'error send-template: The service has no template for NotificationTemplate/shop/order-paid (Apply it, and send it when it is approved)',
    ]);
  });

  it('must have the buttons that values are given for', () => {
    const bare = { content: '안녕' };
    expect(complaints({ test: testSend({ buttons: { 주문보기: { relayId: 'x' } } }) })).toEqual([
      'error send-button-value: The template has no button `주문보기` (It has: 주문 보기, 고객센터 연결)',
    ]);
    expect(
      complaints({
        template: template(bare, { samples: [] }),
        approved: approved(bare),
        test: testSend({ buttons: { 주문: {} } }),
      }),
    ).toEqual(['error send-button-value: The template has no button `주문` (It has no buttons)']);
  });
});

describe('what is not sent', () => {
  it('is refused, not left out in silence', () => {
    const test = testSend({ brand: { mode: 'free' } });
    expect(complaints({ test })).toEqual([
      'error send-unsupported: A test send of a notification template has no `brand` (Leave it out)',
    ]);
  });
});

describe('the time of a send', () => {
  it.each([
    ['2026-11-20T09:00:01+09:00', '1795132801'],
    ['2026-11-20T09:01', '1795132860'],
    ['2026-11-20T00:01:00Z', '1795132860'],
    ['2026-12-20T09:00+09:00', '1797724800'],
  ])('%s is %s on the wire', (at, sendtime) => {
    expect(first(prepared({ test: testSend({ at }) })).payload.sendtime).toBe(sendtime);
  });

  it.each([
    'tomorrow',
    '2026-12-01',
    '2026-12-01+09:00',
    '2026-11-31T09:00+09:00',
    '2026-12-01T25:00+09:00',
    '2026-11-20T09:00+09:00',
    '2026-12-20T09:00:01+09:00',
  ])('%s is refused, and named as it was given', (at) => {
    const complaint = (given: string, test: TestSend): void =>
      expect(complaints({ test, clock: handClock() })).toEqual([
        expect.stringContaining(`error send-time: \`${given} ${at}\` is `),
      ]);
    complaint('at:', testSend({ at }));
    complaint('--at', testSend({ at, given: ['at'] }));
  });
});

describe('what a send expects', () => {
  it.each([
    ['failed', '`expect: failed` is not understood'],
    ['failed:73', '`expect: failed:73` is not understood'],
    ['failed:7000', '`expect: failed:7000` expects a failure, and 7000 means delivery'],
  ])('is not %s', (expect_, message) => {
    expect(complaints({ test: testSend({ expect: expect_ }) })).toEqual([
      `error send-expectation: ${message} (Write \`delivered\` or \`failed:7322\`)`,
    ]);
  });
});

describe('a send without a manifest', () => {
  const address = 'NotificationTemplate/shop/order-paid';
  const adHoc = testSend({ id: address, source: { file: 'manifests/order.yaml', line: 3, column: 1 } });

  it('blames no manifest for what the command line says', () => {
    expect(prepareSends(preparation({ test: { ...adHoc, to: [] } })).problems).toEqual([
      {
        code: 'send-no-recipient',
        severity: 'error',
        message: `The template ${address} names no recipient`,
        hint: 'Name a recipient of the environment in `to`, or with `--to`',
        address,
        path: 'to',
      },
    ]);
  });

  it('has no source', () => {
    expect(describeProof(first(prepared({ test: adHoc })))).toMatchObject({ send: address, source: null });
  });
});
