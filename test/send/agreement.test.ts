import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import type { Resource } from '../../src/core/resource.ts';
import { brandFields } from '../../src/kinds/brand-template/fields.ts';
import { encode } from '../../src/kinds/fields.ts';
import { templateFields } from '../../src/kinds/notification-template/fields.ts';
import { brand } from '../../src/send/channels/brand/channel.ts';
import { notification } from '../../src/send/channels/notification/channel.ts';
import { uploadFile } from '../emulator/file-support.ts';
import { NOON } from '../emulator/support.ts';
import { jpeg } from '../images.ts';
import { nothingBound } from '../kinds/bound.ts';
import { bubbles, everythingBound } from '../kinds/brand-template/contents.ts';
import {
  type Agreement,
  AROUND,
  openAgreement,
  type Place,
  payloadOf,
  placesIn,
  profileOf,
  valueIn,
  withValue,
} from './agreement.ts';
import { objectsOf, sendableTemplate } from './arbitrary.ts';
import { brandCase, messageOf } from './brand/cases.ts';
import { environment, preparation, prepareSends, template, testSend } from './support.ts';

/** Texts at the edges of limits, and values of every JSON type. */
const anything: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json[]>(
    null,
    '',
    ' ',
    5,
    1.5,
    true,
    [],
    {},
    ['x'],
    [null],
    { name: 'x' },
    '5',
    'x',
    '😀',
    'a\u0007',
    '\ud800',
  ),
  fc
    .constantFrom(6, 7, 14, 15, 16, 17, 19, 20, 21, 23, 24, 25, 28, 29, 30, 31, 40, 41, 50, 51)
    .map((many) => '가'.repeat(many)),
  fc.constantFrom(1300, 1301).map((many) => 'a'.repeat(many)),
);

type Edit = (text: string) => string;
const edits: readonly Edit[] = [
  (text) => `${text} `,
  (text) => `${text}\n`,
  (text) => ` ${text}`,
  (text) => text.slice(1),
  (text) => text.replace('\n', ''),
  (text) => text.replace('example.com', 'example.org'),
  (text) => `${text}\u0000`,
  (text) => text.normalize('NFD'),
  (text) => text.replace(' ', '\u00a0'),
];

/** Members that a payload may lack, for mutations that add one. */
const MEMBERS = [
  ...['country', 'userinfo', 'resellercode', 'sendtime', 'resend', 'recontent', 'title', 'header', 'link', 'item'],
  ...['itemhighlight', 'button', 'quickreply', 'url_mobile', 'url_pc', 'scheme_android', 'chat_extra', 'chat_event'],
  ...[
    'plugin_id',
    'relay_id',
    'oneclick_id',
    'product_id',
    'tel_number',
    'biz_form_id',
    'map_address',
    'map_coordinates',
  ],
  ...['summary', 'description', 'subject', 'file', 'message', 'unknown', 'targeting', 'unsubscribephonenumber'],
  ...['unsubscribeauthnumber', 'pushalarm', 'adult', 'coupon', 'commerce', 'carousel', 'video', 'additionalcontent'],
  ...['messagevariable', 'buttonvariable', 'couponvariable', 'imagevariable', 'videovariable', 'commercevariable'],
  ...['carouselvariable', 'templatecode', 'brandmessagetype', 'sendtarget', 'image', 'biz_form_key'],
  ...['messagebaseid', 'footer', 'copyallowed', 'suggestions', 'postback', 'first', 'second'],
];

const ENVELOPE: Readonly<Record<string, Json[]>> = {
  country: ['82', 'KR', '12345', '123456', '8-2', 82],
  resellercode: ['123456789', '12345678', 123456789],
  sendtime: [0, 30 * 86_400, 30 * 86_400 + 1, -5].map((ahead) => String(NOON / 1000 + ahead)),
};

interface Mutation {
  at: number;
  how: 'drop' | 'replace' | 'edit' | 'add' | 'repeat';
  value: Json;
  which: number;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('drop', 'replace', 'edit', 'edit', 'add', 'repeat'),
  value: anything,
  which: fc.nat(),
});

function mutated(payload: JsonObject, { at, how, value, which }: Mutation): JsonObject {
  const places = placesIn(payload).slice(1);
  const ofHow = places.filter((place) => {
    const there = valueIn(payload, place);
    if (how === 'edit') return typeof there === 'string';
    if (how === 'add') return isObject(there) || place.length === 1;
    return how === 'repeat' ? Array.isArray(there) && there.length > 0 : true;
  });
  const place: Place = ofHow[at % Math.max(ofHow.length, 1)] ?? ['refkey'];
  const there = valueIn(payload, place);
  switch (how) {
    case 'drop':
      return withValue(payload, place, undefined) as JsonObject;
    case 'replace':
      return withValue(payload, place, value) as JsonObject;
    case 'edit':
      return withValue(payload, place, (edits[which % edits.length] ?? String)(String(there))) as JsonObject;
    case 'repeat':
      return withValue(
        payload,
        place,
        Array.isArray(there) ? [...there, there[0] ?? null] : (there ?? null),
      ) as JsonObject;
    case 'add': {
      const name = MEMBERS[which % MEMBERS.length] ?? '';
      const known = ENVELOPE[name];
      const holder = isObject(there) && known === undefined ? place : [];
      return withValue(payload, [...holder, name], known?.[at % known.length] ?? value) as JsonObject;
    }
  }
}

