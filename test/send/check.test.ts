import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/core/json.ts';
import type { Resource } from '../../src/core/resource.ts';
import { checkPayload } from '../../src/send/check.ts';
import { uploadFile } from '../emulator/file-support.ts';
import { NOON } from '../emulator/support.ts';
import { jpeg } from '../images.ts';
import { type Agreement, openAgreement, PROFILES, payloadOf, profileOf } from './agreement.ts';
import { template } from './support.ts';

const [SHOP = '', OUTLET = '', MALL = ''] = PROFILES.map(({ key }) => key);

/** The templates of the emulator. A variable stands for any text, so that only the limits of messages hold. */
const TEMPLATES: readonly JsonObject[] = [
  { templateCode: 'plain', templateContent: '#{a}' },
  { templateCode: 'shared', templateContent: '#{a}', profile: 'mall' },
  { templateCode: 'fixed', templateContent: '주문\n완료' },
  { templateCode: 'titled', templateContent: '#{a}', templateEmphasizeType: 'TEXT', templateTitle: '#{a}' },
  { templateCode: 'headed', templateContent: '#{a}', templateHeader: '#{a}' },
  {
    templateCode: 'listed',
    templateContent: '#{a}',
    templateEmphasizeType: 'ITEM_LIST',
    templateItem: {
      list: [
        { title: '#{a}', description: '#{a}' },
        { title: '#{a}', description: '#{a}' },
      ],
      summary: { title: '#{a}', description: '#{a}' },
    },
  },
  {
    templateCode: 'high',
    templateContent: '#{a}',
    templateItemHighlight: { title: '#{a}', description: '#{a}' },
  },
  {
    templateCode: 'pictured',
    templateContent: '#{a}',
    templateItemHighlight: { title: '#{a}', description: '#{a}', imageUrl: 'https://cdn.example.com/a.jpg' },
  },
  {
    templateCode: 'linked',
    templateContent: '#{a}',
    templateRepresentLink: { linkMo: 'https://shop.example.com/#{a}' },
  },
  {
    templateCode: 'image',
    templateContent: '#{a}',
    templateEmphasizeType: 'IMAGE',
    templateImageName: 'a.jpg',
    templateImageUrl: 'https://cdn.example.com/a.jpg',
  },
  { templateCode: 'waiting', templateContent: '#{a}', inspectionStatus: 'REQ' },
  { templateCode: 'rejected', templateContent: '#{a}', inspectionStatus: 'REJ' },
  { templateCode: 'stopped', templateContent: '#{a}', status: 'S' },
  { templateCode: 'blocked', templateContent: '#{a}', block: true },
  ...['WL', 'AL', 'DS', 'BK', 'MD', 'BC', 'BT', 'MP', 'P1', 'P3', 'TN'].map((linkType) => ({
    templateCode: `button-${linkType}`,
    templateContent: '#{a}',
    buttons: [
      {
        name: '#{a}',
        linkType,
        ...(linkType === 'WL' ? { linkMo: 'https://shop.example.com/#{a}' } : {}),
        ...(linkType === 'AL' ? { linkAnd: 'shop://a', linkIos: 'shop://a' } : {}),
        ...(linkType === 'TN' ? { telNumber: '1588-0000' } : {}),
        ...(/^P/.test(linkType) ? { pluginId: 'secure-image' } : {}),
      },
    ],
  })),
  { templateCode: 'button-AC', templateContent: '#{a}', buttons: [{ name: '채널 추가', linkType: 'AC' }] },
  { templateCode: 'replied', templateContent: '#{a}', quickReplies: [{ name: '#{a}', linkType: 'BC' }] },
];

const resources: readonly Resource[] = TEMPLATES.map(({ templateCode, profile = 'shop' }) => {
  const [code, owner] = [String(templateCode), String(profile)];
  return template({}, { address: `NotificationTemplate/${owner}/${code}`, id: code, name: code, profile: owner });
});
const brandTemplate = template({}, { address: 'BrandTemplate/shop/brand', kind: 'BrandTemplate', name: 'brand' });

