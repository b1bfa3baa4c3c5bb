import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { sentenceIn } from '../../src/report/problem-words.ts';

const FOLDER = 'src/action';

/** Texts that are no sentences of problems: a message of a commit, and why an archive is damaged, which a problem quotes. */
const OTHERS = /^(?:Pictures of templates|It |Its |A file is damaged)/;

/** The sentences of a source: texts that begin as sentences do, have several words, and are no phrase in two languages. */
function sentencesIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'en') return;
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push(`${node.head.text}${node.templateSpans.map(({ literal }) => `7${literal.text}`).join('')}`);
    node.forEachChild(visit);
  };
  visit(source);
  return found.filter((text) => /^(?:[A-Z]|`[\w7]+`)[\w`' ]* [a-z]+/.test(text) && !OTHERS.test(text));
}

it('every problem of the Action has Korean words', () => {
  const sentences = readdirSync(FOLDER).flatMap((file) => sentencesIn(`${FOLDER}/${file}`));
  expect(sentences.length).toBeGreaterThan(50);
  // The reason of a failed upload follows its sentence.
  const isEnglish = (text: string): boolean =>
    [text, `${text}: a reason`].every((one) => sentenceIn('ko', one) === one);
  expect(sentences.filter(isEnglish)).toEqual([]);
});
