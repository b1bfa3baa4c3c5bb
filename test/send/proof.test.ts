import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { approved, first, orderPaid, prepared, prove, template, testSend } from './support.ts';

const VALUES = new Map([
  ['이름', '홍길동'],
  ['금액', '12,000'],
  ['주문번호', 'A-1'],
]);

/** The payload of the sample template, as another program might build it, with its content changed. */
function payload(change: (content: JsonObject) => void = () => undefined, of: JsonObject = orderPaid): JsonObject {
  const sample = template(of).samples;
  const made = first(prepared({ template: template(of, { samples: sample }), approved: approved(of) })).payload;
  const copy: JsonObject = JSON.parse(JSON.stringify(made));
  change(inner(copy));
  return copy;
}

function inner(message: JsonObject): JsonObject {
  const content = message['content'] as JsonObject;
  return (content['at'] ?? content['ai']) as JsonObject;
}

function sentences(message: JsonObject, of: JsonObject = orderPaid, state = 'ACT'): string[] {
  return prove(message, approved(of, state)).map(({ code, path }) => `${code} ${path}`);
}

function button(content: JsonObject, index = 0): JsonObject {
  return (content['button'] as JsonObject[])[index] as JsonObject;
}

describe('a proof', () => {
  it('has nothing to say about the message that the template makes', () => {
    expect(sentences(payload())).toEqual([]);
  });

  it('names the first difference of the body by line and column, with both lines', () => {
    const message = payload((content) => {
      content['message'] = '홍길동님, 주문하신 상품의\n결제가  완료되었습니다.';
    });
    expect(prove(message, approved())).toMatchObject([
      {
        code: 'send-differs',
        path: 'message',
        message: 'It differs at line 2, column 5: the approved template has "완", the message a space',
        difference: {
          line: 2,
          column: 5,
          expected: '결제가 완료되었습니다.',
          actual: '결제가  완료되었습니다.',
        },
      },
    ]);
  });

  it.each<[string, (content: JsonObject) => void, string]>([
    [
      'a body with one more newline',
      (content) => {
        content['message'] = `${String(content['message'])}\n`;
      },
      'send-differs message',
    ],
    [
      'buttons in another order',
      (content) => {
        content['button'] = [...(content['button'] as JsonObject[])].reverse();
      },
      'send-parts button[0]',
    ],
    [
      'a button of another type',
      (content) => {
        button(content)['type'] = 'DS';
      },
      'send-parts button[0].type',
    ],
    [
      'another template',
      (content) => {
        content['templatecode'] = 'order_paid_v2';
      },
      'send-differs templatecode',
    ],
  ])('finds %s', (_what, change, expected) => {
    expect(sentences(payload(change))).toEqual([expected]);
  });

  it('says what a reader cannot see: decomposed Hangul', () => {
    const message = payload((content) => {
      content['header'] = '결제 안내'.normalize('NFD');
    });
    expect(prove(message, approved()).map(({ path, hint }) => [path, hint])).toContainEqual([
      'header',
      expect.stringContaining('It looks the same'),
    ]);
  });

  it('is sent as ai if the template has an image, and as at otherwise', () => {
    const image = { ...orderPaid, emphasis: { type: 'IMAGE', image: { url: 'https://image.example.com/1.png' } } };
    const message = payload(undefined, image);
    expect(message['type']).toBe('ai');
    expect(sentences(message, image)).toEqual([]);
    expect(sentences({ ...message, type: 'at', content: { at: inner(message) } }, image)).toEqual(['send-parts type']);
    expect(sentences({ ...payload(), type: 'ai', content: { ai: inner(payload()) } })).toEqual(['send-parts type']);
  });

  it.each([
    ['REG', 'send-state templatecode'],
    ['REQ', 'send-state templatecode'],
    ['REJ', 'send-state templatecode'],
    ['STP', 'send-state templatecode'],
    ['DMT', 'send-state templatecode'],
    ['BLK', 'send-state templatecode'],
    ['NEW', 'send-state templatecode'],
  ])('lets nothing go from a template in state %s', (state, expected) => {
    expect(sentences(payload(), orderPaid, state)).toEqual([expected]);
  });

  it('compares exactly where the values are known', () => {
    const message = payload((content) => {
      content['title'] = '13,000원';
    });
    expect(prove(message, approved())).toEqual([]);
    expect(prove(message, approved(), VALUES).map(({ message: words }) => words)).toEqual([
      'It differs at column 2: the approved template has "2", the message "3"',
    ]);
  });

  it('has the members of the template that no manifest can declare', () => {
    const form = { type: 'BF', name: '설문' };
    const { emphasis: _, ...rest } = orderPaid;
    const live = { ...approved({ ...rest, buttons: [form] }), beside: { buttons: [{ ...form, bizFormId: '7' }] } };
    const own = template({ ...rest, buttons: [form] });
    const made = inner(first(prepared({ template: own, approved: live })).payload);
    expect(made['button']).toEqual([{ ...form, biz_form_id: 7 }]);
    const proofOf = (content: JsonObject): string[] =>
      prove({ ...payload(), content: { at: content } }, live).map(({ path, message }) => `${path}: ${message}`);
    expect(proofOf(made)).toEqual([]);
    expect(proofOf({ ...made, button: [{ ...form, biz_form_id: 8 }] })).toEqual([
      'button[0].biz_form_id: It is 8, the approved template has 7',
    ]);
    const titled = { ...live, beside: { ...live.beside, emphasis: { title: '제목' } } };
    expect(prove({ ...payload(), content: { at: made } }, titled)).toMatchObject([{ path: 'title' }]);
  });

  it('has the notice that the service put at the end of the body, and may lack it whole', () => {
    const withNotice = { ...approved(), notice: '\n채널 추가하고 이 채널의 소식을 받아 보세요' };
    const [send] = prepared({ approved: withNotice });
    expect(send?.proof).toEqual([]);
    expect(inner(first(prepared({ approved: withNotice })).payload)['message']).toBe(
      '홍길동님, 주문하신 상품의\n결제가 완료되었습니다.\n채널 추가하고 이 채널의 소식을 받아 보세요',
    );
    expect(prove(payload(), withNotice)).toEqual([]);
    const cut = { ...inner(payload()), message: `${inner(payload())['message']}\n채널 추가` };
    expect(prove({ ...payload(), content: { at: cut } }, withNotice).map(({ message }) => message)).toEqual([
      'It differs at line 3, column 6: the approved template continues with "하", the message ends there',
    ]);
  });
});

