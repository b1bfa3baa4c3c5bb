import { describe, expect, it } from 'vitest';
import type { TestSend, WrittenMessage } from '../../src/core/test-send.ts';
import { describeProof } from '../../src/send/describe.ts';
import { first, prepareText } from './support.ts';

/** The problems of a message, as `code: message (hint)`. A message with problems is not sent. */
function problems(message: WrittenMessage): string[] {
  const found = prepareText(message);
  expect(found.sends.length).toBe(found.problems.length > 0 ? 0 : 1);
  return found.problems.map(
    ({ code, message: words, hint }) => `${code}: ${words}${hint === undefined ? '' : ` (${hint})`}`,
  );
}

const image = { path: 'manifests/a.jpg', sha256: 'a'.repeat(64), width: 10, height: 10 };

describe('a text message', () => {
  it('is its texts under the names of the message API, with the envelope of every send', () => {
    const { sends, problems } = prepareText(
      { type: 'lms', subject: '안내', text: '길게 알려 드립니다.\n고맙습니다.' },
      { country: '82', userinfo: '마케팅팀', resellercode: '123456789', at: '2026-11-21T09:00+09:00' },
    );
    expect(problems).toEqual([]);
    expect(first(sends).payload).toEqual({
      type: 'lms',
      from: '15880000',
      to: '01000000000',
      refkey: expect.stringMatching(/^nf[0-9a-f]{30}$/),
      country: '82',
      userinfo: '마케팅팀',
      resellercode: '123456789',
      sendtime: String(Date.parse('2026-11-21T09:00:00+09:00') / 1000),
      content: { lms: { subject: '안내', message: '길게 알려 드립니다.\n고맙습니다.' } },
    });
  });

  it('has no template in its result, and a masked number', () => {
    const { sends } = prepareText({ type: 'sms', text: '시험 발송입니다.' });
    expect(describeProof(first(sends))).toMatchObject({
      send: 'notice',
      template: null,
      templateCode: null,
      type: 'sms',
      to: { name: 'qa', number: '010****0000' },
      text: '시험 발송입니다.',
      payload: { to: '010****0000', content: { sms: { message: '시험 발송입니다.' } } },
      outcome: 'proved',
      risks: [],
    });
  });

  it('with images has no keys before they are uploaded', () => {
    const { sends } = prepareText({ type: 'mms', files: [image, image] });
    expect(first(sends).proof).toEqual([]);
    const entry = { type: 'IMG', key: '<after upload>' };
    expect(first(sends).payload.content).toEqual({ mms: { file: [entry, entry] } });
  });

  it('is filled with the values of the test send', () => {
    const message: WrittenMessage = { type: 'lms', subject: '#{이름}님', text: '#{이름}님의 #{일}입니다.' };
    expect(first(prepareText(message, { variables: { 이름: '홍길동', 일: '생일' } }).sends).payload.content).toEqual({
      lms: { subject: '홍길동님', message: '홍길동님의 생일입니다.' },
    });
    expect(prepareText(message, { variables: { 이름: '홍길동' } }).problems).toMatchObject([
      {
        code: 'send-missing-value',
        message: '`#{일}` of TestSend/notice has no value',
        hint: 'Give it one in `variables`, or with `--var 일=…`',
      },
    ]);
  });

  it.each<[keyof TestSend, Partial<TestSend>]>([
    ['profile', { profile: 'shop' }],
    ['buttons', { buttons: { 지도: { chatExtra: 'a' } } }],
    ['brand', { brand: {} }],
  ])('has no %s', (member, more) => {
    expect(prepareText({ type: 'sms', text: '안녕' }, more).problems).toMatchObject([
      { code: 'send-unsupported', message: `A test send of type sms has no \`${member}\``, path: member },
    ]);
  });

  it('has no fallback', () => {
    const { sends, problems } = prepareText(
      { type: 'sms', text: '안녕' },
      { fallback: [{ type: 'lms', text: '안녕' }] },
    );
    expect(sends).toEqual([]);
    expect(problems).toMatchObject([
      { code: 'send-value', message: '`fallback`: A message of type sms has no fallback', path: 'fallback' },
    ]);
  });

  it('has no sample', () => {
    expect(prepareText({ type: 'sms', text: '안녕' }, { sample: '기본' }).problems).toMatchObject([
      { code: 'send-sample', message: 'TestSend/notice has no sample `기본`' },
    ]);
  });
});

describe('the limits of message API 2.5 to 2.7, in bytes of EUC-KR', () => {
  it('are named with the field of the manifest and what to do', () => {
    const hint = 'Shorten it, or send an lms: it takes 2,000 bytes';
    expect(problems({ type: 'sms', text: `${'똠'.repeat(45)}a` })).toEqual([
      `send-limit: \`message.text\` has 91 bytes in EUC-KR, 90 are allowed (${hint})`,
    ]);
    expect(problems({ type: 'lms', text: 'a'.repeat(10_001) })).toEqual([
      'send-limit: `message.text` has 10001 bytes in EUC-KR, 2000 are allowed',
    ]);
    expect(problems({ type: 'mms', files: [image, image, image, image] })).toEqual([
      'send-limit: `message.files` has 4 entries, 3 are allowed (An mms has one to three images)',
    ]);
  });

  it.each<[string, string]>([
    ['가나다😀', '"😀" at column 4'],
    ['a\nb — c', '"—" at line 2, column 3'],
    ['cafe\u0301', '"e\u0301" at column 4'],
    ['a\u00a0b', 'a no-break space (U+00A0) at column 2'],
    ['\u1112\u1161\u11ab', '"\u1112\u1161\u11ab" at column 1'],
    ['❤\ufe0f 👩\u200d🚀 ❤\ufe0f', '"❤\ufe0f" at column 1'],
  ])('name a character that cannot be encoded: %j', (message, expected) => {
    const [found, ...others] = problems({ type: 'sms', text: message });
    expect(found).toContain(`send-character: \`message.text\` has ${expected}, which EUC-KR does not have`);
    expect(others).toEqual([]);
  });

  it('name the other characters that cannot be encoded, and a similar one', () => {
    expect(problems({ type: 'sms', text: [...'😀😁😂😃😄😅😆😇😈😉😊😋', '😁'].join('') })).toEqual([
      'send-character: `message.text` has "😀" at column 1, which EUC-KR does not have. The same is true of "😁", "😂", "😃", "😄", "😅", "😆", "😇", "😈", "😉", "😊", and 1 more (Remove it, or write a similar one: ￦ for ₩, - for –, · for •, ♥ for ❤)',
    ]);
  });
});
