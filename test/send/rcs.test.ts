import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import type { TestSend } from '../../src/core/test-send.ts';
import { writtenChannelOf } from '../../src/send/channels/registry.ts';
import { describeProof } from '../../src/send/describe.ts';
import type { Prepared } from '../../src/send/prepare.ts';
import { checkForeign } from '../../src/send/proof.ts';
import { first, NOW, preparation, prepareSends, writtenSend } from './support.ts';

const least = { messagebaseid: 'SS000000', chatbotid: '15880000', header: '0' };
const openUrl = { urlAction: { openUrl: { url: 'https://shop.example.com' } } };
const button = (suggestion: JsonObject): JsonObject => ({ button: [{ suggestions: [suggestion] }] });

/** Prepares a message with a content of its own. */
function prepareContent(type: 'rcs' | 'ntalk', content: JsonObject, more: Partial<TestSend> = {}): Prepared {
  const { channel: _channel, template: _template, approved: _approved, ...rest } = preparation();
  const channel = writtenChannelOf(type);
  if (!channel) throw new Error(`messages of type ${type} are not sent`);
  return prepareSends({ ...rest, channel, test: writtenSend({ type, content }, more) });
}

const problems = (prepared: Prepared): string[] =>
  prepared.problems.map(({ path, code, message }) => `${path} ${code}: ${message}`);

describe('an RCS message', () => {
  it('is sent as it is written, with the variables of all its texts filled', () => {
    const content = {
      ...least,
      footer: '무료 수신거부 #{번호}',
      message: { title: '#{이름}님', cards: [{ text: '#{이름}' }] },
      ...button({
        action: { urlAction: { openUrl: { url: 'https://shop.example.com/#{번호}' } } },
        displayText: '보기',
      }),
    };
    const prepared = prepareContent('rcs', content, { variables: { 이름: '홍길동', 번호: '080' } });
    expect(problems(prepared)).toEqual([]);
    expect(first(prepared.sends)).toMatchObject({
      proof: [],
      payload: {
        type: 'rcs',
        content: {
          rcs: {
            ...least,
            footer: '무료 수신거부 080',
            message: { title: '홍길동님', cards: [{ text: '홍길동' }] },
            ...button({
              action: { urlAction: { openUrl: { url: 'https://shop.example.com/080' } } },
              displayText: '보기',
            }),
          },
        },
      },
    });
  });

  it('is shown without its keys', () => {
    const content = { ...least, brandkey: 'BK.0123456789', agencykey: 'AK.0123456789' };
    expect(describeProof(first(prepareContent('rcs', content).sends)).payload).toMatchObject({
      content: { rcs: { ...least, brandkey: '****', agencykey: '****' } },
    });
  });

  it('reports a mistake with its field of the manifest', () => {
    const content = { ...least, footer: '가'.repeat(65), ...button({ action: openUrl, displayText: ' #{이름}' }) };
    expect(problems(prepareContent('rcs', content, { variables: { 이름: '\u0007' } }))).toEqual([
      'message.content.footer send-limit: `message.content.footer` has 65 characters, 64 are allowed',
      'message.content.button[0].suggestions[0].displayText send-value: `message.content.button[0].suggestions[0].displayText` has the control character U+0007',
    ]);
    expect(problems(prepareContent('rcs', content))).toEqual([
      'variables send-missing-value: `#{이름}` of TestSend/notice has no value',
    ]);
    expect(problems(prepareContent('rcs', least, { profile: 'shop', brand: {} }))).toEqual([
      'profile send-unsupported: A test send of type rcs has no `profile`',
      'brand send-unsupported: A test send of type rcs has no `brand`',
    ]);
  });
});

describe('a message of type ntalk', () => {
  it('has any content', () => {
    const prepared = prepareContent(
      'ntalk',
      { partner: 'a', text: '#{이름}님', count: 1 },
      { variables: { 이름: '홍' } },
    );
    expect(problems(prepared)).toEqual([]);
    expect(first(prepared.sends)).toMatchObject({
      proof: [],
      payload: { type: 'ntalk', content: { ntalk: { partner: 'a', text: '홍님', count: 1 } } },
    });
  });

  it.each(['2026-11-21T09:00+09:00', '2020-01-01T09:00+09:00'])('is sent at once, whatever `at` is: %s', (at) => {
    const prepared = prepareContent('ntalk', {}, { at });
    expect(problems(prepared)).toEqual([
      'at send-time: The service ignores `at` of a message of type ntalk, and sends it at once',
    ]);
    expect(prepared.problems.map(({ severity }) => severity)).toEqual(['warning']);
    expect(prepared.sends.map(({ at: time, payload }) => [time, payload.sendtime])).toEqual([[undefined, undefined]]);
  });

  it('of another program may have a time, which the service ignores', () => {
    const year = { account: 'emulator', sendtime: String(NOW / 1000 + 365 * 86_400) };
    expect(checkForeign({ ...year, type: 'ntalk' }, NOW)).toEqual([]);
    expect(checkForeign({ ...year, type: 'rcs' }, NOW).map(({ path }) => path)).toEqual(['sendtime']);
  });
});
