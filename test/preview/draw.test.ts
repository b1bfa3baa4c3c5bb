import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bubble, NotificationBubble } from '../../src/preview/bubble.ts';
import { drawBubble } from '../../src/preview/draw.ts';
import { visibleText } from '../../src/preview/visible.ts';
import { brands, notification } from './samples.ts';
import { anyBubble, textsOf } from './support.ts';
import { everyNode, type Node, parseXml } from './xml-check.ts';

const plain: NotificationBubble = { kind: 'notification', sender: '상점', emphasis: { type: 'NONE' }, content: '안녕' };
const all: Bubble[] = [notification, ...Object.values(brands)];

function drawn(bubble: Bubble, id?: string): Node[] {
  return everyNode(parseXml(drawBubble(bubble, id)));
}

function named(nodes: readonly Node[], name: string): Node[] {
  return nodes.filter((node) => node.name === name);
}

function classed(nodes: readonly Node[], name: string): Node[] {
  return nodes.filter((node) => node.attributes.get('class')?.split(' ').includes(name));
}

/** The texts of a body, in order of drawing. */
function bodyOf(content: string): string[] {
  return classed(drawn({ ...plain, content }), 'nf-body').map(({ text }) => text);
}

describe('the drawing of a bubble', () => {
  it('is one element of a known size that tells what it shows', () => {
    const root = parseXml(drawBubble(plain, 'one'));
    expect(Object.fromEntries(root.attributes)).toEqual({
      xmlns: 'http://www.w3.org/2000/svg',
      width: '363',
      height: '147',
      viewBox: '0 0 363 147',
      role: 'img',
      class: 'nf-bubble nf-auto',
      lang: 'ko',
      'xml:space': 'preserve',
      'aria-labelledby': 'nf-one-title',
      'aria-describedby': 'nf-one-desc',
    });
    const [title, desc] = root.children;
    expect([title?.name, title?.attributes.get('id'), title?.text]).toEqual(['title', 'nf-one-title', '상점: 알림']);
    expect([desc?.name, desc?.attributes.get('id'), desc?.text]).toEqual(['desc', 'nf-one-desc', '상점\n알림\n안녕']);
  });

  it('has nothing but shapes, texts and pictures', () => {
    const names = new Set(all.flatMap((bubble) => drawn(bubble)).map(({ name }) => name));
    expect([...names].sort()).toEqual(
      ['clipPath', 'desc', 'g', 'image', 'path', 'rect', 'style', 'svg', 'text', 'title'].sort(),
    );
  });

  it('asks for nothing but its own pictures', () => {
    const nodes = all.flatMap((bubble) => drawn(bubble));
    const addresses = nodes.flatMap(({ attributes }) => attributes.get('href') ?? []);
    expect(new Set(addresses)).toEqual(new Set(['https://img.example.com/a.png']));
    for (const { text } of named(nodes, 'style')) expect(text).not.toMatch(/url\(|@import|@font-face|https?:/);
    for (const { attributes } of nodes) {
      expect([...attributes.keys()].filter((name) => /^on|style|xlink/.test(name))).toEqual([]);
    }
  });

  it('draws no picture from a place that is none', () => {
    const image = { href: 'java\tscript:alert(1)', alt: '그림' };
    expect(named(drawn({ ...plain, emphasis: { type: 'IMAGE', image } }), 'image')).toEqual([]);
  });

  it('holds every text to the width that was measured', () => {
    const [text] = classed(drawn(plain), 'nf-body');
    expect(Object.fromEntries(text?.attributes ?? [])).toEqual({
      x: '81',
      y: '109.08',
      textLength: '26.68',
      lengthAdjust: 'spacingAndGlyphs',
      class: 'nf-text nf-body nf-fill-ink',
    });
  });

  it('escapes what XML reads as its own', () => {
    const content = `<b>&amp;"'</text><script>]]>`;
    expect(bodyOf(content)).toEqual([content]);
  });

  it('shows characters that hide as marks', () => {
    const nodes = drawn({ ...plain, content: 'a\u202Eb\u0000\ud83d' });
    expect(classed(nodes, 'nf-body').map(({ text }) => text)).toEqual(['a', 'U+202E', 'b', 'U+0000', 'U+D83D']);
    expect(classed(nodes, 'nf-mark').length).toBe(3);
    expect(nodes.some(({ text }) => text.includes('\u202E'))).toBe(false);
  });

  it('shows message variables as chips', () => {
    const nodes = drawn({ ...plain, content: '#{이름}님' });
    expect(classed(nodes, 'nf-variable').length).toBe(1);
    expect(classed(nodes, 'nf-body').map(({ text, attributes }) => [text, attributes.get('class')])).toEqual([
      ['#{이름}', 'nf-text nf-body nf-fill-chipInk'],
      ['님', 'nf-text nf-body nf-fill-ink'],
    ]);
  });

  it('tells where a button leads when the pointer rests on it', () => {
    const buttons = [{ type: 'WL', name: '보기', link: { mobile: 'https://a.example/?b&c', pc: 'https://a.example' } }];
    const hints = named(drawn({ ...plain, buttons }), 'g').map((node) => node.children[0]?.text);
    expect(hints).toContain('웹링크\n모바일 https://a.example/?b&c\nPC https://a.example');
  });

  it('draws glyphs of its own for the buttons', () => {
    const paths = named(drawn({ ...plain, buttons: [{ type: 'TN', name: '전화' }] }), 'path');
    expect(paths.map(({ attributes }) => attributes.get('class'))).toEqual([
      'nf-drawn nf-line-accentInk',
      'nf-drawn nf-line-buttonInk',
    ]);
  });

  it('is the same for the same bubble, to the byte', () => {
    fc.assert(
      fc.property(anyBubble, (bubble) => {
        expect(drawBubble(structuredClone(bubble))).toBe(drawBubble(bubble));
      }),
    );
  });

  it('is well-formed and tells every text, whatever the bubble says', () => {
    fc.assert(
      fc.property(anyBubble, (bubble) => {
        const root = parseXml(drawBubble(bubble));
        const told = named(root.children, 'desc')[0]?.text ?? '';
        const lines = textsOf(bubble).flatMap((text) => visibleText(text).split('\n'));
        expect(lines.filter((line) => !told.includes(line.trimEnd()))).toEqual([]);
      }),
    );
  });
});

describe('twenty drawings on one page', () => {
  const idsOf = (bubble: Bubble, id?: string): string[] =>
    drawn(bubble, id).flatMap(({ attributes }) => attributes.get('id') ?? []);

  it('have no id twice', () => {
    const ids = [...all, ...all.map((bubble) => ({ ...bubble, sender: '다른 상점' }))].flatMap((bubble) =>
      idsOf(bubble),
    );
    expect(ids.length).toBeGreaterThan(60);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('may show one bubble twice, under names that the page gives', () => {
    const ids = [...idsOf(notification, 'a'), ...idsOf(notification, 'b')];
    expect(new Set(ids).size).toBe(ids.length);
    expect(idsOf(plain, 'x y"<1>')).toEqual(['nf-x-y--1--title', 'nf-x-y--1--desc', 'nf-x-y--1--clip-1']);
  });

  it('refer to their own ids alone', () => {
    for (const bubble of all) {
      const nodes = drawn(bubble);
      const ids = new Set(nodes.flatMap(({ attributes }) => attributes.get('id') ?? []));
      const used = nodes.flatMap(({ attributes }) => [
        ...(attributes
          .get('clip-path')
          ?.match(/#(.+)\)/)
          ?.slice(1) ?? []),
        ...(attributes.get('aria-labelledby')?.split(' ') ?? []),
        ...(attributes.get('aria-describedby')?.split(' ') ?? []),
      ]);
      expect(used.filter((id) => !ids.has(id))).toEqual([]);
    }
  });

  it('say the same in their style sheets, of classes of their own alone', () => {
    const styles = new Set(all.map((bubble) => named(drawn(bubble), 'style')[0]?.text ?? ''));
    expect(styles.size).toBe(1);
    const selectors = [...styles].join('').match(/[^{}]+(?=\{)/g) ?? [];
    expect(
      selectors.filter((selector) => !/^(\.nf-[A-Za-z-]+|@media \(prefers-color-scheme:dark\))$/.test(selector)),
    ).toEqual([]);
  });

  it('have a rule for every class that they use', () => {
    for (const bubble of all) {
      const nodes = drawn(bubble);
      const style = named(nodes, 'style')[0]?.text ?? '';
      const used = new Set(nodes.flatMap(({ attributes }) => attributes.get('class')?.split(' ') ?? []));
      const handles = new Set(['nf-bubble', 'nf-variable', 'nf-mark']);
      expect([...used].filter((name) => !handles.has(name) && !style.includes(`.${name}{`))).toEqual([]);
    }
  });
});
