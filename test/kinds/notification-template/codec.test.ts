import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compared, sameContent } from '../../../src/core/content.ts';
import { isObject, type Json, type JsonObject } from '../../../src/core/json.ts';
import type { Bound } from '../../../src/core/kind.ts';
import { NotiformError } from '../../../src/core/problem.ts';
import { encode } from '../../../src/kinds/fields.ts';
import { liveTemplate, normalise, withoutUse } from '../../../src/kinds/notification-template/codec.ts';
import type { TemplateDetail } from '../../../src/kinds/notification-template/endpoints.ts';
import { templateFields } from '../../../src/kinds/notification-template/fields.ts';
import { templateDeclaration } from '../../../src/kinds/notification-template/kind.ts';
import { boundTo, nothingBound } from '../bound.ts';
import { files, templateManifest } from './arbitrary.ts';

const bound = boundTo(...files);
const NOTICE = '채널 추가하고 이 채널의 광고와 마케팅 메시지를 메신저로 다 받기';

/** An answer with the members that tests change. */
type Answer = JsonObject & { templateContent: string; buttons: JsonObject[] };

/** An answer of the service to a request: everything it adds, and null for what was left out. */
function answered(content: JsonObject): Answer {
  const body = encode(templateFields, content, bound);
  return {
    templateCode: 'generated',
    templatePreviewMessage: null,
    templateExtra: null,
    templateImageUrl: null,
    templateTitle: null,
    templateSubtitle: null,
    templateHeader: null,
    templateItemHighlight: null,
    templateItem: null,
    templateRepresentLink: null,
    ...body,
    templateContent: String(body['templateContent']),
    // As a list without order, the last one first.
    buttons: objects(body['buttons'])
      .map((button, ordering) => ({ ...button, ordering, linkPc: button['linkPc'] ?? null }))
      .reverse(),
    quickReplies: objects(body['quickReplies'])
      .map((reply, ordering) => ({ ...reply, ordering, pluginId: null }))
      .reverse(),
  };
}