async function opened(): Promise<Agreement & { key: string }> {
  const agreement = await openAgreement();
  const { bench } = agreement;
  const plugin = { pluginId: 'secure-image', pluginType: 'SECURE_IMAGE', callbackUrl: 'https://example.com/image' };
  const templates = TEMPLATES.map((one) => ({ profile: 'shop', inspectionStatus: 'APR', status: 'A', ...one }));
  const seeded = await bench.control.seed({
    pluginCallbacks: [{ profile: 'shop', ...plugin }] as never,
    templates: templates as never,
    brandTemplates: [{ profile: 'shop', templateCode: 'brand', chatBubbleType: 'TEXT', content: '#{a}' }] as never,
  });
  expect(seeded).toMatchObject({ ok: true });
  expect(await bench.call('/group/profile/delete', { groupKey: MALL, senderKey: OUTLET })).toMatchObject({
    code: '200',
  });
  return { ...agreement, key: String((await uploadFile(bench, { bytes: jpeg(10, 10) })).body['filekey']) };
}

const at = (templatecode: string, more: JsonObject = {}, around: JsonObject = {}): JsonObject =>
  payloadOf('at', { senderkey: SHOP, templatecode, message: '안내', ...more }, around);
const around = (more: JsonObject): JsonObject => at('plain', {}, more);
const sms = (message: Json, more: JsonObject = {}): JsonObject => payloadOf('sms', { message }, more);
const long = (count: number): string => '가'.repeat(count);
const ahead = (seconds: number): string => String(NOON / 1000 + seconds);
const DAYS_30 = 30 * 86_400;
const without = (payload: JsonObject, name: string): JsonObject => {
  const { [name]: _, ...rest } = payload;
  return rest;
};
const listed = (title: string, description: string, summary: JsonObject | null = { title: '합계', description: '1' }) =>
  at('listed', {
    item: {
      list: [
        { title, description },
        { title: '가', description: '나' },
      ],
      summary,
    },
  });
const button = (type: string, more: JsonObject = {}, name: Json = '보기'): JsonObject =>
  at(`button-${type}`, { button: [{ name, type, ...more }] });
const web = { url_mobile: 'https://shop.example.com/1' };
const reply = (name: Json, more: JsonObject = {}): JsonObject =>
  at('replied', { quickreply: [{ name, type: 'BC', ...more }] });
const fallbackOf = (first: string, second?: string): JsonObject => {
  const all: JsonObject = {
    ...{ sms: { message: '가' }, lms: { message: '가' }, ntalk: {}, rcs: rcs()['content'] ?? null },
    at: { senderkey: SHOP, templatecode: 'plain', message: '안내' },
    ut: brandContent({ messagevariable: { a: '가' } }),
  };
  const names = [first, ...(second === undefined ? [] : [second])];
  return {
    resend: { first, ...(second === undefined ? {} : { second }) },
    recontent: Object.fromEntries(names.map((name) => [name, all[name] ?? null])),
  };
};
const rcsWith = (first: string, second?: string): JsonObject => ({ ...rcs(), ...fallbackOf(first, second) });
const rcsContent = { messagebaseid: 'b', chatbotid: 'c', header: '0' };
const resend = (type: string, first: Json, second?: Json, bodies: JsonObject = {}): JsonObject => {
  const known: JsonObject = { sms: { message: '가' }, lms: { message: '가' }, rcs: rcsContent, ...bodies };
  const named = [first, ...(second === undefined ? [] : [second])].map(String);
  const recontent = Object.fromEntries(named.map((name) => [name, known[name] ?? { message: '가' }]));
  const fallback = { resend: { first, ...(second === undefined ? {} : { second }) }, recontent };
  return type === 'sms' ? sms('가', fallback) : around(fallback);
};

const brandContent = (more: JsonObject): JsonObject => ({
  ...{ senderkey: SHOP, brandmessagetype: 'BASIC', sendtarget: 'friend', templatecode: 'brand' },
  ...more,
});
const basic = (more: JsonObject = {}, around: JsonObject = {}): JsonObject =>
  payloadOf('ut', brandContent(more), around);
const freeContent = (more: JsonObject): JsonObject =>
  brandContent({ brandmessagetype: 'FREE', templatecode: null, message: '안내', ...more });
const free = (more: JsonObject = {}): JsonObject => payloadOf('ut', freeContent(more));
const rcs = (more: JsonObject = {}): JsonObject =>
  payloadOf('rcs', { messagebaseid: 'b', chatbotid: 'c', header: '0', ...more });
