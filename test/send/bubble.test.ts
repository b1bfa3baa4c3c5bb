import { describe, expect, it } from 'vitest';
import type { FileNode } from '../../src/core/content.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { Bubble } from '../../src/preview/bubble.ts';
import { bubblesOf } from '../../src/send/bubble.ts';
import { channels } from '../../src/send/channels/registry.ts';
import type { PreparedSend } from '../../src/send/prepare.ts';
import { approved, first, orderPaid, prepared, prepareText, template, testSend, writtenSend } from './support.ts';

const photo = { path: 'images/coat.jpg', sha256: 'c0a7', width: 800, height: 400 } satisfies FileNode;
const other = { path: 'images/scarf.jpg', sha256: '5ca2' } satisfies FileNode;

const files = ({ sha256 }: FileNode): string | null => (sha256 === photo.sha256 ? 'data:image/jpeg;base64,AA==' : null);

function shown(send: PreparedSend): [type: string, bubble: Bubble][] {
  return bubblesOf(send, files).map(({ type, bubble }) => [type, bubble]);
}

/** A send with another payload than that of its test send. */
function sendOf(type: string, content: JsonObject, more: Partial<PreparedSend> = {}): PreparedSend {
  const made = first(prepared());
  const payload = { ...made.payload, type, content: { [type]: content } };
  return { ...made, type, template: undefined, source: undefined, payload, ...more };
}

it('every channel draws its messages', () => {
  expect(channels.filter(({ bubble }) => bubble === undefined)).toEqual([]);
});

describe('the bubble of a notification', () => {
  it('has the texts of the message, and what only its template has', () => {
    const content: JsonObject = {
      ...orderPaid,
      messageType: 'MI',
      extra: '문의: 고객센터',
      preview: '결제 완료',
      security: true,
      highlight: { title: '#{이름}', description: '설명', image: photo },
      items: [
        { title: '주문', description: '#{주문번호}' },
        { title: '상태', description: '완료' },
      ],
      itemSummary: { title: '합계', description: '#{금액}원' },
      quickReplies: [{ type: 'BK', name: '네' }],
    };
    const notice = '채널 추가하고 이 채널의 광고와 마케팅 메시지를 이 메신저로 받기';
    const sends = prepared({ template: template(content), approved: { ...approved(content), notice: `\n${notice}` } });
    expect(shown(first(sends))).toEqual([
      [
        'at',
        expect.objectContaining({
          kind: 'notification',
          sender: 'shop',
          emphasis: { type: 'TEXT', title: '12,000원', subtitle: '결제 완료' },
          header: '결제 안내',
          content: '홍길동님, 주문하신 상품의\n결제가 완료되었습니다.',
          extra: '문의: 고객센터',
          notice,
          preview: '결제 완료',
          security: true,
          highlight: {
            title: '홍길동',
            description: '설명',
            struck: false,
            image: { href: 'data:image/jpeg;base64,AA==', alt: 'coat.jpg', width: 800, height: 400 },
          },
          items: [
            { title: '주문', description: 'A-1' },
            { title: '상태', description: '완료' },
          ],
          summary: { title: '합계', description: '12,000원' },
          quickReplies: [expect.objectContaining({ type: 'BK', name: '네' })],
        }),
      ],
    ]);
  });

  it('has the image of an image template, and the values of its buttons', () => {
    const content: JsonObject = {
      ...orderPaid,
      emphasis: { type: 'IMAGE', image: photo },
      header: '#{금액} #{주문번호}',
      buttons: [{ type: 'MP', name: '오시는 길' }],
    };
    const test = testSend({ buttons: { '오시는 길': { map: { address: '감귤로 1' } } } });
    expect(shown(first(prepared({ template: template(content), approved: approved(content), test })))).toMatchObject([
      [
        'ai',
        {
          sender: 'shop',
          emphasis: { type: 'IMAGE', image: { alt: 'coat.jpg' } },
          buttons: [{ type: 'MP', name: '오시는 길', detail: '감귤로 1' }],
        },
      ],
    ]);
  });
});

