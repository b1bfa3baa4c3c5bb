import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { reasonIn } from '../../../src/report/review/reasons.ts';

const ROOTS = ['src/kinds', 'src/engine'];

/** The texts of a source that become the reason of a block: `reason: …`, `refuseUnless(…, …)`, `needs(…)`, `goalIs(…)`, `ABSENT`. */
function reasonsIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const take = (node: ts.Node | undefined): void => {
    if (!node) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    // Values are any words; a constant of the source is taken as the sentence has it.
    else if (ts.isTemplateExpression(node)) found.push(filled(node));
    else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      take(node.right);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'reason') take(node.initializer);
    if (ts.isVariableDeclaration(node) && ['ABSENT', 'reason', 'notEditable'].includes(node.name.getText()))
      take(node.initializer);
    if (ts.isCallExpression(node)) {
      const name = node.expression.getText();
      if (name === 'refuseUnless') take(node.arguments[1]);
      if (['needs', 'needsPresent', 'goalIs'].includes(name)) take(node.arguments[0]);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

function filled({ head, templateSpans }: ts.TemplateExpression): string {
  const values = templateSpans.map(({ expression, literal }) => {
    const name = expression.getText();
    const value = name === 'PARTNER' ? 'another partner of the service registered it, and only that partner can' : '7';
    return `${value}${literal.text}`;
  });
  return `${head.text}${values.join('')}`;
}

/** Sentences that are put together from others, which have words of their own. */
const PUT_TOGETHER = [
  '7; 7',
  '7: 7',
  'it is protected; 7',
  'it is protected7; forgetting it would lose the protection',
  'it 7, which waits for it in turn',
  '7 only while it is 7, and it is 7',
];

const sources = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('lint/'))
    .map((path) => join(root, path)),
);

it('every reason of a block has Korean words', () => {
  // A single word is the code of a change's reason.
  const reasons = [...new Set(sources.flatMap(reasonsIn))].filter(
    (one) => one.includes(' ') && !PUT_TOGETHER.includes(one),
  );
  expect(reasons.length).toBeGreaterThan(40);
  expect(reasons.filter((reason) => reasonIn('ko', reason) === reason)).toEqual([]);
});

it('values are kept, and a protection is said before the reason', () => {
  expect(reasonIn('ko', 'it needs Image/shop/a, which is blocked')).toBe(
    '먼저 필요한 Image/shop/a 리소스를 변경할 수 없습니다',
  );
  expect(reasonIn('ko', 'it is protected; it is not dormant')).toBe('보호된 리소스입니다. 휴면 상태가 아닙니다');
  expect(reasonIn('ko', 'it is not dormant; something else')).toBe('휴면 상태가 아닙니다. something else');
  expect(reasonIn('en', 'it is not dormant')).toBe('it is not dormant');
  // An operation of another version of notiform keeps its title.
  expect(reasonIn('ko', 'wipe: it would be deleted permanently (destroys)')).toBe(
    'wipe: 삭제하면 되돌릴 수 없음 (destroys)',
  );
  expect(reasonIn('ko', 'a problem of its own')).toBe('a problem of its own');
});