const suggested = (suggestion: JsonObject): JsonObject => rcs({ button: [{ suggestions: [suggestion] }, {}] });
const action = { action: { urlAction: { openUrl: { url: 'https://shop.example.com' } } }, displayText: '보기' };

type Row = [sentence: string, accepted: JsonObject[], refused: JsonObject[]];

/** Section by section of the message API: payloads that the sentence allows, and payloads that it refuses. */
const SENTENCES: readonly Row[] = [
  // 2.4
  [
    'account is required',
    [around({})],
    [without(around({}), 'account'), ...[null, '', ' ', 7, []].map((account) => around({ account }))],
  ],
  ['account has 20 characters', [], [around({ account: 'a'.repeat(21) })]],
  [
    'type is a channel',
    [],
    [without(around({}), 'type'), ...[null, '', 'AT', 'xx', 5].map((type) => around({ type }))],
  ],
  [
    'content holds exactly one key equal to type',
    [],
    [
      ...[null, '', [], {}, 'at', { at: null }, { at: [] }, { sms: { message: '가' } }].map((content) =>
        around({ content }),
      ),
      { ...at('plain'), content: { ...(at('plain')['content'] as JsonObject), sms: { message: '가' } } },
      without(around({}), 'content'),
    ],
  ],
  [
    'from and to have 16 characters, digits and hyphens',
    [
      around({ from: '1588-0000' }),
      around({ to: '010-0000-0000' }),
      around({ to: '1'.repeat(16) }),
      around({ to: '+821000000000' }),
      around({ from: '+821' }),
      around({ from: '1'.repeat(16) }),
    ],
    [
      ...['from', 'to'].flatMap((name) =>
        [null, '', ' ', 'main', '-1', '1'.repeat(17), 1588].map((value) => around({ [name]: value })),
      ),
    ],
  ],
  [
    'refkey has 32 bytes in UTF-8',
    [around({ refkey: `${long(10)}ab` })],
    [null, '', ' ', 5, long(11), 'r'.repeat(33)].map((refkey) => around({ refkey })),
  ],
  [
    'country has 5 characters',
    [null, '', '82', 'KR', '12345', '8-2', '+82'].map((country) => around({ country })),
    [82, '123456', {}].map((country) => around({ country })),
  ],
  [
    'userinfo has 50 characters',
    [null, '', ' ', long(50)].map((userinfo) => around({ userinfo })),
    [5, long(51)].map((userinfo) => around({ userinfo })),
  ],
  [
    'resellercode has 9 digits',
    [null, '', '123456789'].map((resellercode) => around({ resellercode })),
    ['12345678', '1234567890', '12345678a', 123456789].map((resellercode) => around({ resellercode })),
  ],
  [
    'sendtime is a time at most 30 days ahead',
    [null, '', ahead(0), ahead(DAYS_30)].map((sendtime) => around({ sendtime })),
    [ahead(DAYS_30 + 1), '2026-12-01', '1.5', NOON / 1000].map((sendtime) => around({ sendtime })),
  ],
  ['a past sendtime is sent at once', [around({ sendtime: '0' }), around({ sendtime: ahead(-1) })], []],
  [
    'other members are not forbidden',
    [around({ color: 'red' }), at('plain', { color: { red: [1] } }), button('DS', { color: 5 })],
    [],
  ],
  [
    'control characters are refused',
    ['\t', '\r\n', '\u0080'].map((text) => at('plain', { message: `가${text}` })),
    ['\u0000', '\u0007', '\u001b', '\u007f', '\ud800'].flatMap((text) => [
      at('plain', { message: `가${text}` }),
      around({ userinfo: `가${text}` }),
      around({ color: `가${text}` }),
    ]),
  ],
  // 2.5 to 2.7
  [
    'an sms has 90 bytes in EUC-KR',
    [sms(long(45)), sms('a'.repeat(90))],
    [sms(`${long(45)}a`), sms(null), sms(''), sms(' '), sms(5), sms('😀'), payloadOf('sms', {})],
  ],
  [
    'an lms has a subject of 64 bytes and a message of 2000',
    [payloadOf('lms', { message: long(1000), subject: long(32) }), payloadOf('lms', { message: '가', subject: null })],
    [
      payloadOf('lms', { message: `${long(1000)}a` }),
      payloadOf('lms', { message: '가', subject: `${long(32)}a` }),
      payloadOf('lms', { subject: '가' }),
      payloadOf('lms', { message: '가', subject: 5 }),
    ],
  ],
  // 2.9
  [
    'senderkey, templatecode and message are required',
    [],
    ['senderkey', 'templatecode', 'message'].flatMap((name) =>
      [null, '', ' ', 5].map((value) => at('plain', { [name]: value })),
    ),
  ],
  [
    'message has 1300 characters',
    [at('plain', { message: long(1300) }), at('plain', { message: '😀'.repeat(1300) })],
    [at('plain', { message: long(1301) })],
  ],
  [
    'message is the template to the character',
    [at('fixed', { message: '주문\n완료' })],
    ['주문 완료', '주문\n완료\n', '주문\n\n완료', ' 주문\n완료', '주문\r\n완료'].map((message) =>
      at('fixed', { message }),
    ),
  ],
  ['a variable is replaced', [], [at('plain', { message: '#{a}' })]],
  [
    'senderkey is the owner, or a profile of the group',
    [at('shared')],
    [
      at('plain', { senderkey: OUTLET }),
      at('plain', { senderkey: MALL }),
      at('shared', { senderkey: OUTLET }),
      at('shared', { senderkey: MALL }),
      at('plain', { senderkey: 'x'.repeat(40) }),
      at('plain', { senderkey: 'x'.repeat(41) }),
    ],
  ],
  ['templatecode is that of a template', [], [at('nowhere'), at('x'.repeat(33))]],
  ['the template is approved', [], ['waiting', 'rejected', 'stopped', 'blocked'].map((code) => at(code))],
  [
    'an image template is sent as ai',
    [payloadOf('ai', { senderkey: SHOP, templatecode: 'image', message: '가' })],
    [at('image'), payloadOf('ai', { senderkey: SHOP, templatecode: 'plain', message: '가' })],
  ],
  [
    'title has 50 characters, and is sent if it is registered',
    [at('titled', { title: long(50) })],
    [at('titled', { title: long(51) }), at('titled'), at('titled', { title: 5 }), at('plain', { title: '가' })],
  ],
  [
    'header has 16 characters',
    [at('headed', { header: long(16) })],
    [at('headed', { header: long(17) }), at('headed', { header: null }), at('plain', { header: '가' })],
  ],
  [
    'items have 6 and 23 characters, both required',
    [listed(long(6), long(23))],
    [
      listed(long(7), '가'),
      listed('가', long(24)),
      listed('', '가'),
      listed('가', ''),
      at('listed', { item: { summary: { title: '가', description: '1' } } }),
      at('listed', { item: { list: [], summary: null } }),
      at('listed', { item: { list: ['a', 'b'] } }),
      at('plain', { item: {} }),
    ],
  ],
  [
    'a summary has 6 and 14 characters, the second a price',
    [
      listed('가', '나', { title: long(6), description: '1,234,567.89원' }),
      listed('가', '나', { title: '가', description: 'USD12.50' }),
    ],
    [
      listed('가', '나', { title: long(7), description: '1' }),
      listed('가', '나', { title: '가', description: '123,456,789.00원' }),
      listed('가', '나', { title: '가', description: '12.5' }),
      listed('가', '나', { title: '가', description: '무료' }),
      listed('가', '나', { title: '가' }),
      listed('가', '나', null),
    ],
  ],
  [
    'a highlight has 30 and 19 characters',
    [
      at('high', { itemhighlight: { title: long(30), description: long(19) } }),
      at('high', { itemhighlight: { title: `${long(28)}\\s`, description: '가' } }),
    ],
    [
      at('high', { itemhighlight: { title: long(31), description: '가' } }),
      at('high', { itemhighlight: { title: '가', description: long(20) } }),
      at('high', { itemhighlight: { title: '가' } }),
      at('high', { itemhighlight: [] }),
    ],
  ],
  [
    'a highlight beside an image has 21 and 13',
    [at('pictured', { itemhighlight: { title: long(21), description: long(13) } })],
    [
      at('pictured', { itemhighlight: { title: long(22), description: '가' } }),
      at('pictured', { itemhighlight: { title: '가', description: long(14) } }),
    ],
  ],
  [
    'link is the representative link',
    [at('linked', { link: web }), at('linked', { link: { ...web, url_pc: null } })],
    [
      at('linked', { link: { url_mobile: 'https://shop.example.org/1' } }),
      at('linked'),
      at('linked', { link: { ...web, url_pc: 'https://a.example.com' } }),
      at('linked', { link: 'https://shop.example.com/1' }),
    ],
  ],
  [
    'button has 5 entries at most, as many as the template',
    [button('DS')],
    [
      at('button-DS'),
      at('button-DS', { button: [] }),
      at('button-DS', { button: {} }),
      at('button-DS', { button: [null] }),
      at('plain', { button: Array.from({ length: 6 }, () => ({ name: '가', type: 'DS' })) }),
      at('plain', { button: [{ name: '가', type: 'DS' }] }),
    ],
  ],
  [
    'a button has a name of 28 characters',
    [button('DS', {}, long(28))],
    [...[null, '', ' ', 5, long(29)].map((name) => button('DS', {}, name))],
  ],
  [
    'an AC button has the fixed name',
    [button('AC', {}, '채널 추가')],
    [button('AC', {}, '채널추가'), button('AC', {}, null)],
  ],
  [
    'a button has one of 14 types, that of the template',
    [],
    [
      at('button-DS', { button: [{ name: '가', type: 'XX' }] }),
      at('button-DS', { button: [{ name: '가' }] }),
      at('button-DS', { button: [{ name: '가', type: 'BK' }] }),
      at('button-DS', { button: [{ name: '가', type: 5 }] }),
    ],
  ],
  [
    'a WL button needs url_mobile',
    [button('WL', web)],
    [
      button('WL'),
      button('WL', { url_mobile: '' }),
      button('WL', { url_mobile: 'https://shop.example.org/1' }),
      button('WL', { ...web, url_pc: 'https://a.example.com' }),
    ],
  ],
  [
    'scheme_ios and scheme_android are those of the template',
    [button('AL', { scheme_ios: 'shop://a', scheme_android: 'shop://a' })],
    [button('AL', { scheme_ios: 'shop://a' }), button('AL', { scheme_ios: 'shop://a', scheme_android: 'shop://b' })],
  ],
  [
    'chat_extra has 50 characters, of a consultation or bot switch',
    [
      button('BC', { chat_extra: long(50) }),
      button('BT', { chat_extra: long(50) }),
      reply('가', { chat_extra: long(50) }),
    ],
    [
      button('BC', { chat_extra: long(51) }),
      button('DS', { chat_extra: '가' }),
      reply('가', { chat_extra: long(51) }),
      button('BC', { chat_extra: 5 }),
    ],
  ],
  [
    'chat_event has 50 characters, of a bot switch',
    [button('BT', { chat_event: long(50) })],
    [button('BT', { chat_event: long(51) }), button('BC', { chat_event: '가' }), reply('가', { chat_event: '가' })],
  ],
  [
    'plugin_id is that of the template, relay_id any',
    [button('P1', { plugin_id: 'secure-image', relay_id: long(500) })],
    [
      button('P1', { plugin_id: 'other' }),
      button('P1'),
      button('P1', { plugin_id: 'secure-image', relay_id: 5 }),
      button('DS', { relay_id: '가' }),
      button('P1', { plugin_id: 'a'.repeat(25) }),
    ],
  ],
  [
    'oneclick_id and product_id are of a payment',
    [button('P3', { plugin_id: 'secure-image', oneclick_id: '가', product_id: '나' })],
    [
      button('P1', { plugin_id: 'secure-image', oneclick_id: '가' }),
      button('P3', { plugin_id: 'secure-image', product_id: 5 }),
    ],
  ],
  [
    'tel_number has 14 characters, of TN',
    [button('TN', { tel_number: '1588-0000' })],
    [
      button('TN', { tel_number: '1588-0001' }),
      button('TN'),
      button('DS', { tel_number: '1588-0000' }),
      button('TN', { tel_number: 15880000 }),
    ],
  ],
  ['biz_form_id is an integer, of BF', [], [button('DS', { biz_form_id: 5 })]],
  [
    'map_address or map_coordinates is of MP',
    [
      button('MP', { map_address: '서울' }),
      button('MP', { map_coordinates: '37,127' }),
      button('MP', { map_address: '서울', map_coordinates: '37,127' }),
    ],
    [button('MP'), button('DS', { map_address: '서울' }), button('MP', { map_address: 5 })],
  ],
  [
    'a quick reply has a name of 14 characters and one of 6 types',
    [reply(long(14))],
    [
      reply(long(15)),
      reply(null),
      // A quick reply takes no member of a button of another type, as it takes none of a plugin.
      ...['plugin_id', 'relay_id', 'tel_number', 'map_address'].map((member) => reply('가', { [member]: 'x' })),
      at('replied', { quickreply: [{ name: '가', type: 'MD' }] }),
      at('replied'),
      at('plain', { quickreply: Array.from({ length: 11 }, () => ({ name: '가', type: 'BC' })) }),
    ],
  ],
  // 2.8
  [
    'ntalk is sent at once, whatever sendtime says',
    [payloadOf('ntalk', { any: [1] }, { sendtime: ahead(DAYS_30 + 1) })],
    [payloadOf('ntalk', {}, { sendtime: 'x' })],
  ],
  [
    'messagebaseid, chatbotid and header are required',
    [rcs(), rcs({ messagebaseid: 'b'.repeat(40), chatbotid: 'c'.repeat(40), header: '1' })],
    [
      ...[null, ' '].map((messagebaseid) => rcs({ messagebaseid })),
      rcs({ messagebaseid: 'b'.repeat(41) }),
      rcs({ chatbotid: '' }),
      rcs({ chatbotid: 'c'.repeat(41) }),
      rcs({ header: '2' }),
      rcs({ header: 0 }),
    ],
  ],
  [
    'brandkey and agencykey have 64 characters, agencyid and groupid 20',
    [rcs({ brandkey: 'k'.repeat(64), agencykey: 'k'.repeat(64), agencyid: 'a'.repeat(20), groupid: 'g'.repeat(20) })],
    [
      rcs({ brandkey: 'k'.repeat(65) }),
      rcs({ agencykey: 'k'.repeat(65) }),
      rcs({ agencyid: 'a'.repeat(21) }),
      rcs({ groupid: 'g'.repeat(21) }),
    ],
  ],
  [
    'footer has 64 characters, copyallowed is Y or N',
    [rcs({ footer: long(64), copyallowed: 'Y' }), rcs({ copyallowed: null })],
    [rcs({ footer: long(65) }), rcs({ copyallowed: 'y' }), rcs({ copyallowed: true })],
  ],
  [
    'message is an object, button a list of cards',
    [rcs({ message: { title: 5, media: [] }, button: [{}, { suggestions: [] }] })],
    [rcs({ message: 'x' }), rcs({ button: {} }), rcs({ button: [{}, null] }), rcs({ button: [{ suggestions: {} }] })],
  ],
  [
    'a suggestion has exactly one action, and a text',
    [suggested(action), suggested({ ...action, postback: { data: 'x' } })],
    [
      suggested({ displayText: '보기' }),
      suggested({ ...action, displayText: '' }),
      suggested({ ...action, action: {} }),
      suggested({ ...action, action: { a: {}, b: {} } }),
      suggested({ ...action, action: { urlAction: 'https://shop.example.com' } }),
      suggested({ ...action, action: { urlAction: null } }),
      suggested({ ...action, postback: 'order' }),
      suggested({ ...action, postback: { data: 5 } }),
    ],
  ],
  // 2.10
  [
    'BASIC needs a templatecode, FREE has none',
    [basic({ messagevariable: { a: '가' } }), free()],
    [
      basic({ templatecode: null, messagevariable: { a: '가' } }),
      basic({ templatecode: 'x'.repeat(65), messagevariable: { a: '가' } }),
      basic({ templatecode: 'nowhere' }),
      free({ templatecode: 'brand' }),
      basic({ brandmessagetype: 'basic', messagevariable: { a: '가' } }),
      basic({ brandmessagetype: null }),
    ],
  ],
  [
    'marketing needs targeting, friend has none',
    [free({ sendtarget: 'marketing', targeting: 'M' }), free({ sendtarget: 'marketing', targeting: 'O' })],
    [
      free({ sendtarget: 'marketing' }),
      free({ sendtarget: 'marketing', targeting: 'X' }),
      free({ targeting: 'M' }),
      free({ sendtarget: null }),
      free({ sendtarget: 'Friend' }),
    ],
  ],
  [
    'opt-out numbers are of marketing, an auth number of a phone number',
    [
      free({ sendtarget: 'marketing', targeting: 'N', unsubscribephonenumber: '080-0000-0000' }),
      free({
        sendtarget: 'marketing',
        targeting: 'N',
        unsubscribephonenumber: '080-000-0000',
        unsubscribeauthnumber: '1234567890',
      }),
    ],
    [
      free({ unsubscribephonenumber: '080-000-0000' }),
      free({ sendtarget: 'marketing', targeting: 'N', unsubscribeauthnumber: '1234' }),
      free({ sendtarget: 'marketing', targeting: 'N', unsubscribephonenumber: '080-0000-00000' }),
      free({
        sendtarget: 'marketing',
        targeting: 'N',
        unsubscribephonenumber: '080-000-0000',
        unsubscribeauthnumber: '12345678901',
      }),
    ],
  ],
  [
    'pushalarm and adult are Y or N',
    [free({ pushalarm: 'N', adult: 'Y' }), free({ pushalarm: null, adult: '' })],
    [free({ pushalarm: 'X' }), free({ adult: true }), free({ grouptagkey: 'g'.repeat(41) })],
  ],
  [
    'a FREE message is sent with the key of a profile',
    [free({ senderkey: OUTLET })],
    [free({ senderkey: 'x'.repeat(40) }), free({ senderkey: MALL }), free({ senderkey: null })],
  ],
  [
    'a BASIC message is sent by the owner of its template',
    [],
    [basic({ senderkey: OUTLET, messagevariable: { a: '가' } })],
  ],
  [
    'every variable of the template is filled',
    [basic({ message: '나' })],
    [
      basic(),
      basic({ messagevariable: { b: '가' } }),
      basic({ messagevariable: ['가'] }),
      basic({ messagevariable: { a: 5 } }),
      basic({ messagevariable: { a: '#{a}' } }),
    ],
  ],
  [
    'a text has 1300 characters and 99 line breaks',
    [free({ message: long(1300) }), free({ message: `가${'\n'.repeat(99)}` })],
    [free({ message: long(1301) }), free({ message: `가${'\n'.repeat(100)}` }), free({ message: null })],
  ],
  // 2.11
  [
    'RCS falls back to a text or a messenger product',
    [rcsWith('sms'), rcsWith('at'), rcsWith('ut'), rcsWith('at', 'lms')],
    [rcsWith('rcs'), rcsWith('ntalk'), rcsWith('sms', 'lms'), rcsWith('at', 'ut')],
  ],
  [
    'RCS falls back to a brand message without a template',
    [{ ...rcs(), resend: { first: 'ut' }, recontent: { ut: freeContent({}) } }],
    [{ ...rcs(), resend: { first: 'ut' }, recontent: { ut: freeContent({ message: null }) } }],
  ],
  [
    'a brand message falls back as a notification does',
    [{ ...free(), ...fallbackOf('sms') }],
    [
      { ...free(), ...fallbackOf('at') },
      { ...free(), ...fallbackOf('ut') },
    ],
  ],
  [
    'a text has no fallback',
    [sms('가', { resend: null, recontent: '' })],
    [resend('sms', 'lms'), resend('sms', 'rcs'), sms('가', { resend: {} }), sms('가', { recontent: {} })],
  ],
  [
    'a notification falls back to a text or RCS',
    [resend('at', 'sms'), resend('at', 'lms'), resend('at', 'rcs')],
    [
      resend('at', 'at'),
      resend('at', 'ai'),
      resend('at', 'ut'),
      resend('at', 'ntalk'),
      resend('at', 'xx'),
      resend('at', 5),
      around({ resend: { first: 'sms' } }),
      around({ recontent: { sms: { message: '가' } } }),
      around({ resend: { second: 'lms' }, recontent: { lms: { message: '가' } } }),
      around({ resend: { first: 'lms' }, recontent: { lms: { message: '가' }, sms: { message: '가' } } }),
      around({ resend: { first: 'rcs', second: 'lms' }, recontent: { rcs: rcsContent } }),
      around({ resend: [], recontent: [] }),
    ],
  ],
  [
    'a second fallback is a text after RCS',
    [resend('at', 'rcs', 'sms')],
    [resend('at', 'sms', 'lms'), resend('at', 'rcs', 'rcs'), resend('at', 'rcs', 'at')],
  ],
  [
    'the body of a fallback follows the rules of its type',
    [],
    [
      resend('at', 'sms', undefined, { sms: { message: long(46) } }),
      resend('at', 'sms', undefined, { sms: {} }),
      ...['가', { message: 'a\u0007' }].map((sms) => resend('at', 'sms', undefined, { sms })),
      resend('at', 'rcs', undefined, { rcs: { chatbotid: 'c', header: '0' } }),
    ],
  ],
];

