import fc from 'fast-check';
import type { FileNode } from '../../../src/core/content.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { checkTemplate } from '../../../src/kinds/notification-template/rules/check.ts';

/** Texts as people write them: Hangul, emoji, variables, quotes, line breaks inside; never empty. */
const text = (maxLength: number) =>
  fc
    .array(
      fc.constantFrom(
        '가',
        '님',
        'a',
        ' ',
        '😀',
        '"',
        "'",
        '-',
        '#{이름}',
        '#{금액}',
        '\n',
        '&',
        '<',
        '채널 추가하고 이 채널의',
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((parts) => [...parts.join('')].slice(0, maxLength).join(''));

const url = fc.constantFrom('https://shop.example.com/o/#{주문번호}', 'https://m.example.com', 'shop://o/#{주문번호}');

/** Members that may be left out; never an empty object. */
function partly<T>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.record(shape, { requiredKeys: [] }).filter((value) => Object.keys(value).length > 0);
}

const link = partly({ mobile: url, pc: url, android: url, ios: url });
const webLink = fc.record({ mobile: url, pc: url }, { requiredKeys: ['mobile'] });
const appLink = fc.record({ android: url, ios: url, mobile: url, pc: url }, { requiredKeys: ['android', 'ios'] });

export const files: readonly FileNode[] = [
  { path: 'manifests/order.png', sha256: 'a'.repeat(64), width: 800, height: 400 },
  { path: 'thumb.png', sha256: 'b'.repeat(64) },
];

const image: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom(...files.map((file) => ({ ...file }))),
  fc.constantFrom({ url: 'https://cdn.example.com/known.jpg' }, { url: 'https://cdn.example.com/' }),
);

const item = fc.record({ title: text(6), description: text(23) });

const emphasis = fc.oneof(
  fc.constant<JsonObject>({ type: 'NONE' }),
  fc.record({ type: fc.constant('TEXT'), title: text(50), subtitle: text(18) }),
  fc.record({ type: fc.constant('IMAGE'), image }),
  fc.constant<JsonObject>({ type: 'ITEM_LIST' }),
);

const plainButton = (...types: string[]) => fc.record({ type: fc.constantFrom(...types), name: text(28) });
const linkButton = fc.oneof(
  fc.record({ type: fc.constant('WL'), name: text(28), link: webLink }),
  fc.record({ type: fc.constant('AL'), name: text(28), link: appLink }),
);

const button = fc.oneof(
  linkButton,
  plainButton('DS', 'BK', 'MD', 'BC', 'BT', 'MP'),
  fc.constantFrom<JsonObject>({ type: 'AC' }, { type: 'AC', name: '채널 추가' }),
  fc.record({ type: fc.constantFrom('P1', 'P2', 'P3'), name: text(28), plugin: fc.constant('secure-image') }),
  fc.record({
    type: fc.constant('TN'),
    name: fc.constantFrom('전화 연결', '고객센터 연결', '상담원 연결'),
    tel: fc.constant('1588-0000'),
  }),
);

/** Valid manifests of a template, in all their shapes. */
export const templateManifest: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      id: fc.constantFrom('order-paid', 'a', 'order-paid-2'),
      code: fc.constantFrom('order_paid', 'ORDER-1'),
      name: text(200),
      category: fc.constant('001001'),
      messageType: fc.constantFrom('BA', 'EX', 'AD', 'MI'),
      emphasis,
      content: text(60),
      extra: text(60),
      preview: text(40),
      header: text(16),
      highlight: fc.record(
        { title: text(21), description: text(13), image },
        { requiredKeys: ['title', 'description'] },
      ),
      items: fc.array(item, { minLength: 2, maxLength: 10 }),
      itemSummary: fc.record({ title: text(6), description: fc.constantFrom('#{금액}원', '12,000') }),
      link,
      security: fc.boolean(),
      buttons: fc.array(button, { maxLength: 5 }),
      quickReplies: fc.array(fc.oneof(linkButton, plainButton('BK', 'MD', 'BC', 'BT')), { maxLength: 10 }),
      lifecycle: fc.constantFrom('draft', 'approved', 'stopped'),
    },
    { requiredKeys: ['id', 'name', 'category', 'messageType', 'content'] },
  )
  .map((manifest) => ({ kind: 'NotificationTemplate', ...manifest }) as JsonObject)
  .filter((manifest) => checkTemplate(manifest).every((finding) => finding.severity !== 'error'));
