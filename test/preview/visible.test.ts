import { describe, expect, it } from 'vitest';
import { advance, advanceOf } from '../../src/preview/advance.ts';
import { pictureHref } from '../../src/preview/picture.ts';
import { piecesOf, visibleText } from '../../src/preview/visible.ts';

describe('what hides is shown', () => {
  it.each([
    ['bidi controls', 'a\u202Eb\u202C', 'a[U+202E]b[U+202C]'],
    ['bidi isolates and marks', '\u2066\u200F\u061C', '[U+2066][U+200F][U+061C]'],
    ['controls', '\u0000\u0007\u0085', '[U+0000][U+0007][U+0085]'],
    ['half a surrogate pair', 'a\ud83db\ude00', 'a[U+D83D]b[U+DE00]'],
    ['noncharacters', '\ufffe\u{1ffff}', '[U+FFFE][U+1FFFF]'],
    ['blanks without width', '\u200b\ufeff\u00ad', '[U+200B][U+FEFF][U+00AD]'],
    ['a joiner that joins nothing', 'a\u200db', 'a[U+200D]b'],
    ['line separators', '\u2028\u2029', '[U+2028][U+2029]'],
  ])('%s', (_name, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('leaves joiners alone where they belong', () => {
    expect(visibleText('👨‍👩‍👧 🏳️‍🌈 می\u200cخواهم क्\u200dष')).toBe('👨‍👩‍👧 🏳️‍🌈 می\u200cخواهم क्\u200dष');
  });

  it('keeps line breaks and takes a tab for four spaces', () => {
    expect(visibleText('a\r\nb\rc\n\td')).toBe('a\nb\nc\n    d');
  });

  it('tells variables and marks from text', () => {
    expect(piecesOf('a#{b\u202E}\u0007')).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'variable', text: '#{b[U+202E]}' },
      { kind: 'mark', text: 'U+0007' },
    ]);
  });
});

describe('the width of a character', () => {
  it.each([
    ['i', 0.25],
    ['W', 0.91],
    ['가', 0.92],
    ['각', 0.92],
    ['漢', 1],
    ['ア', 1],
    ['、', 1],
    ['Ａ', 1],
    ['😀', 1.25],
    ['👨‍👩‍👧', 1.25],
    ['🇰🇷', 1.25],
    ['1️⃣', 1.25],
    ['❤️', 1.25],
    ['▶', 1],
    ['…', 1],
    ['·', 0.42],
    ['é', 0.555],
    ['e\u0301', 0.555],
    ['я', 0.6],
    ['नि', 1.2],
    ['\u0301', 0],
  ])('%s', (grapheme, width) => {
    expect(advance(grapheme, false)).toBe(width);
  });

  it('is larger in bold letters', () => {
    expect(advanceOf('abc', true)).toBeGreaterThan(advanceOf('abc', false));
  });
});

describe('the address of a picture', () => {
  it.each([
    'https://img.example.com/a.png?b=c&d',
    'HTTP://img.example.com/',
    'data:image/png;base64,iVBORw0KGgo=',
    'data:image/svg+xml,%3Csvg/%3E',
    './a.png',
    '/images/그림.png',
    'a.png',
  ])('may be %s', (href) => {
    expect(pictureHref(href)).toBe(href);
  });

  it.each([
    null,
    '',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>',
    'data:image',
    'file:///etc/passwd',
    'vbscript:x',
    '//evil.example.com/a.png',
    '\\\\evil\\a.png',
    'https:///a.png',
    '#clip',
    'https://img.example.com/#{그림}.png',
    '#{그림}',
  ])('is never %j', (href) => {
    expect(pictureHref(href)).toBeNull();
  });
});
