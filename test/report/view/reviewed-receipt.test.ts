import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/core/language.ts';
import type { Change } from '../../../src/core/plan.ts';
import type { ChangeReceipt, Receipt, StepOutcome } from '../../../src/core/receipt.ts';
import { drawReceiptMarkdown } from '../../../src/report/results.ts';
import { changeOf, planOf } from '../plans.ts';

function change(id: string, outcome: StepOutcome, parts: Partial<ChangeReceipt> = {}): ChangeReceipt {
  return { address: `NotificationTemplate/shop/${id}`, action: 'update', outcome, steps: [], ...parts };
}

const refusal = {
  code: 'service-refused',
  severity: 'error',
  message: 'The service refused it: | @team',
  hint: 'Read it',
} as const;

const RECEIPT: Receipt = {
  environment: 'production',
  startedAt: '2026-11-20T09:00:00.000Z',
  finishedAt: '2026-11-20T09:00:12.400Z',
  interrupted: true,
  changes: [
    change('order', 'done', {
      steps: [
        { operation: 'template.update', title: 'update', outcome: 'done', state: 'REG' },
        { operation: 'template.request', title: 'request inspection', outcome: 'done', state: 'REQ' },
      ],
    }),
    change('same', 'already-so'),
    change('refused', 'refused', {
      steps: [
        { operation: 'template.update', title: 'update', outcome: 'done', state: 'REG' },
        { operation: 'template.request', title: 'request inspection', outcome: 'refused', problem: refusal },
      ],
      problem: refusal,
    }),
    change('lost', 'unknown'),
    change('failed', 'failed'),
    change('stale', 'stale'),
    change('skipped', 'skipped'),
    change('late', 'not-run', { action: 'delete' }),
  ],
  counts: { done: 1, 'already-so': 1, refused: 1, stale: 1, skipped: 1, unknown: 1, failed: 1, 'not-run': 1 },
  blocked: [
    { address: 'NotificationTemplate/shop/stuck', state: 'REJ', reason: 'it was rejected', opens: null, ways: [] },
  ],
  waiting: [{ address: 'Video/shop/clip', state: 'ENCODING', waitsFor: 'encoding' }],
  unapproved: [
    {
      address: 'NotificationTemplate/shop/new',
      action: 'create',
      title: '새 안내',
      source: { file: 'manifests/new.yaml', line: 3 },
    },
  ],
};

describe('a receipt for reviewers', () => {
  it.each(LANGUAGES)('says what was done, requested, refused and left: %s', (language) => {
    const plan = planOf({
      changes: [changeOf({ address: 'NotificationTemplate/shop/order', after: { name: '배송 안내' } })],
    });
    expect(
      drawReceiptMarkdown(RECEIPT, {
        language,
        plan,
        linkOf: () => 'https://example.com/a',
        planUrl: 'https://example.com/plan',
      }),
    ).toMatchSnapshot();
  });

  it('needs no plan, and says that there was nothing to do', () => {
    const receipt = { ...RECEIPT, interrupted: false, changes: [], blocked: [], waiting: [], unapproved: [] };
    expect(drawReceiptMarkdown(receipt)).toBe(
      '### Result of the apply to production\n\n**There was nothing to apply.**\n\n\n',
    );
  });

  it.each([
    [
      'en',
      '2 notification templates (order, own) are waiting for a verdict. 1 notification template (later) changes later, after an external decision.',
    ],
    [
      'ko',
      '알림 템플릿 2개(order, own)가 검수 결과 대기 중입니다. 알림 템플릿 1개(later)는 기다리는 처리가 끝난 뒤에 적용됩니다.',
    ],
  ] as const)('counts a change that waits for another resource apart: %s', (language, lead) => {
    const left = { address: 'NotificationTemplate/shop/own', state: 'REQ', waitsFor: 'verdict' } as const;
    const held = { ...left, address: 'NotificationTemplate/shop/later', by: left.address } as const;
    const receipt = { ...RECEIPT, changes: RECEIPT.changes.slice(0, 1), waiting: [left, held], unapproved: [] };
    expect(drawReceiptMarkdown(receipt, { language })).toContain(lead);
  });
});

it('lists the files that were uploaded for a change, and a failed upload as a row', () => {
  const file = (address: string, path: string): Change =>
    changeOf({ address, action: 'create', after: { file: { path, sha256: 'a'.repeat(64) } } });
  const addresses = ['Image/shop/a', 'Image/shop/b'];
  const plan = planOf({
    changes: [file('Image/shop/a', 'a.png'), file('Image/shop/b', 'b.png'), changeOf({ dependsOn: addresses })],
  });
  const changes = [change('', 'done', { address: 'Image/shop/a' }), change('', 'failed', { address: 'Image/shop/b' })];
  const drawn = drawReceiptMarkdown({ ...RECEIPT, changes }, { language: 'ko', plan });
  expect(drawn).toContain('이 변경에 쓰이는 이미지 1개를 함께 업로드했습니다.</summary>\n\n- **a.png**\n');
  expect(drawn).not.toContain('| **a.png**');
  expect(drawn).toContain('**b.png**');
});
