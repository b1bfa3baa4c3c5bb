import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { neutralWire } from '../../src/core/wire.ts';
import type { Context } from '../../src/emulator/context.ts';
import { defaultSettings, emulatorCredentials } from '../../src/emulator/defaults.ts';
import { sentBubble } from '../../src/emulator/desk/bubbles.ts';
import type { Message, MessageType } from '../../src/emulator/message/message.ts';
import { register } from '../../src/emulator/resource/profile/operations.ts';
import { newTemplate } from '../../src/emulator/resource/template/operations.ts';
import type { Template, TemplateContent } from '../../src/emulator/resource/template/template.ts';
import { Store } from '../../src/emulator/store.ts';
import { EmulatorClock } from '../../src/emulator/time.ts';
import { seededRandom } from '../random.ts';
import { plainContent } from './plain-content.ts';
import { MALL, NOON, PHONE, SHOP } from './support.ts';

function openContext(): Context {
  const context: Context = {
    store: new Store(),
    clock: new EmulatorClock({ now: () => NOON, sleep: () => new Promise(() => undefined) }),
    random: seededRandom(1),
    credentials: emulatorCredentials,
    wire: neutralWire,
    settings: defaultSettings({ inspect: 'manual' }),
    saved: () => Promise.resolve(),
    url: () => 'http://127.0.0.1:4010',
    hosts: [],
    keep: 10,
    dropped: { messages: 0 },
    mask: false,
    timezone: 'Asia/Seoul',
  };
  register(context, {
    profiles: [
      { alias: 'shop', key: SHOP, type: 'S' },
      { alias: 'mall', key: MALL, type: 'G' },
    ],
  });
  return context;
}
const nowhere = { mobile: '', pc: '', android: '', ios: '' };

function plant(context: Context, content: Partial<TemplateContent>, key = SHOP): Template {
  const owner = context.store.profiles.get(key);
  if (owner === undefined) throw new Error(key);
  const template = newTemplate(context, owner, 'code', { ...plainContent, ...content });
  context.store.templates.put(template);
  return template;
}

function upload(context: Context): string {
  context.store.images.put({
    id: 'a1b2.png',
    use: 'notification/template',
    type: 'png',
    sha256: null,
    size: 1,
    width: 800,
    height: 400,
    uploadedAt: NOON,
  });
  // The port of the day on which it was uploaded.
  return 'http://127.0.0.1:9999/images/a1b2.png';
}

function messageOf(type: MessageType, content: JsonObject): Message {
  return {
    messagekey: 'key',
    msgid: 'id',
    type,
    from: '0215880000',
    to: PHONE,
    refkey: 'ref',
    country: null,
    content,
    fallbacks: [],
    acceptedAt: NOON,
    sendAt: NOON,
    resultAt: NOON,
    isKnown: false,
    outcome: null,
    push: { state: 'due', tries: 0 },
  };
}

function sent(context: Context, type: MessageType, content: JsonObject): unknown {
  const message = messageOf(type, content);
  return sentBubble(context, message, message);
}

describe('a sent notification message', () => {
  it('is drawn as it was sent, with what only its template has', () => {
    const context = openContext();
    plant(
      context,
      {
        templateEmphasizeType: 'TEXT',
        templateTitle: '#{금액}원',
        templateSubtitle: '부제',
        templateExtra: '덧붙임',
        templatePreviewMessage: '미리보기',
        templateItemHighlight: { title: '강조', description: '설명', imageUrl: upload(context) },
        securityFlag: true,
      },
      MALL,
    );
    const content = {
      senderkey: SHOP,
      templatecode: 'code',
      message: '홍길동님, 안녕하세요.',
      title: '1,000원',
      header: '머리',
      itemhighlight: { title: '강조\\s', description: '설명' },
      item: { list: [{ title: '항목', description: '값' }], summary: { title: '합계', description: '1,000원' } },
      link: { url_mobile: 'https://a.example' },
      button: [{ type: 'MP', name: '지도', map_address: '서울시', map_coordinates: '1,2' }],
      quickreply: [{ type: 'BK', name: '예' }],
    };
    expect(sent(context, 'at', content)).toEqual({
      kind: 'notification',
      sender: 'shop',
      at: '오후 12:00 KST',
      emphasis: { type: 'TEXT', title: '1,000원', subtitle: '부제' },
      header: '머리',
      highlight: {
        title: '강조',
        description: '설명',
        struck: true,
        image: { href: '/images/a1b2.png', alt: '강조', width: 800, height: 400 },
      },
      items: [{ title: '항목', description: '값' }],
      summary: { title: '합계', description: '1,000원' },
      content: '홍길동님, 안녕하세요.',
      extra: '덧붙임',
      notice: '',
      preview: '미리보기',
      security: true,
      link: { ...nowhere, mobile: 'https://a.example' },
      buttons: [{ type: 'MP', name: '지도', link: nowhere, detail: '서울시' }],
      quickReplies: [{ type: 'BK', name: '예', link: nowhere, detail: '' }],
    });
  });
});

describe('a text message', () => {
  const from = { kind: 'text', sender: '0215880000', at: '오후 12:00 KST' };

  it('is drawn from a masked number, with its pictures', () => {
    const context = openContext();
    upload(context);
    expect(sent(context, 'sms', { message: '문자' })).toEqual({
      ...from,
      channel: 'sms',
      subject: '',
      text: '문자',
      images: [],
    });
    const file = [
      { type: 'IMG', key: 'a1b2.png' },
      { type: 'IMG', key: 'gone.jpg' },
    ];
    expect(sent(context, 'mms', { subject: '제목', file })).toEqual({
      ...from,
      channel: 'mms',
      subject: '제목',
      text: '',
      images: [
        { href: '/images/a1b2.png', alt: '사진 1', width: 800, height: 400 },
        { href: null, alt: '사진 2' },
      ],
    });
  });

  it('of RCS shows every text of its body, its suggestions and the opt-out text (assumption 85)', () => {
    const content = {
      messagebaseid: 'base',
      chatbotid: 'bot',
      header: '1',
      footer: '무료수신거부 080-000-0000',
      message: { title: '제목', description: '설명', media: { alt: '사진' }, list: ['하나', 2, null] },
      button: [
        {
          suggestions: [
            { displayText: '열기', action: { urlAction: { openUrl: { url: 'https://a.example' } } } },
            { displayText: '전화', action: { dialerAction: { phoneNumber: '1588-0000' } } },
          ],
        },
        {},
      ],
    };
    expect(sent(openContext(), 'rcs', content)).toEqual({
      ...from,
      channel: 'rcs',
      ad: true,
      subject: '제목',
      text: '설명\n사진\n하나',
      buttons: [
        { type: 'urlAction', name: '열기', link: { mobile: 'https://a.example' } },
        { type: 'dialerAction', name: '전화', detail: '1588-0000' },
      ],
      footer: '무료수신거부 080-000-0000',
    });
  });
});
