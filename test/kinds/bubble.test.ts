import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { formatPath } from '../../src/core/path.ts';
import type { Resource, Sample } from '../../src/core/resource.ts';
import { pictures } from '../../src/kinds/registry.ts';
import { replacedAt } from '../../src/manifest/load/references.ts';
import { schemaMistakes } from '../../src/manifest/schema/mistakes.ts';
import { boxed } from '../../src/preview/boxed.ts';
import type { Bubble, NotificationBubble } from '../../src/preview/bubble.ts';
import { parseLocated } from '../../src/yaml/located.ts';
import { environment, load } from '../manifest/project.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

/** The examples name another profile and more variables. */
const EVERYTHING = {
  ...environment,
  profiles: new Map([...environment.profiles, ['market', { type: 'S' as const }]]),
  variables: new Map(['host', 'market', 'app', 'farm'].map((name) => [name, `${name}.example.com`])),
};

function bubbleOf(kind: string, content: JsonObject, values: Record<string, string> = {}): Bubble {
  const setting = { sender: '감귤상점', values: new Map(Object.entries(values)), files: () => null };
  const bubble = pictures.get(kind)?.bubble(content, setting);
  if (bubble === undefined) throw new Error(`no picture of ${kind}`);
  return bubble;
}

function drawn({ kind, content }: Resource, sample: Sample | undefined): string {
  return `\n${boxed(bubbleOf(kind, content, sample?.values), { language: 'ko' }).join('\n')}\n`;
}

const { resources } = await load(EXAMPLES, { environment: EVERYTHING });
const shown = resources.filter(({ kind }) => pictures.has(kind));

/** The last example of each type of bubble. */
const byType = new Map(
  shown.map((resource) => {
    const bubble = bubbleOf(resource.kind, resource.content);
    return [
      bubble.kind === 'notification' ? bubble.emphasis.type : bubble.kind === 'brand' ? bubble.type : '',
      resource,
    ];
  }),
);

describe('the picture of a manifest', () => {
  it.each([...byType])('shows a bubble of the type %s as the phone will', (_, resource) => {
    expect(drawn(resource, resource.samples[0])).toMatchSnapshot();
  });

  it('shows each type of bubble that there is', () => {
    expect([...byType.keys()].sort()).toEqual([
      ...['CAROUSEL_COMMERCE', 'CAROUSEL_FEED', 'COMMERCE', 'IMAGE', 'ITEM_LIST', 'NONE', 'PREMIUM_VIDEO', 'TEXT'],
      ...['WIDE', 'WIDE_ITEM_LIST'],
    ]);
  });

  it('keeps the variables of the parts that no send carries', () => {
    const texts = { emphasis: { type: 'TEXT', title: '#{a}', subtitle: '#{a}' }, extra: '#{a}', preview: '#{a}' };
    const { emphasis, extra, preview } = bubbleOf('NotificationTemplate', texts, { a: '값' }) as NotificationBubble;
    expect([emphasis, extra, preview]).toEqual([{ type: 'TEXT', title: '값', subtitle: '#{a}' }, '#{a}', '#{a}']);
  });

  it('keeps a variable that has no value, and does not fill a value again', () => {
    const content = {
      content: '#{이름}님, #{상품}',
      buttons: [{ type: 'WL', name: '보기', link: { mobile: '#{주소}' } }],
    };
    expect(bubbleOf('NotificationTemplate', content, { 이름: '#{상품}', 주소: 'https://a.example' })).toMatchObject({
      content: '#{상품}님, #{상품}',
      buttons: [{ link: { mobile: 'https://a.example' } }],
    });
  });

  it('opens no address of an image, and asks for the file of one by its bytes', () => {
    const url = 'https://img.example.com/a/banner.png?x=1';
    const template = { emphasis: { type: 'IMAGE', image: { url } }, content: '' };
    expect(bubbleOf('NotificationTemplate', template)).toMatchObject({
      emphasis: { type: 'IMAGE', image: { href: null, alt: 'banner.png' } },
    });
    const file = { path: 'images/order.png', sha256: 'ab', width: 800, height: 400 };
    const setting = { sender: '', values: new Map(), files: ({ sha256 }: { sha256: string }) => `data:${sha256}` };
    expect(
      pictures.get('BrandTemplate')?.bubble({ bubble: 'IMAGE', image: { file, link: 'https://a.example' } }, setting),
    ).toMatchObject({
      image: { href: 'data:ab', alt: 'order.png', width: 800, height: 400 },
      imageLink: { mobile: 'https://a.example' },
    });
  });

  it('leads somewhere as a whole only if the template says so', () => {
    expect(bubbleOf('NotificationTemplate', { content: '안내' })).not.toHaveProperty('link');
    const link = { mobile: 'https://a.example' };
    expect(bubbleOf('NotificationTemplate', { content: '안내', link })).toMatchObject({ link });
  });

  it('has the notice of a channel-add template, a highlight and a summary', () => {
    const content = {
      messageType: 'AD',
      content: '안내',
      highlight: { title: '니트', image: { url: 'https://a.example/t.png' } },
      itemSummary: { title: '합계' },
      security: true,
    };
    expect(bubbleOf('NotificationTemplate', content)).toMatchObject({
      notice: expect.stringMatching(/^채널 추가하고 이 채널의.{23}$/u),
      highlight: { title: '니트', description: '', image: { alt: 't.png' } },
      summary: { title: '합계', description: '' },
      security: true,
    });
  });

  it('shows prices as numbers, and one that is left out as its variable', () => {
    const content = { bubble: 'COMMERCE', commerce: { title: '한라봉', regularPrice: 39000 } };
    expect(bubbleOf('BrandTemplate', content, { 할인가격: '31200' })).toMatchObject({
      commerce: { regularPrice: 39000, discountPrice: 31200, discountRate: '#{할인율}' },
    });
  });

  it('survives what no service would send', () => {
    const odd = [
      null,
      1,
      'x',
      [],
      {},
      [null],
      { title: 1, image: 1, cards: 1, link: 1, type: 'IMAGE', intro: 1, more: 1 },
    ];
    const keys = ['emphasis', 'highlight', 'items', 'itemSummary', 'content', 'buttons', 'link', 'image', 'carousel'];
    for (const value of odd)
      for (const key of [...keys, 'video', 'commerce', 'coupon', 'bubble'])
        for (const kind of pictures.keys()) expect(boxed(bubbleOf(kind, { [key]: value }))).toEqual(expect.any(Array));
  });
});