describe('items, a highlight and quick replies', () => {
  const list: JsonObject = {
    ...orderPaid,
    emphasis: { type: 'ITEM_LIST' },
    highlight: { title: '#{상품}', description: '결제 완료', image: { url: 'https://image.example.com/2.png' } },
    items: [
      { title: '주문번호', description: '#{주문번호}' },
      { title: '수량', description: '2개' },
    ],
    itemSummary: { title: '합계', description: '#{금액}원' },
    link: { mobile: 'https://shop.example.com/#{주문번호}', android: 'shop://o' },
    buttons: [],
    quickReplies: [
      { type: 'BC', name: '상담' },
      { type: 'WL', name: '보기', link: { mobile: 'https://shop.example.com' } },
    ],
  };
  const listTemplate = template(list, {
    samples: [{ name: '기본', values: { 이름: '홍길동', 금액: '12,000', 주문번호: 'A-1', 상품: '양말' } }],
  });
  const message = (change: (content: JsonObject) => void = () => undefined): JsonObject => {
    const made = first(prepared({ template: listTemplate, approved: approved(list) })).payload;
    const copy: JsonObject = JSON.parse(JSON.stringify(made));
    change(inner(copy));
    return copy;
  };

  it('go out as the message API names them', () => {
    expect(inner(message())).toEqual({
      senderkey: 'a'.repeat(40),
      templatecode: 'order_paid',
      message: '홍길동님, 주문하신 상품의\n결제가 완료되었습니다.',
      header: '결제 안내',
      itemhighlight: { title: '양말', description: '결제 완료' },
      item: {
        list: [
          { title: '주문번호', description: 'A-1' },
          { title: '수량', description: '2개' },
        ],
        summary: { title: '합계', description: '12,000원' },
      },
      link: { url_mobile: 'https://shop.example.com/A-1', scheme_android: 'shop://o' },
      quickreply: [
        { name: '상담', type: 'BC' },
        { name: '보기', type: 'WL', url_mobile: 'https://shop.example.com' },
      ],
    });
    expect(sentences(message(), list)).toEqual([]);
  });

  it.each<[string, (content: JsonObject) => void, string[]]>([
    [
      'quick replies in another order',
      (content) => {
        content['quickreply'] = [...(content['quickreply'] as JsonObject[])].reverse();
      },
      ['send-parts quickreply[0]'],
    ],
  ])('are held against the template: %s', (_what, change, expected) => {
    expect(sentences(message(change), list)).toEqual(expected);
  });

  it('may strike the title of the highlight through', () => {
    const fixed = { ...list, highlight: { title: '양말', description: '결제 완료' } };
    const struck = message((content) => {
      content['itemhighlight'] = { title: '양말\\s', description: '결제 완료' };
    });
    const other = message((content) => {
      content['itemhighlight'] = { title: '장갑\\s', description: '결제 완료' };
    });
    expect(sentences(struck, fixed)).toEqual([]);
    expect(sentences(struck, list)).toEqual([]);
    expect(sentences(other, fixed)).toEqual(['send-differs itemhighlight.title']);
  });

  it('wants the strike-through where the template has it', () => {
    const fixed = { ...list, highlight: { title: '양말\\s', description: '결제 완료' } };
    expect(sentences(message(), fixed)).toEqual(['send-differs itemhighlight.title']);
  });

  it('are sent with the name that a channel-add button has anyway', () => {
    const channel = { ...orderPaid, messageType: 'AD', buttons: [{ type: 'AC' }] };
    const sent = inner(payload(undefined, channel));
    expect(sent['button']).toEqual([{ name: '채널 추가', type: 'AC' }]);
  });
});