/** True if an account, a sender or an image's key has a right form and is another than the emulator's. No check offline can know that. */
function isUnknown({ account = null, from = null, content = null }: JsonObject, keys: readonly string[]): boolean {
  const isAnother = (value: Json | undefined, own: readonly string[], most: number): boolean =>
    typeof value === 'string' && !own.includes(value) && value.trim() !== '' && Array.from(value).length <= most;
  const inner = isObject(content) ? content['mms'] : null;
  const files = isObject(inner) ? objectsOf(inner['file']) : [];
  return (
    isAnother(account, [AROUND.account], 20) ||
    isAnother(from, [AROUND.from], 16) ||
    files.some(({ key }) => isAnother(key, keys, 40))
  );
}

/** Changes payloads, and expects of each that the proof and the emulator agree. */
async function expectAgreement(
  { verdict, proof }: Agreement,
  payloads: fc.Arbitrary<JsonObject>,
  { resources = [], keys = [] }: { resources?: readonly Resource[]; keys?: readonly string[] } = {},
): Promise<void> {
  const verdicts = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(payloads, fc.array(mutation, { maxLength: 2 }), async (whole, changes) => {
      const payload = changes.reduce(mutated, whole);
      fc.pre(!isUnknown(payload, keys));
      const refused = await verdict(payload);
      // Uploaded images and the tags of a profile are not known offline.
      fc.pre(!/^(?:result|fallback) (?:7319|7320)$/.test(refused ?? ''));
      const failures = (await proof(payload, resources)).map(({ path, message }) => `${path}: ${message}`);
      if ((refused === undefined) !== (failures.length === 0))
        expect({ payload, emulator: refused ?? 'delivers it', proof: failures }).toBe('an agreement');
      verdicts[refused === undefined ? 'taken' : 'refused'] += 1;
    }),
    { numRuns: 60 },
  );
  expect(Math.min(verdicts.taken, verdicts.refused)).toBeGreaterThan(2);
}

/** The images of a template as URLs, which need no upload. */
function withUrls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withUrls);
  if (!isObject(value)) return value;
  if ('path' in value) return { url: 'https://cdn.example.com/known.jpg' };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withUrls(member)]));
}

/** Returns a payload, and the same with a fallback or two, or as the fallback of RCS. */
function withFallbacks(payload: JsonObject): JsonObject[] {
  const { type, content } = payload;
  const body = isObject(content) ? (content[String(type)] ?? null) : null;
  const [sms, lms, rcs] = [{ message: '안내' }, { message: '안내', subject: '안내' }, RCS];
  return [
    payload,
    { ...payload, resend: { first: 'sms' }, recontent: { sms } },
    { ...payload, resend: { first: 'rcs', second: 'lms' }, recontent: { rcs, lms } },
    payloadOf('rcs', rcs, {
      resend: { first: type ?? null, second: 'lms' },
      recontent: { [String(type)]: body, lms },
    }),
  ];
}

const RCS = { messagebaseid: 'SS000000', chatbotid: '15880000', header: '0', footer: '080', copyallowed: 'Y' };

it('a payload of a notification template is proved exactly if the emulator delivers it', async () => {
  const agreement = await openAgreement();
  const { bench, service } = agreement;
  const manifests = fc.sample(
    sendableTemplate.map((content) => withUrls(content) as JsonObject),
    { numRuns: 12, seed: 14 },
  );
  const owners = manifests.map((_, index) => (index % 4 === 0 ? 'mall' : 'shop'));
  const resources = manifests.map((content, index): Resource => {
    const [profile, id] = [owners[index] ?? '', `t${index}`];
    return template(content, { address: `NotificationTemplate/${profile}/${id}`, id, name: id, profile });
  });
  const seeded = await bench.control.seed({
    pluginCallbacks: [
      { profile: 'shop', pluginId: 'secure-image', pluginType: 'SECURE_IMAGE', callbackUrl: 'https://example.com/i' },
    ],
    templates: manifests.map((content, index) => ({
      ...encode(templateFields, content, nothingBound),
      profile: owners[index] ?? '',
      templateCode: `t${index}`,
      inspectionStatus: index % 13 === 12 ? 'REJ' : 'APR',
      status: 'A',
    })) as never,
  });
  expect(seeded).toEqual({ ok: true, templates: manifests.length, pluginCallbacks: 1 });
  const payloads: JsonObject[] = [];
  for (const [index, resource] of resources.entries()) {
    const owner = profileOf(owners[index] ?? '');
    const approved = await notification.templates.read(service, owner, `t${index}`, AbortSignal.timeout(5000));
    const maps = objectsOf(resource.content['buttons']).filter(({ type }) => type === 'MP');
    const buttons = Object.fromEntries(maps.map(({ name }) => [String(name), { map: { address: '서울시 중구' } }]));
    const { sends } = prepareSends(
      preparation({
        template: resource,
        approved,
        environment: {
          ...environment,
          profile: profileOf,
        },
        test: testSend({ template: resource.address, buttons, ...(owner.type === 'G' ? { profile: 'shop' } : {}) }),
      }),
    );
    for (const { payload } of sends) payloads.push(...withFallbacks({ ...payload, ...AROUND }));
  }
  expect(payloads.length).toBeGreaterThan(20);
  await expectAgreement(agreement, fc.constantFrom(...payloads), { resources });
});