describe('the longest lengths', () => {
  const limitsOf = (kind: string, content: JsonObject): unknown[] =>
    (pictures.get(kind)?.limits(content) ?? []).map(({ at, text, most }) => [at.join('.'), text, most]);

  it('are those of a notification, and shorter beside the image of a highlight', () => {
    const highlight = { title: '제목', description: '설명' };
    const content = {
      content: '본문',
      emphasis: { title: '큰 글씨', subtitle: '작은 글씨' },
      highlight,
      buttons: [{ name: '보기' }],
      extra: '',
    };
    expect(limitsOf('NotificationTemplate', content)).toEqual([
      ['emphasis.title', '큰 글씨', 50],
      ['emphasis.subtitle', '작은 글씨', 18],
      ['highlight.title', '제목', 30],
      ['highlight.description', '설명', 19],
      ['content', '본문', 1300],
      ['buttons.0.name', '보기', 28],
    ]);
    const beside = limitsOf('NotificationTemplate', {
      highlight: { ...highlight, image: { url: 'https://a.example' } },
    });
    expect(beside).toEqual([
      ['highlight.title', '제목', 21],
      ['highlight.description', '설명', 13],
    ]);
  });

  /** The limits that the schema of a notification template has as well. Those of a message are constants of `validate`. */
  it('are those of the schema', () => {
    const plain = { title: '제목', description: '1,000원' };
    const whole = {
      kind: 'NotificationTemplate',
      id: 'order-paid',
      name: '주문 결제 안내',
      category: '001001',
      messageType: 'BA',
      emphasis: { type: 'ITEM_LIST' },
      header: '머리말',
      preview: '미리 보기',
      content: '결제가 완료되었습니다.',
      highlight: plain,
      items: [plain, plain],
      itemSummary: plain,
    };
    const tooLong = (value: JsonObject): string[] => {
      const located = parseLocated('a.yaml', JSON.stringify(value)).documents[0];
      if (!located) throw new Error('not YAML');
      const { kind } = whole;
      return schemaMistakes({ kind, value, located }).flatMap(({ path = '', code }) =>
        code === 'too-long' ? [path] : [],
      );
    };
    for (const content of [whole, { ...whole, highlight: { ...plain, image: { url: 'https://a.example/a.png' } } }]) {
      const limits = pictures.get(whole.kind)?.limits(content) ?? [];
      const ofSchema = limits.filter(({ at }) => formatPath(at) !== 'content');
      expect(ofSchema).toHaveLength(10);
      for (const { at, most } of ofSchema) {
        const mistakesOf = (length: number) => tooLong(replacedAt(content, at, 'a'.repeat(length)) as JsonObject);
        expect([formatPath(at), mistakesOf(most), mistakesOf(most + 1)]).toEqual([
          formatPath(at),
          [],
          [formatPath(at)],
        ]);
      }
    }
  });
});
