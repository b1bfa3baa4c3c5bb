import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import type { ProofFailure } from '../../src/core/send-result.ts';
import { checkBesideImage, checkContent } from '../../src/send/channels/notification/form.ts';
import { checkEnvelope } from '../../src/send/envelope.ts';

function check(payload: JsonObject, content: JsonObject, image = false): ProofFailure[] {
  return [...checkEnvelope(payload), ...checkContent(content), ...(image ? checkBesideImage(content) : [])];
}

function limits(payload: JsonObject, content: JsonObject, image = false): string[] {
  return check(payload, content, image)
    .filter(({ code }) => code === 'send-limit')
    .map(({ code, path, message }) => `${code} ${path}: ${message}`);
}

const button = (member: string, text: string): JsonObject => ({ button: [{}, { [member]: text }] });
const reply = (member: string, text: string): JsonObject => ({ quickreply: [{ [member]: text }] });

describe('the lengths of message API 2.4 and 2.9', () => {
  it.each<[path: string, max: number, (text: string) => [JsonObject, JsonObject]]>([
    ['account', 20, (text) => [{ account: text }, {}]],
    ['from', 16, (text) => [{ from: text }, {}]],
    ['to', 16, (text) => [{ to: text }, {}]],
    ['country', 5, (text) => [{ country: text }, {}]],
    ['userinfo', 50, (text) => [{ userinfo: text }, {}]],
    ['senderkey', 40, (text) => [{}, { senderkey: text }]],
    ['templatecode', 32, (text) => [{}, { templatecode: text }]],
    ['message', 1300, (text) => [{}, { message: text }]],
    ['title', 50, (text) => [{}, { title: text }]],
    ['header', 16, (text) => [{}, { header: text }]],
    ['itemhighlight.title', 30, (text) => [{}, { itemhighlight: { title: text } }]],
    ['itemhighlight.description', 19, (text) => [{}, { itemhighlight: { description: text } }]],
    ['item.list[0].title', 6, (text) => [{}, { item: { list: [{ title: text }] } }]],
    ['item.list[0].description', 23, (text) => [{}, { item: { list: [{ description: text }] } }]],
    ['item.summary.title', 6, (text) => [{}, { item: { summary: { title: text } } }]],
    ['item.summary.description', 14, (text) => [{}, { item: { summary: { description: text } } }]],
    ['button[1].name', 28, (text) => [{}, button('name', text)]],
    ['button[1].tel_number', 14, (text) => [{}, button('tel_number', text)]],
    ['button[1].plugin_id', 24, (text) => [{}, button('plugin_id', text)]],
    ['button[1].chat_extra', 50, (text) => [{}, button('chat_extra', text)]],
    ['button[1].chat_event', 50, (text) => [{}, button('chat_event', text)]],
    ['quickreply[0].name', 14, (text) => [{}, reply('name', text)]],
    ['quickreply[0].chat_extra', 50, (text) => [{}, reply('chat_extra', text)]],
    ['quickreply[0].chat_event', 50, (text) => [{}, reply('chat_event', text)]],
  ])('%s has %i characters at most, an emoji being one', (path, max, make) => {
    const [payload, content] = make('😀'.repeat(max));
    const [longPayload, longContent] = make('😀'.repeat(max + 1));
    expect(limits(payload, content)).toEqual([]);
    expect(limits(longPayload, longContent)).toEqual([
      `send-limit ${path}: It has ${max + 1} characters, ${max} are allowed`,
    ]);
  });

  it('are shorter for a highlight beside an image', () => {
    const highlight = (title: number, description: number): JsonObject => ({
      itemhighlight: { title: '가'.repeat(title), description: '가'.repeat(description) },
    });
    expect(limits({}, highlight(21, 13), true)).toEqual([]);
    expect(limits({}, highlight(22, 14), true)).toEqual([
      'send-limit itemhighlight.title: It has 22 characters, 21 are allowed',
      'send-limit itemhighlight.description: It has 14 characters, 13 are allowed',
    ]);
  });

  it('count the refkey in bytes', () => {
    expect(limits({ refkey: `${'가'.repeat(10)}ab` }, {})).toEqual([]);
    expect(limits({ refkey: '가'.repeat(11) }, {})).toEqual([
      'send-limit refkey: It has 33 bytes in UTF-8, 32 are allowed',
    ]);
  });

  it('allow five buttons and ten quick replies', () => {
    const many = (buttons: number, replies: number): JsonObject => ({
      button: Array.from({ length: buttons }, () => ({})),
      quickreply: Array.from({ length: replies }, () => ({})),
    });
    expect(limits({}, many(5, 10))).toEqual([]);
    expect(limits({}, many(6, 11))).toEqual([
      'send-limit button: It has 6 entries, 5 are allowed',
      'send-limit quickreply: It has 11 entries, 10 are allowed',
    ]);
  });
});

const ENVELOPE: JsonObject = { from: '15880000', to: '01000000000', refkey: 'r' };
const ENTRY: JsonObject = { title: '상품', description: '사과' };
const CONTENT: JsonObject = { senderkey: 'k', templatecode: 'c', message: 'm' };

function form(envelope: JsonObject, content: JsonObject): string[] {
  return check({ ...ENVELOPE, ...envelope }, { ...CONTENT, ...content }).map(
    ({ code, path, message }) => `${code} ${path}: ${message}`,
  );
}

describe('the forms of message API 2.4 and 2.9', () => {
  it('need the number of a form', () => {
    expect(form({}, { button: [{ name: 'a', type: 'BF' }] })).toEqual([
      'send-button-value button[0].biz_form_id: A BF button needs the number of its form',
    ]);
  });

  it('are right with everything that may be given', () => {
    expect(
      form(
        { country: '82', resellercode: '123456789', sendtime: '1795996800', from: '1588-0000' },
        {
          button: [
            { name: 'a', type: 'BF', biz_form_id: 7 },
            { name: 'b', type: 'MP', map_coordinates: '37.5,127.0' },
            { name: 'c', type: 'BC', chat_extra: 'x' },
          ],
          quickreply: [{ name: 'd', type: 'WL' }],
        },
      ),
    ).toEqual([]);
  });

  it.each(['12,000원', '₩12,000', 'USD12.50', '12.50USD', '0', '3,000,000달러'])('take %s for a price', (price) => {
    expect(form({}, { item: { list: [ENTRY], summary: { title: '합계', description: price } } })).toEqual([]);
  });

  it.each(['무료', '12.5', '12 000원', '원', '약 12,000원'])('take %s for none', (price) => {
    expect(form({}, { item: { list: [ENTRY], summary: { title: '합계', description: price } } })).toEqual([
      'send-value item.summary.description: It is not a price',
    ]);
  });

  it('never repeat the number of a receiver', () => {
    expect(JSON.stringify(checkEnvelope({ ...ENVELOPE, to: '+82 10-0000-0000' }))).not.toContain('0000-0000');
  });
});