describe('the values of a test send', () => {
  it('reach the buttons by name', () => {
    const content: JsonObject = {
      ...orderPaid,
      buttons: [
        { type: 'P1', name: '보안', plugin: 'secure-image' },
        { type: 'P3', name: '결제', plugin: 'pay' },
        { type: 'MP', name: '지도' },
        { type: 'MP', name: '지도' },
        { type: 'BT', name: '봇' },
      ],
      quickReplies: [{ type: 'BC', name: '상담' }],
    };
    const test = testSend({
      buttons: {
        보안: { relayId: 'r-1' },
        결제: { oneclickId: 'o-1', productId: 'p-1' },
        지도: { map: { address: '서울시 중구', coordinates: '37.5,127.0' } },
        '지도#2': { map: { address: '부산시 중구' } },
        봇: { chatExtra: 'x', chatEvent: 'y' },
        상담: { chatExtra: 'z' },
      },
    });
    const send = first(prepared({ test, template: template(content), approved: approved(content) }));
    expect(send.proof).toEqual([]);
    const sent = inner(send.payload);
    expect([sent['button'], sent['quickreply']]).toEqual([
      [
        { name: '보안', type: 'P1', plugin_id: 'secure-image', relay_id: 'r-1' },
        { name: '결제', type: 'P3', plugin_id: 'pay', oneclick_id: 'o-1', product_id: 'p-1' },
        { name: '지도', type: 'MP', map_address: '서울시 중구', map_coordinates: '37.5,127.0' },
        { name: '지도', type: 'MP', map_address: '부산시 중구' },
        { name: '봇', type: 'BT', chat_extra: 'x', chat_event: 'y' },
      ],
      [{ name: '상담', type: 'BC', chat_extra: 'z' }],
    ]);
  });
});
