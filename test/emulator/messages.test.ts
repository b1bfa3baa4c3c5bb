import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { openReady } from './message-support.ts';
import { messageOf, NOON, plainMessage, SHOP } from './support.ts';

describe('POST /v3/message', () => {
  it('accepts, then delivers and activates the template', async () => {
    const bench = await openReady();
    const { status, body } = await bench.message(plainMessage);
    expect([status, body]).toEqual([
      200,
      { code: 1000, description: 'success', messagekey: expect.stringMatching(/^[0-9a-f]{32}$/), refkey: 'ref-1' },
    ]);
    expect(await bench.detail('order_paid')).toMatchObject({ inspectionStatus: 'APR', status: 'A' });
    await bench.control.clock({ advance: 299 });
    expect(await bench.control.inbox()).toMatchObject({ messages: [{ result: null }] });
    await bench.control.clock({ advance: 1 });
    expect(await bench.control.inbox()).toEqual({
      ok: true,
      messages: [
        {
          messagekey: body['messagekey'],
          refkey: 'ref-1',
          type: 'at',
          to: '01000000000',
          from: '15880000',
          senderkey: SHOP,
          templatecode: 'order_paid',
          text: '홍길동님, 결제가 완료되었습니다.',
          lines: ['홍길동님, 결제가 완료되었습니다.'],
          content: { senderkey: SHOP, templatecode: 'order_paid', message: '홍길동님, 결제가 완료되었습니다.' },
          device: 'at',
          buttons: [],
          acceptedAt: '2026-11-20 12:00:00',
          sendAt: '2026-11-20 12:00:00',
          result: '7000',
          reason: null,
          pushed: false,
          warnings: [],
        },
      ],
      total: 1,
      next: null,
    });
  });

  const at = (content: JsonObject, changes: JsonObject = {}) => messageOf(content, changes);
  const button = (changes: JsonObject) => at({ button: [{ name: 'a', type: 'BK', ...changes }] });
  const reply = (changes: JsonObject) => at({ quickreply: [{ name: 'a', type: 'BK', ...changes }] });
  const highlight = (itemhighlight: JsonObject) => at({ itemhighlight });
  const items = (count: number) => ({
    item: { list: Array.from({ length: count }, () => ({ title: 'a', description: 'b' })) },
  });
  const summed = (description: string) => at({ item: { ...items(2).item, summary: { title: '합계', description } } });

  it.each<[what: string, body: JsonObject]>([
    ['a refkey of 32 bytes', { ...plainMessage, refkey: `${'가'.repeat(10)}ab` }],
    ['a body over the limit', at({ message: 'a'.repeat(1301) })],
    ['from and to of 16', { ...plainMessage, from: '0'.repeat(16), to: '010-1234-5678-90' }],
    ['a time that is over', { ...plainMessage, sendtime: String(NOON / 1000 - 5) }],
    ['a time 30 days ahead', { ...plainMessage, sendtime: String(NOON / 1000 + 30 * 86_400) }],
    ['a title of 50', at({ title: '😀'.repeat(50) })],
    ['a header of 16', at({ header: '😀'.repeat(16) })],
    ['5 buttons', at({ button: Array.from({ length: 5 }, () => ({ name: 'a', type: 'BK' })) })],
    ['10 quick replies', at({ quickreply: Array.from({ length: 10 }, () => ({ name: 'a', type: 'BK' })) })],
    ['a button of 28', button({ name: '😀'.repeat(28) })],
    ['a bot', button({ type: 'BT', chat_extra: 'a'.repeat(50), chat_event: 'a'.repeat(50) })],
    ['a consultation', reply({ type: 'BC', chat_extra: 'a'.repeat(50) })],
    ['a payment', button({ type: 'P3', plugin_id: 'a', relay_id: 'b', oneclick_id: 'c', product_id: 'd' })],
    ['a fallback', { ...plainMessage, resend: { first: 'sms' }, recontent: { sms: { message: 'a' } } }],
    ['a quick reply of 14', reply({ name: '😀'.repeat(14) })],
    ['a plugin of 24', button({ type: 'P1', plugin_id: 'a'.repeat(24) })],
    ['a number of 14', button({ type: 'TN', tel_number: '0'.repeat(14) })],
    ['a form', button({ type: 'BF', biz_form_id: 7 })],
    ['a map by coordinates', button({ type: 'MP', map_coordinates: '1,2' })],
    ['a highlight of 30 and 19', highlight({ title: '😀'.repeat(30), description: '😀'.repeat(19) })],
    ['a price', summed('₩1,234.56')],
    ['11 items', at(items(11))],
    ['the button that adds the channel', button({ name: '채널 추가', type: 'AC' })],
  ])('accepts %s', async (_what, body) => {
    expect((await (await openReady()).message(body)).body).toMatchObject({ code: 1000 });
  });

  it.each<[what: string, body: JsonObject, code: number, detail: string]>([
    ['an account of 21', { ...plainMessage, account: 'a'.repeat(21) }, 2000, 'account may have 20 characters'],
    ['a sender of 17', { ...plainMessage, from: '0'.repeat(17) }, 2000, 'from may have 16 characters'],
    ['a receiver that is no number', { ...plainMessage, to: 'qa' }, 2000, 'to has characters that are not allowed'],
    [
      'a fallback without its bodies',
      { ...plainMessage, resend: { first: 'sms' } },
      2000,
      'resend and recontent go together',
    ],
    ...(
      [
        ['chat_extra', 'BK', 'a', 'BC, BT'],
        ['chat_event', 'BC', 'a', 'BT'],
        ['plugin_id', 'BK', 'a', 'P1, P2, P3'],
        ['relay_id', 'DS', 'a', 'P1, P2, P3'],
        ['oneclick_id', 'P1', 'a', 'P3'],
        ['product_id', 'P2', 'a', 'P3'],
        ['tel_number', 'BK', '1', 'TN'],
        ['biz_form_id', 'BK', 7, 'BF'],
        ['map_address', 'BK', 'a', 'MP'],
        ['map_coordinates', 'TN', '1,2', 'MP'],
      ] as const
    ).map(([member, type, value, takers]): [string, JsonObject, number, string] => [
      `${member} on ${type}`,
      button({ type, [member]: value }),
      2000,
      `content.at.button[0].${member} is for ${takers} only`,
    ]),
    ['a refkey of 33 bytes', { ...plainMessage, refkey: '가'.repeat(11) }, 2000, 'refkey may have 32 bytes'],
    ['a country of 6', { ...plainMessage, country: '123456' }, 2000, 'country may have 5 characters'],
    ['userinfo of 51', { ...plainMessage, userinfo: 'a'.repeat(51) }, 2000, 'userinfo may have 50 characters'],
    ['a reseller code of 8', { ...plainMessage, resellercode: '12345678' }, 2000, 'resellercode must be 9 digits'],
    ['a time that is a date', { ...plainMessage, sendtime: '2026-11-20' }, 2000, 'sendtime must be a time in seconds'],
    [
      'a time over 30 days ahead',
      { ...plainMessage, sendtime: String(NOON / 1000 + 30 * 86_400 + 1) },
      2000,
      'sendtime is at most 30 days ahead',
    ],
    ['no content', { ...plainMessage, content: null }, 2000, 'content is required'],
    ['content of another type', { ...plainMessage, content: { ai: {} } }, 2000, 'content must hold at only'],
    ['a sender key of 41', at({ senderkey: 'a'.repeat(41) }), 2000, 'content.at.senderkey may have 40 characters'],
    ['a code of 33', at({ templatecode: 'a'.repeat(33) }), 2000, 'content.at.templatecode may have 32 characters'],
    ['a title of 51', at({ title: '😀'.repeat(51) }), 2000, 'content.at.title may have 50 characters'],
    ['a header of 17', at({ header: '😀'.repeat(17) }), 2000, 'content.at.header may have 16 characters'],
    [
      '6 buttons',
      at({ button: Array.from({ length: 6 }, () => ({ name: 'a', type: 'BK' })) }),
      2000,
      'content.at.button may have 5 elements',
    ],
    ['a button of 29', button({ name: '😀'.repeat(29) }), 2000, 'content.at.button[0].name may have 28 characters'],
    [
      'an unknown button',
      button({ type: 'XX' }),
      2000,
      'content.at.button[0].type must be one of WL, AL, DS, BK, MD, BC, BT, AC, P1, P2, P3, BF, TN, MP',
    ],
    [
      'AC with another name',
      button({ name: '친구 추가', type: 'AC' }),
      2000,
      'content.at.button[0].name of an AC button is fixed: 채널 추가',
    ],
    ['WL without link', button({ type: 'WL' }), 2000, 'content.at.button[0] needs url_mobile for WL'],
    ['BF without form', button({ type: 'BF' }), 2000, 'content.at.button[0] needs biz_form_id for BF'],
    [
      'MP without place',
      button({ type: 'MP' }),
      2000,
      'content.at.button[0] needs map_address or map_coordinates for MP',
    ],
    [
      'chat_extra of 51',
      button({ type: 'BC', chat_extra: 'a'.repeat(51) }),
      2000,
      'content.at.button[0].chat_extra may have 50 characters',
    ],
    [
      'chat_event of 51',
      button({ type: 'BT', chat_event: 'a'.repeat(51) }),
      2000,
      'content.at.button[0].chat_event may have 50 characters',
    ],
    [
      'a plugin of 25',
      button({ plugin_id: 'a'.repeat(25) }),
      2000,
      'content.at.button[0].plugin_id may have 24 characters',
    ],
    [
      'a number of 15',
      button({ tel_number: '0'.repeat(15) }),
      2000,
      'content.at.button[0].tel_number may have 14 characters',
    ],
    [
      'a quick reply of 15',
      reply({ name: '😀'.repeat(15) }),
      2000,
      'content.at.quickreply[0].name may have 14 characters',
    ],
    [
      'a quick reply MD',
      reply({ type: 'MD' }),
      2000,
      'content.at.quickreply[0].type must be one of WL, AL, BK, BC, BT, BF',
    ],
    [
      '11 quick replies',
      at({ quickreply: Array.from({ length: 11 }, () => ({ name: 'a', type: 'BK' })) }),
      2000,
      'content.at.quickreply may have 10 elements',
    ],
    [
      'an item without list',
      at({ item: { summary: { title: 'a', description: '1' } } }),
      2000,
      'content.at.item.list is required',
    ],
    [
      'an item of 7',
      at({ item: { list: [{ title: 'a'.repeat(7), description: 'b' }] } }),
      2000,
      'content.at.item.list[0].title may have 6 characters',
    ],
    [
      'an item of 24',
      at({ item: { list: [{ title: 'a', description: 'b'.repeat(24) }] } }),
      2000,
      'content.at.item.list[0].description may have 23 characters',
    ],
    [
      'a price with two decimal points',
      summed('1.00.00'),
      2000,
      'content.at.item.summary.description has characters that are not allowed',
    ],
    ['a price of 15', summed('1'.repeat(15)), 2000, 'content.at.item.summary.description may have 14 characters'],
    [
      'a highlight of 31',
      highlight({ title: 'a'.repeat(31) }),
      2000,
      'content.at.itemhighlight.title may have 30 characters',
    ],
    [
      'a highlight of 20',
      highlight({ description: 'a'.repeat(20) }),
      2000,
      'content.at.itemhighlight.description may have 19 characters',
    ],
  ])('refuses %s', async (_what, body, code, detail) => {
    const { status, body: answer } = await (await openReady()).message(body);
    const words = code === 2000 ? 'invalid message' : 'data format error';
    const { refkey } = body;
    const echoed = typeof refkey === 'string' && Buffer.byteLength(refkey) <= 32 ? { refkey } : {};
    expect([status, answer]).toEqual([400, { code, description: `${words}: ${detail}`, ...echoed }]);
  });

  it('judges a reserved message when it goes out', async () => {
    const bench = await openReady();
    await bench.message({ ...plainMessage, sendtime: String(NOON / 1000 + 60) });
    expect(await bench.detail('order_paid')).toMatchObject({ status: 'R' });
    await bench.call('/template/stop', { templateCode: 'order_paid' });
    await bench.control.clock({ advance: 60_300 });
    expect(await bench.control.inbox()).toMatchObject({
      messages: [{ sendAt: '2026-11-20 12:01:00', result: '7318', reason: 'the template is STP' }],
    });
  });
});
