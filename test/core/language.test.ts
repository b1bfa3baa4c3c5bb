import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { fill, isLanguage, PLACEHOLDER } from '../../src/core/language.ts';

const root = join(import.meta.dirname, '..', '..', 'src');

interface FoundPhrase {
  place: string;
  en: string | undefined;
  ko: string | undefined;
}

/** Every object of the sources with a member `en` or `ko`. */
function phrasesIn(path: string): FoundPhrase[] {
  const found: FoundPhrase[] = [];
  const text = readFileSync(join(root, path), 'utf8');
  if (!/\b(?:en|ko):/u.test(text)) return found;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const texts = new Map(node.properties.flatMap(textOf));
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      if (texts.size > 0) found.push({ place: `${path}:${line}`, en: texts.get('en'), ko: texts.get('ko') });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The language and the text of a member, with a value of the code as `0`; nothing if it is not written here. */
function textOf(member: ts.ObjectLiteralElementLike): [string, string][] {
  if (!ts.isPropertyAssignment(member) || !ts.isIdentifier(member.name) || !isLanguage(member.name.text)) return [];
  const { initializer } = member;
  if (ts.isStringLiteralLike(initializer)) return [[member.name.text, initializer.text]];
  if (!ts.isTemplateExpression(initializer)) return [];
  const { head, templateSpans } = initializer;
  return [[member.name.text, [head, ...templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('0')]];
}

/** A text without code and message variables, which are quoted in it. */
function withoutExamples(text: string): string {
  return text.replaceAll(/`[^`]*`|#\{[^}]*\}/gu, '');
}

/** The values that a text shows. A choice between singular and plural shows none. */
function placeholdersOf(text = ''): string[] {
  const shown = Array.from(withoutExamples(text).matchAll(PLACEHOLDER), ([, name = '', one]) =>
    one === undefined ? [name] : [],
  );
  return [...new Set(shown.flat())].sort();
}

const phrases = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .flatMap(phrasesIn);

function places(test: (phrase: FoundPhrase) => boolean): string[] {
  return phrases.filter(test).map(({ place }) => place);
}

describe('texts in two languages', () => {
  it('are found', () => {
    expect(phrases.length).toBeGreaterThan(100);
  });

  it('exist in both, written where the other one is', () => {
    expect(places(({ en, ko }) => !en?.trim() || !ko?.trim())).toEqual([]);
  });

  it('show no value in Korean that the English does not have', () => {
    expect(places(({ en, ko }) => placeholdersOf(ko).some((name) => !placeholdersOf(en).includes(name)))).toEqual([]);
  });

  it('have no brace that is not a placeholder', () => {
    const strays = (text = ''): boolean => /[{}]/u.test(withoutExamples(text).replaceAll(PLACEHOLDER, ''));
    expect(places(({ en, ko }) => strays(en) || strays(ko))).toEqual([]);
  });

  it('are Korean in Korean, without a plural', () => {
    // PC is the word in Korean too.
    const isForeign = (ko: string): boolean =>
      ko !== 'PC' && /\p{Letter}/u.test(ko.replaceAll(PLACEHOLDER, '')) && !/\p{Script=Hangul}/u.test(ko);
    expect(places(({ ko = '' }) => isForeign(ko) || /\{\w+:/u.test(withoutExamples(ko)))).toEqual([]);
  });

  it('are English in English', () => {
    // A lint rule quotes Korean words.
    const isKorean = (en: string): boolean => /^\p{Script=Hangul}/u.test(en) || !/[a-z]/iu.test(en);
    expect(places(({ en = '' }) => isKorean(en))).toEqual([]);
  });
});

describe('fill', () => {
  const phrase = {
    en: '{count} {count:template changes|templates change}.',
    ko: '템플릿 {count}개가 바뀝니다.',
  };

  it('chooses the singular for one only', () => {
    expect([0, 1, 2, 12_000].map((count) => fill(phrase, 'en', { count }))).toEqual([
      '0 templates change.',
      '1 template changes.',
      '2 templates change.',
      '12,000 templates change.',
    ]);
    expect(fill(phrase, 'ko', { count: 1 })).toBe('템플릿 1개가 바뀝니다.');
  });

  it('inserts a value as it is', () => {
    const nested = { en: '{a} and {b}', ko: '{a}, {b}' };
    expect(fill(nested, 'en', { a: '{b} $& $1', b: 'x' })).toBe('{b} $& $1 and x');
  });

  it('leaves a placeholder without a value', () => {
    expect(fill({ en: 'a {b}', ko: '가 {b}' }, 'en')).toBe('a {b}');
  });
});