describe('the bubble of a text message', () => {
  it('has the number of the sender, the subject, the text and the images by their names', () => {
    const { sends } = prepareText(
      { type: 'mms', subject: '안내', text: '#{이름}님', files: [photo, other] },
      { variables: { 이름: '홍길동' } },
    );
    expect(shown(first(sends))).toEqual([
      [
        'mms',
        {
          kind: 'text',
          channel: 'mms',
          sender: '15880000',
          subject: '안내',
          text: '홍길동님',
          images: [
            { href: 'data:image/jpeg;base64,AA==', alt: 'coat.jpg', width: 800, height: 400 },
            { href: null, alt: 'scarf.jpg', width: undefined, height: undefined },
          ],
        },
      ],
    ]);
  });

  it('has the texts, the buttons and the footer of an RCS message (assumption 85)', () => {
    const content: JsonObject = {
      messagebaseid: 'base',
      chatbotid: 'bot',
      header: '1',
      footer: '수신거부 080',
      message: { title: '제목', description: '본문', media: { more: ['더'] } },
      button: [
        {},
        {
          suggestions: [
            { displayText: '보기', action: { urlAction: { openUrl: { url: 'https://shop.example.com' } } } },
            { displayText: '전화', action: { dialerAction: { number: '1588' } } },
          ],
        },
      ],
    };
    expect(shown(sendOf('rcs', content))).toEqual([
      [
        'rcs',
        {
          kind: 'text',
          channel: 'rcs',
          sender: '15880000',
          ad: true,
          subject: '제목',
          text: '본문\n더',
          buttons: [
            { type: 'urlAction', name: '보기', link: { mobile: 'https://shop.example.com' } },
            { type: 'dialerAction', name: '전화', detail: '1588' },
          ],
          footer: '수신거부 080',
        },
      ],
    ]);
  });

  it('has the texts of an ntalk, without its keys', () => {
    expect(shown(sendOf('ntalk', { partnerkey: 'p', templatecode: 't', text: '본문' }))).toMatchObject([
      ['ntalk', { channel: 'ntalk', text: '본문' }],
    ]);
  });

  it('has the name of a sender whose number is not known', () => {
    const made = first(prepareText({ type: 'sms', text: '안내' }).sends);
    expect(shown({ ...made, from: { name: 'main', number: '0' } })).toMatchObject([['sms', { sender: 'main' }]]);
  });
});

it('a brand message without a registered template is drawn of the declared one that it copies', () => {
  const content = { bubble: 'TEXT', content: '#{이름}님, 등록한 글' };
  const declared = template(content, { address: 'BrandTemplate/shop/sale' });
  const test = testSend({ template: declared.address, brand: { mode: 'free' } });
  expect(shown(sendOf('ut', {}, { test, sample: '기본', source: declared }))).toMatchObject([
    ['ut', { kind: 'brand', sender: 'shop', content: '홍길동님, 등록한 글' }],
  ]);
  expect(shown(sendOf('ut', {}, { test }))).toMatchObject([['ut', { type: 'TEXT', content: '' }]]);
});

describe('the fallbacks of a message', () => {
  it('follow it in their order, each as its own channel shows it', () => {
    const login = template(orderPaid, { address: 'NotificationTemplate/mall/login', profile: 'mall' });
    const made = sendOf('rcs', { messagebaseid: 'b', chatbotid: 'c', header: '0', message: { text: '본문' } });
    const part = { template: undefined, source: undefined, sample: undefined, upload: undefined };
    const send: PreparedSend = {
      ...made,
      fallbacks: [
        { ...part, type: 'at', test: testSend({ profile: 'outlet' }), template: login, source: login },
        { ...part, type: 'mms', test: writtenSend({ type: 'mms', text: '대신', files: [photo] }) },
      ],
      payload: {
        ...made.payload,
        resend: { first: 'at', second: 'mms' },
        recontent: {
          at: { message: '홍길동님', title: '9원' },
          mms: { message: '대신', file: [{ type: 'IMG', key: '<after upload>' }] },
        },
      },
    };
    expect(shown(send)).toMatchObject([
      ['rcs', { channel: 'rcs', text: '본문' }],
      ['at', { sender: 'outlet', content: '홍길동님', emphasis: { title: '9원', subtitle: '결제 완료' } }],
      ['mms', { channel: 'mms', text: '대신', images: [{ alt: 'coat.jpg' }] }],
    ]);
  });
});