describe('the sentences of the message API', () => {
  it('hold for the proof of a payload and for the emulator', async () => {
    const { proof, verdict, key } = await opened();
    const file = (count: number, more: JsonObject = {}): JsonObject =>
      payloadOf('mms', { file: Array.from({ length: count }, () => ({ type: 'IMG', key, ...more })) });
    const images: Row = [
      'an mms has 1 to 3 images',
      [file(1), file(3)],
      [
        file(0),
        file(4),
        payloadOf('mms', { message: '가' }),
        payloadOf('mms', { message: `${long(1000)}a`, file: [{ type: 'IMG', key }] }),
        payloadOf('mms', { subject: `${long(32)}a`, file: [{ type: 'IMG', key }] }),
        file(1, { type: 'VID' }),
        file(1, { type: null }),
        file(1, { key: null }),
        file(1, { key: 'k'.repeat(41) }),
        payloadOf('mms', { file: {} }),
        payloadOf('mms', { file: ['k'] }),
      ],
    ];
    const wrong: unknown[] = [];
    for (const [sentence, accepted, refused] of [...SENTENCES, images]) {
      for (const [payloads, isAccepted] of [
        [accepted, true],
        [refused, false],
      ] as const) {
        for (const payload of payloads) {
          const failures = (await proof(payload, [...resources, brandTemplate])).map(
            ({ path, message }) => `${path}: ${message}`,
          );
          const emulator = (await verdict(payload)) ?? 'delivered';
          if ((failures.length === 0) !== isAccepted || (emulator === 'delivered') !== isAccepted)
            wrong.push({ sentence, isAccepted, payload, failures, emulator });
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

it('a code can be the current version of a template in one profile, and another version in the next', async () => {
  const { bench, service } = await openAgreement();
  const templates = ['shop', 'outlet'].map((profile) => ({
    templateCode: 'order_v2',
    templateContent: '완료',
    inspectionStatus: 'APR',
    status: 'A',
    profile,
  }));
  await bench.control.seed({ templates: templates as never });
  const resources = [
    template({ content: '완료' }, { name: 'order_v2', profile: 'shop', address: 'NotificationTemplate/shop/order' }),
    template(
      { content: '완료' },
      { name: 'order_v3', profile: 'outlet', address: 'NotificationTemplate/outlet/order' },
    ),
  ];
  const check = async (senderkey: string): Promise<unknown> => {
    const content = payloadOf('at', { senderkey, templatecode: 'order_v2', message: '완료' });
    const result = await checkPayload(
      { file: 'payload.json', content },
      {
        resources,
        environment: { profiles: new Map(), profile: profileOf },
        service: async () => service,
        groupsOf: async () => [],
        isVersionOf: (_, code) => code.startsWith('order_v'),
        now: () => NOON,
        signal: AbortSignal.timeout(5000),
        warn: () => undefined,
      },
    );
    return [result.template, result.proof];
  };
  expect(await check(SHOP)).toEqual(['NotificationTemplate/shop/order', []]);
  expect(await check(OUTLET)).toEqual(['NotificationTemplate/outlet/order', []]);
});

it('a member of a manifest in place of that of the API is one error, that the template has another part', async () => {
  const { proof } = await opened();
  const failures = await proof(button('WL', { mobile: 'https://shop.example.com/1' }), resources);
  expect(failures.map(({ code, path }) => `${code} ${path}`)).toEqual(['send-parts button[0].url_mobile']);
  expect(await proof(button('WL', { url_mobile: '' }), resources)).not.toEqual([]);
});
