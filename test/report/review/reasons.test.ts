import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import type { Blocked } from '../../../src/core/plan.ts';
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
  expect(reasons.filter((reason) => reasonIn('ko', { reason }) === reason)).toEqual([]);
});

it('values are kept, and a protection is said before the reason', () => {
  const korean = (reason: string): string => reasonIn('ko', { reason });
  expect(korean('it needs Image/shop/a, which is blocked')).toBe(
    '먼저 필요한 Image/shop/a 리소스를 변경할 수 없습니다',
  );
  expect(korean('it is protected; it is not dormant')).toBe('보호된 리소스입니다. 휴면 상태가 아닙니다');
  expect(
    korean(
      'it is not dormant; an approved text that is in use can never be edited: its code has no room for the suffix of a version',
    ),
  ).toBe(
    '휴면 상태가 아닙니다. 승인되어 사용 중인 문구는 수정할 수 없습니다. 템플릿 코드가 길어 버전 접미사를 붙일 수 없습니다',
  );
  for (const gone of ['', ' and gone from the service'])
    expect(korean(`it is protected${gone}; forgetting it would lose the protection`)).toMatch(/보호가 사라집니다$/);
  expect(korean('a problem of its own')).toBe('a problem of its own');
  expect(reasonIn('en', { reason: 'it is not dormant' })).toBe('it is not dormant');
});

it('risks in the way are said from the steps that have them', () => {
  const destroys = { operation: 'template.delete', title: 'delete', risk: 'destroys' } as const;
  const cancel = { operation: 'template.cancel_approval', title: 'cancel', risk: 'loses-approval' } as const;
  const said = (...riskySteps: NonNullable<Blocked['riskySteps']>): string =>
    reasonIn('ko', { reason: 'in English', riskySteps });
  expect(said(cancel)).toBe('승인 취소: 승인이 취소되고 다시 검수를 받아야 함');
  expect(said(cancel, destroys)).toBe('승인 취소: 승인이 취소됨, 삭제: 삭제하면 되돌릴 수 없음');
  expect(said({ operation: 'template.update', title: 'update', risk: 'resubmits' })).toBe(
    '반려된 문구에서 바뀐 것이 없음',
  );
  // An operation of another version of notiform keeps its title.
  expect(said({ ...destroys, operation: 'odd', title: 'wipe' })).toBe('wipe: 삭제하면 되돌릴 수 없음');
  const ways = [{ flags: ['--allow', 'destroys', '--unprotect', 'Thing/a'] }];
  expect(reasonIn('ko', { reason: 'in English', riskySteps: [destroys], ways })).toBe(
    '보호된 리소스입니다. 삭제: 삭제하면 되돌릴 수 없음',
  );
});