/** A text whose bytes are near a limit, below it or above. */
const edge = fc
  .tuple(fc.constantFrom(64, 90, 2000), fc.integer({ min: -1, max: 2 }), fc.boolean())
  .map(([limit, beyond, wide]) => {
    const bytes = limit + beyond;
    return wide ? '가'.repeat(bytes / 2) + 'a'.repeat(bytes % 2) : 'a'.repeat(bytes);
  });
const words = fc.oneof(
  fc.string({ unit: fc.constantFrom('가', '똠', '힣', 'a', ' ', '?', '\n', '￦', '①'), maxLength: 60 }),
  edge,
);

it('a payload of a text message is proved exactly if the emulator delivers it', async () => {
  const agreement = await openAgreement();
  const key = String((await uploadFile(agreement.bench, { bytes: jpeg(10, 10) })).body['filekey']);
  const image = { type: 'IMG', key };
  const payloads = fc.oneof(
    fc.record({ message: words }).map((content) => payloadOf('sms', content)),
    fc.record({ message: words, subject: fc.option(words) }).map((content) => payloadOf('lms', content)),
    fc
      .record({ message: fc.option(words), file: fc.array(fc.constant(image), { maxLength: 4 }) })
      .map((content) => payloadOf('mms', content)),
  );
  await expectAgreement(agreement, payloads, { keys: [key] });
});

it('a payload of a brand message is proved exactly if the emulator delivers it', async () => {
  const agreement = await openAgreement();
  const { bench, service } = agreement;
  const cases = bubbles.flatMap((bubble) => fc.sample(brandCase(bubble), { numRuns: 3, seed: 14 }));
  // A group has no videos.
  const owners = cases.map(({ type }, index) => (index % 4 === 0 && type !== 'up' ? 'mall' : 'shop'));
  const seeded = await bench.control.seed({
    brandTemplates: cases.map(({ manifest }, index) => ({
      ...encode(brandFields, manifest, everythingBound),
      profile: owners[index] ?? '',
      templateCode: `b${index}`,
      status: index % 13 === 12 ? 'S' : 'A',
    })) as never,
  });
  expect(seeded).toEqual({ ok: true, brandTemplates: cases.length });
  const resources = cases.map(({ manifest }, index): Resource => {
    const [profile, id] = [owners[index] ?? '', `b${index}`];
    return template(manifest, {
      kind: 'BrandTemplate',
      address: `BrandTemplate/${profile}/${id}`,
      id,
      name: id,
      profile,
    });
  });
  const payloads: JsonObject[] = [];
  for (const [index, { type, values }] of cases.entries()) {
    const owner = profileOf(owners[index] ?? '');
    const approved = await brand.templates.read(service, owner, `b${index}`, AbortSignal.timeout(5000));
    if (!approved) throw new Error('the template is not there');
    for (const variant of ['template', 'variables', 'text', 'free'] as const) {
      const { templatecode, ...content } = messageOf(approved, variant, values);
      const named = templatecode === undefined ? {} : { templatecode: `b${index}` };
      payloads.push(...withFallbacks(payloadOf(type, { ...content, ...named, senderkey: profileOf('shop').key })));
    }
  }
  await expectAgreement(agreement, fc.constantFrom(...payloads), { resources });
});

it('a payload of RCS or ntalk is proved exactly if the emulator delivers it', async () => {
  const suggestion = { action: { urlAction: { openUrl: { url: 'https://shop.example.com' } } }, displayText: '보기' };
  const more = { brandkey: 'k', agencyid: 'a', agencykey: 'b', groupid: 'g', message: { title: '안내', media: [] } };
  const button = [{ suggestions: [suggestion, { ...suggestion, postback: { data: 'x' } }] }, {}];
  const fallback = { resend: { first: 'lms' }, recontent: { lms: { message: '안내', subject: '안내' } } };
  const payloads = fc.constantFrom(
    payloadOf('rcs', RCS),
    payloadOf('rcs', { ...RCS, ...more, button }),
    payloadOf('rcs', { ...RCS, button }, fallback),
    payloadOf('ntalk', { partnerkey: 'p', templateid: 't', variables: { 이름: '홍길동' } }),
  );
  await expectAgreement(await openAgreement(), payloads);
});
