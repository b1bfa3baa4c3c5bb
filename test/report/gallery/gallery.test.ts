import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawGallery, type Gallery, type GalleryEntry } from '../../../src/report/gallery/gallery.ts';
import { brands, notification } from '../../preview/samples.ts';

const entry: GalleryEntry = {
  address: 'NotificationTemplate/shop/order-paid',
  title: '주문 안내',
  noun: { en: 'notification template', ko: '알림 템플릿' },
  source: { file: 'manifests/orders.yaml', line: 3 },
  views: [{ sample: '기본', after: { bubble: notification, lengths: [{ path: 'content', length: 20, most: 1300 }] } }],
  fields: [],
};

function drawn(gallery: Partial<Gallery> = {}): string {
  return drawGallery({ entries: [entry], images: [], ...gallery });
}

/** Text that tries to become a part of the page. */
const HOSTILE = '</script></style></svg><script>alert(1)</script><img src=x onerror=alert(1)>"\' onload=\u202E]]>&lt;';

/** Everything that a template or a plan can name, hostile. */
function hostile(): Gallery {
  const link = { mobile: 'javascript:alert(1)', pc: HOSTILE };
  const bubble = {
    ...notification,
    sender: HOSTILE,
    content: HOSTILE,
    preview: HOSTILE,
    emphasis: { type: 'IMAGE' as const, image: { href: 'javascript:alert(1)', alt: HOSTILE } },
    buttons: [{ type: HOSTILE, name: HOSTILE, link, detail: HOSTILE }],
  };
  const picture = { bubble, lengths: [{ path: HOSTILE, length: 9, most: 5 }] };
  return {
    entries: [
      {
        ...entry,
        address: HOSTILE,
        title: HOSTILE,
        source: { file: HOSTILE, line: 1 },
        action: 'update',
        views: [
          { sample: HOSTILE, before: picture, after: picture },
          { sample: null, after: picture },
        ],
        fields: [
          { path: HOSTILE, before: HOSTILE, after: `${HOSTILE}.` },
          { path: 'image', before: null, after: { path: HOSTILE, sha256: 'ab' } },
        ],
      },
    ],
    images: [],
    leftOut: Array<string>(11).fill(HOSTILE),
    plan: { environment: HOSTILE },
  };
}

describe('the gallery', () => {
  it('permits its own style and program, and nothing else', () => {
    const page = drawn();
    const hashOf = (tag: string): string => {
      const [, text = ''] = new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`.replaceAll('[^]', '[\\s\\S]')).exec(page) ?? [];
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf('script')}`,
      'img-src data:',
      `style-src ${hashOf('style')}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('gives a template no way into the page', () => {
    const page = drawGallery(hostile());
    expect(page.match(/<script\b/g)).toHaveLength(1);
    expect(page.match(/<style\b/g)).toHaveLength(1);
    expect(page).not.toMatch(/<img|<iframe|<foreignObject|href="javascript:|\u202e/i);
    const attributes = Array.from(page.matchAll(/<[a-zA-Z][^<>]*>/g), ([tag]) => tag.replaceAll(/"[^"]*"/g, ''));
    expect(attributes.filter((tag) => /\son\w+|\ssrc/i.test(tag))).toEqual([]);
  });

  it('holds an image once, however often pictures refer to it', () => {
    const href = '#nf-image-ab';
    const bubble = { ...notification, emphasis: { type: 'IMAGE' as const, image: { href, alt: '' } } };
    const view = { sample: null, after: { bubble, lengths: [] } };
    const image = { id: 'nf-image-ab', href: 'data:image/png;base64,AA==', width: 800, height: 400 };
    const page = drawn({ entries: [entry, { ...entry, views: [view, view] }], images: [image] });
    expect(page.match(/data:image\/png;base64,AA==/g)).toHaveLength(1);
    expect(page.match(/<use href="#nf-image-ab"/g)).toHaveLength(2);
  });

  it('has each id once, also where bubbles are the same', () => {
    const ids = Array.from(drawn({ entries: [entry, entry] }).matchAll(/\sid="([^"]+)"/g), ([, id]) => id);
    expect(ids.length).toBeGreaterThan(10);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('says what is too long, and which texts changed', () => {
    const picture = { bubble: brands.WIDE, lengths: [{ path: 'buttons[1].name', length: 10, most: 8 }] };
    const emphasis = { bubble: brands.WIDE, lengths: [{ path: 'emphasis.title', length: 25, most: 50, shown: 23 }] };
    const cut = drawn({ entries: [{ ...entry, views: [{ sample: null, after: emphasis }] }] });
    expect(cut).toContain('25 / 23 <span class="t" lang="en">(at most 50)</span>');
    expect(cut).toContain('<span class="t" lang="ko">휴대폰에서 2자 잘림</span>');
    const page = drawn({
      plan: { environment: 'production' },
      entries: [
        {
          ...entry,
          action: 'update',
          views: [{ sample: null, before: undefined, after: picture }],
          fields: [
            { path: 'content', before: '고객님, 안녕하세요.', after: '회원님, 안녕하세요.' },
            { path: 'security', before: null, after: true },
            { path: 'buttons[0].type', before: 'WL', after: null },
          ],
        },
      ],
    });
    expect(page).toContain(
      '<span class="t" lang="en">button 2 › name</span><span class="t" lang="ko">버튼 2 › 이름</span>',
    );
    expect(page).toContain('<span class="t" lang="ko">2자 초과</span>');
    expect(page).toContain('<del>고객님</del>, 안녕하세요.');
    expect(page).toContain('<ins>회원님</ins>, 안녕하세요.');
    expect(page).toContain('<ins>true</ins>');
    expect(page).toContain('<del>WL</del>');
  });

  it('links a picture of which only the address is known', () => {
    const fields = [{ path: 'image', before: { url: 'https://a.example/x.png' }, after: { url: 'javascript:x' } }];
    const page = drawn({ plan: { environment: 'here' }, entries: [{ ...entry, action: 'update', fields }] });
    expect(page).toContain('<a href="https://a.example/x.png" rel="noreferrer">');
    expect(page).not.toContain('href="javascript');
  });

  it('marks a file that has other bytes under the same name', () => {
    const [before, after] = ['a', 'b'].map((byte) => ({ path: 'images/event.png', sha256: byte.repeat(64) }));
    const fields = [{ path: 'image', before: before ?? null, after: after ?? null }];
    const page = drawn({ plan: { environment: 'here' }, entries: [{ ...entry, action: 'update', fields }] });
    expect(page).toMatch(/<td lang="ko">images.*event\.png<\/td><td><ins>.*>replaced<.*>교체</);
  });

  it('shows what is new or deleted by its picture alone, and without a picture by its fields', () => {
    const fields: GalleryEntry['fields'] = [{ path: 'name', before: null, after: '봄' }];
    const plan = { environment: 'production' };
    expect(drawn({ plan, entries: [{ ...entry, action: 'create', fields }] })).not.toContain('<ins>봄</ins>');
    expect(drawn({ plan, entries: [{ ...entry, action: 'create', fields, views: [] }] })).toContain('<ins>봄</ins>');
  });

  it('is in the chosen language at first, and of the browser without one', () => {
    expect(drawn({ language: 'ko' })).toContain('<html lang="ko" data-language="ko">');
    expect(drawn()).toContain('<html lang="en" data-language="auto">');
    expect(drawn({ entries: [] })).toContain('표시할 내용이 없습니다.');
  });
});