function objects(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function decodeTemplate(detail: object, known: Bound): JsonObject {
  return liveTemplate(detail as TemplateDetail, known).content;
}

describe('what is declared comes back as it is', () => {
  test('for every manifest that the schema lets pass', () => {
    fc.assert(
      fc.property(templateManifest, (manifest) => {
        const { content } = templateDeclaration.declare(manifest);
        expect(decodeTemplate(answered(content), bound)).toEqual(content);
      }),
    );
  });

  test('and is sent in the same words again', () => {
    fc.assert(
      fc.property(templateManifest, (manifest) => {
        const { content } = templateDeclaration.declare(manifest);
        const again = decodeTemplate(answered(content), bound);
        expect(encode(templateFields, again, bound)).toEqual(encode(templateFields, content, bound));
      }),
    );
  });

  test('whatever the notice does to the body of a channel-add template', () => {
    fc.assert(
      fc.property(templateManifest, fc.constantFrom('', '\n', '\n\n'), (manifest, breaks) => {
        const { content } = templateDeclaration.declare({ ...manifest, messageType: 'AD' });
        const answer = answered(content);
        fc.pre(!answer.templateContent.endsWith('\n'));
        const templateContent = `${answer.templateContent}${breaks}${NOTICE}`;
        expect(decodeTemplate({ ...answer, templateContent }, bound)).toEqual(content);
      }),
    );
  });
});

test('every member has its word on the wire', () => {
  const content = {
    code: 'order_paid',
    name: '주문 결제 안내',
    category: '001001',
    messageType: 'MI',
    emphasis: { type: 'IMAGE', title: '#{금액}원', subtitle: '결제 완료', image: { ...files[0] } },
    content: '#{이름}님',
    extra: '문의',
    preview: '결제',
    header: '결제 안내',
    highlight: { title: '#{상품}', description: '결제 완료', image: { ...files[1] } },
    items: [
      { title: '주문번호', description: '#{주문번호}' },
      { title: '상품', description: '#{상품}' },
    ],
    itemSummary: { title: '합계', description: '#{금액}원' },
    link: { mobile: 'm', pc: 'p', android: 'a', ios: 'i' },
    security: true,
    buttons: [
      { type: 'AC', name: '채널 추가' },
      { type: 'AL', name: '앱', link: { mobile: 'm', pc: 'p', android: 'a', ios: 'i' } },
      { type: 'P1', name: '보안', plugin: 'secure-image' },
      { type: 'TN', name: '상담원 연결', tel: '1588-0000' },
    ],
    quickReplies: [{ type: 'WL', name: '보기', link: { mobile: 'm' } }],
  };
  expect(encode(templateFields, content, bound)).toEqual({
    templateCode: 'order_paid',
    templateName: '주문 결제 안내',
    categoryCode: '001001',
    templateMessageType: 'MI',
    templateEmphasizeType: 'IMAGE',
    templateTitle: '#{금액}원',
    templateSubtitle: '결제 완료',
    templateImageName: 'order.png',
    templateImageUrl: `https://img.example.com/notification/template/${'a'.repeat(64)}`,
    templateContent: '#{이름}님',
    templateExtra: '문의',
    templatePreviewMessage: '결제',
    templateHeader: '결제 안내',
    templateItemHighlight: {
      title: '#{상품}',
      description: '결제 완료',
      imageUrl: `https://img.example.com/notification/highlight/${'b'.repeat(64)}`,
    },
    templateItem: {
      list: [
        { title: '주문번호', description: '#{주문번호}' },
        { title: '상품', description: '#{상품}' },
      ],
      summary: { title: '합계', description: '#{금액}원' },
    },
    templateRepresentLink: { linkMo: 'm', linkPc: 'p', linkAnd: 'a', linkIos: 'i' },
    securityFlag: true,
    buttons: [
      { linkType: 'AC', name: '채널 추가' },
      { linkType: 'AL', name: '앱', linkMo: 'm', linkPc: 'p', linkAnd: 'a', linkIos: 'i' },
      { linkType: 'P1', name: '보안', pluginId: 'secure-image' },
      { linkType: 'TN', name: '상담원 연결', telNumber: '1588-0000' },
    ],
    quickReplies: [{ linkType: 'WL', name: '보기', linkMo: 'm' }],
  });
});

test('the least template says no more than it has to', () => {
  const content = { name: '공지', category: '001001', messageType: 'BA', content: '안녕하세요' };
  expect(encode(templateFields, content, nothingBound)).toEqual({
    templateName: '공지',
    categoryCode: '001001',
    templateMessageType: 'BA',
    templateEmphasizeType: 'NONE',
    templateContent: '안녕하세요',
    securityFlag: false,
  });
});

describe('an image', () => {
  const withImage = (image: JsonObject) => ({
    name: '주문',
    category: '001001',
    messageType: 'BA',
    content: '주문',
    emphasis: { type: 'IMAGE', image },
  });

  test.each([
    ['https://cdn.example.com/a/order.jpg', 'order.jpg'],
    ['https://cdn.example.com/order.jpg?v=2#top', 'order.jpg'],
    ['https://cdn.example.com/', 'image'],
  ])('by URL %s goes under the name %s', (url, name) => {
    expect(encode(templateFields, withImage({ url }), nothingBound)).toMatchObject({
      templateImageUrl: url,
      templateImageName: name,
    });
  });

  test('that was never uploaded cannot be shown', () => {
    const encoding = () => encode(templateFields, withImage({ ...files[0] }), nothingBound);
    expect(encoding).toThrow(NotiformError);
    expect(encoding).toThrow('manifests/order.png has no URL at the service yet');
  });
});

describe('what the service answers', () => {
  const least: JsonObject = {
    templateCode: 'order_paid',
    templateName: '주문',
    templateMessageType: 'BA',
    templateEmphasizeType: 'NONE',
    templateContent: '주문',
  };
  const plain = { code: 'order_paid', name: '주문', messageType: 'BA', content: '주문' };

  test.each<[string, Partial<JsonObject>]>([
    ['left out', {}],
    [
      'null',
      {
        templateExtra: null,
        templateItem: null,
        templateItemHighlight: null,
        templateRepresentLink: null,
        buttons: null,
        quickReplies: null,
        categoryCode: null,
        securityFlag: null,
      },
    ],
    [
      'empty',
      {
        templateExtra: '',
        templateImageUrl: '',
        templateItem: { list: [], summary: null },
        templateItemHighlight: { title: '', description: null, imageUrl: '' },
        templateRepresentLink: { linkMo: '', linkPc: null },
        buttons: [],
        quickReplies: [],
        securityFlag: false,
      },
    ],
  ])('as %s is one', (_, members) => {
    expect(decodeTemplate({ ...least, ...members }, bound)).toEqual(plain);
  });

  test('in words that nobody knows yet is shown as it is', () => {
    const answer: JsonObject = {
      ...least,
      templateMessageType: 'ZZ',
      templateEmphasizeType: 'VIDEO',
      buttons: [{ linkType: 'Q9', name: '새 단추', bizFormId: 12 }],
    };
    expect(decodeTemplate(answer, bound)).toEqual({
      ...plain,
      messageType: 'ZZ',
      emphasis: { type: 'VIDEO' },
      buttons: [{ type: 'Q9', name: '새 단추' }],
    });
  });

  test('is put in its own order, and left in place where it has none', () => {
    const buttons = [
      { linkType: 'BK', name: '둘', ordering: 2 },
      { linkType: 'BK', name: '하나', ordering: 1 },
    ];
    const names = (answer: JsonObject) => decodeTemplate(answer, bound)['buttons'];
    expect(names({ ...least, buttons })).toMatchObject([{ name: '하나' }, { name: '둘' }]);
    const unordered = buttons.map(({ ordering: _, ...button }) => button);
    expect(names({ ...least, buttons: unordered })).toMatchObject([{ name: '둘' }, { name: '하나' }]);
  });
});

describe('the normal form', () => {
  test('is the same for a default that is written and one that is left out', () => {
    const written = {
      name: '주문',
      security: false,
      emphasis: { type: 'NONE' },
      extra: '',
      link: {},
      buttons: [{ type: 'AC', name: '채널 추가' }],
      quickReplies: [],
    };
    const omitted = { name: '주문', buttons: [{ type: 'AC' }] };
    expect(normalise(written)).toEqual(normalise(omitted));
    expect(sameContent(normalise(written), normalise(omitted))).toBe(true);
  });

  test('keeps what is no default', () => {
    const content = {
      name: '주문',
      security: true,
      emphasis: { type: 'TEXT', title: '제목', subtitle: '부제' },
      quickReplies: [{ type: 'BK', name: '문의' }],
      buttons: [{ type: 'AC', name: '채널 추가하기' }],
    };
    expect(normalise(content)).toEqual(content);
  });

  test.each<[JsonObject, JsonObject]>([
    [{ emphasis: { title: '제목' } }, {}],
    [{ emphasis: { type: 'NONE', title: '제목', subtitle: '부제' } }, {}],
    [{ emphasis: { type: 'ITEM_LIST', title: '제목' } }, { emphasis: { type: 'ITEM_LIST' } }],
    [
      { emphasis: { type: 'TEXT', title: '제목', image: 'x' }, items: [{}], itemSummary: { title: '합계' } },
      { emphasis: { type: 'TEXT', title: '제목' } },
    ],
    [{ messageType: 'BA', extra: '문의' }, { messageType: 'BA' }],
    [{ messageType: 'AD', extra: '문의' }, { messageType: 'AD' }],
    [
      { messageType: 'EX', extra: '문의', emphasis: { type: 'NEW', title: '제목' }, itemSummary: { title: '합계' } },
      { messageType: 'EX', extra: '문의', emphasis: { type: 'NEW', title: '제목' }, itemSummary: { title: '합계' } },
    ],
  ])('has no member that does not apply: %j', (written, normal) => {
    expect(normalise(written)).toEqual(normal);
  });

  test.each<[JsonObject, JsonObject]>([
    [{ messageType: 'BA', content: '안내', extra: '문의' }, { extra: '문의' }],
    [{ messageType: 'EX', extra: '문의', header: '', emphasis: { type: 'NONE' } }, {}],
    [
      { emphasis: { type: 'NONE', title: '제목', subtitle: null }, items: [{ title: '상품', description: '컵' }] },
      { emphasis: { title: '제목' }, items: [{ title: '상품', description: '컵' }] },
    ],
    [{ emphasis: { type: 'TEXT', title: '제목', image: 'x' } }, { emphasis: { image: 'x' } }],
    [{ emphasis: { type: 'NEW', title: '제목' }, items: [{ title: '상품' }] }, {}],
  ])('what it leaves out because no type shows it is known: %j', (written, unused) => {
    expect(withoutUse(written)).toEqual(unused);
  });

  test('does not fall over what is no button', () => {
    expect(normalise({ buttons: [null, 'x'] })).toEqual({ buttons: [null, 'x'] });
  });

  test('is a fixed point', () => {
    fc.assert(
      fc.property(templateManifest, (manifest) => {
        const once = normalise(manifest);
        expect(normalise(once)).toEqual(once);
        expect(compared(once)).toEqual(compared(normalise(once)));
      }),
    );
  });
});
