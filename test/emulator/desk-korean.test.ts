import { readFile } from 'node:fs/promises';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { meanings } from '../../src/emulator/desk/meanings.ts';
import { reasons } from '../../src/emulator/desk/reasons.ts';
import { koreanOf, nouns, texts } from '../../src/emulator/desk/texts.ts';
import { check } from '../../src/emulator/message/channel.ts';
import type { Rule } from '../../src/emulator/shape.ts';
import { templateStates } from '../../src/kinds/notification-template/states.ts';

const DESK = 'src/emulator/desk';
const HANGUL = /\p{Script=Hangul}/u;

/** The texts of a source file, `{}` in place of each value that is put in. */
async function literalsOf(path: string): Promise<string[]> {
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push(node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join(''));
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) found.push(node.name.text);
    ts.forEachChild(node, walk);
  };
  walk(ts.createSourceFile(path, await readFile(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

async function literalsIn(...globs: string[]): Promise<Set<string>> {
  const files = globSync(globs, { ignore: ['**/texts.ts', '**/reasons.ts', '**/generated/**'] });
  return new Set((await Promise.all(files.map(literalsOf))).flat());
}

/** Where a message fails, a sentence of these says why. */
const WHY = 'src/emulator/message/**/{phone,matching,filling,uploads,rules,channel}.ts';

it('every text of the desk is one that it shows', async () => {
  const shown = await literalsIn(`${DESK}/**/*.ts`);
  const own = Object.keys(texts).filter((text) => !Object.hasOwn(reasons, text));
  expect(own.length).toBeGreaterThan(50);
  expect(own.filter((text) => !shown.has(text))).toEqual([]);
});

it('every Korean text is Korean', () => {
  const pairs = Object.values(meanings).flatMap((kind): (readonly [string, string])[] => Object.values(kind));
  const korean = [
    ...Object.values(texts),
    ...Object.values(nouns).map(([, , word]) => word),
    ...pairs.map(([, ko]) => ko),
  ];
  expect(korean.filter((text) => !HANGUL.test(text))).toEqual([]);
});

it('a delivered message is a message, and only the template of it is a template', () => {
  expect([meanings.message.at[1], meanings.message.ai[1]]).toEqual(['알림 메시지', '알림 메시지, 이미지형']);
});

it('every reason why a message fails has one: notification, brand, text and RCS', async () => {
  const sentences = [...(await literalsIn(WHY))].filter((text) => /[a-z] [a-z]/.test(text) && !text.startsWith(' '));
  expect(sentences.length).toBeGreaterThan(30);
  const filled = sentences.map((text) => text.replace('must be {} for', 'must be last for').replaceAll('{}', 'a.b[0]'));
  expect(filled.filter((text) => !HANGUL.test(koreanOf(text)))).toEqual([]);
});

it('every reason why a value of a bubble is wrong has one', async () => {
  const cases: [Rule, string | number | boolean | string[]][] = [
    [{ is: 'text', required: true }, ''],
    [{ is: 'text', required: true }, ' '],
    [{ is: 'text' }, 1],
    [{ is: 'text', max: 3 }, 'long'],
    [{ is: 'text', breaks: 0 }, 'a\nb'],
    [{ is: 'text', of: ['Y', 'N'] }, 'maybe'],
    [{ is: 'integer', min: 1, max: 100 }, 'one'],
    [{ is: 'integer', min: 1, max: 100 }, 101],
    [{ is: 'list', min: 2, each: { is: 'text' } }, ['a']],
    [{ is: 'list', max: 1, each: { is: 'text' } }, ['a', 'b']],
    [{ is: 'list', each: { is: 'text' } }, true],
    [{ is: 'object', members: {} }, true],
    [{ is: 'record', each: { is: 'text' } }, true],
  ];
  const wrong = cases.map(([rule, value]) => check({ header: value }, { header: rule }, 'carousel.')?.detail ?? '');
  expect(wrong.filter((text) => !HANGUL.test(koreanOf(text)))).toEqual([]);
  const hints = [...(await literalsIn('src/emulator/message/brand/shape.ts'))].filter((text) => /^must /.test(text));
  expect(hints.length).toBeGreaterThan(3);
  expect(hints.filter((text) => !HANGUL.test(koreanOf(`button[0].url_pc ${text}`)))).toEqual([]);
});

it('has the words of the terminal for the states of templates', () => {
  const desk = Object.entries(meanings.notification).map(([state, [, korean]]) => [state, korean]);
  expect(desk).toEqual(
    expect.arrayContaining(Object.entries(templateStates).map(([state, { word }]) => [state, word.ko])),
  );
});

it('every refusal of a verdict has one', () => {
  const refused = ['no such template: a', 'no such profile: a'];
  expect(refused.map(koreanOf).filter((text) => !HANGUL.test(text))).toEqual([]);
});

it('takes names and numbers over into the Korean text', () => {
  expect(koreanOf('the number of elements in button is 2, in the template 3')).toBe(
    'button: 항목을 2개 보냈지만 템플릿에는 3개입니다',
  );
  expect(koreanOf('message differs from the template at line 2, column 5')).toBe(
    'message: 2번째 줄 5번째 글자부터 템플릿과 다릅니다',
  );
  expect(koreanOf('button may have 1 element, not 2')).toBe('button: 1개까지 넣을 수 있습니다(2개)');
  expect(koreanOf('Changed since version 3')).toBe('버전 3 이후 변경 사항');
  expect(koreanOf('a text of a user')).toBe('a text of a user');
});
