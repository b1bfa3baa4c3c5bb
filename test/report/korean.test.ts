import { expect, it } from 'vitest';
import { todoWay } from '../../src/core/plan.ts';
import { say } from '../../src/engine/sentences.ts';
import { explainResourceResult, explainResult } from '../../src/report/result-codes.ts';
import { Audience } from '../../src/report/view/audience.ts';
import { stepTitle, wayIn } from '../../src/report/view/reasons.ts';
import { englishIn } from './english.ts';

function expectKorean(text: string): void {
  expect(text).toMatch(/[가-힣]/);
  expect(englishIn(text)).toEqual([]);
}

it('result codes, ways and steps are Korean', () => {
  for (let code = 100; code < 10_000; code += 1)
    for (const known of [explainResult(String(code), 'ko'), explainResourceResult(String(code), 'ko')])
      if (known) expectKorean(`${known.means} ${known.help}`.replaceAll(/\d+MB|\b(?:API|IP)\b/g, ''));
  const audience = new Audience({ language: 'ko' }, []);
  expect(
    wayIn([{ flags: ['--allow', 'loses-approval'] }, todoWay(say('see', { address: 'Image/shop/a' }))], audience),
  ).toBe('`notiform plan --allow loses-approval` 또는 Image/shop/a 리소스의 안내 참고');
  expect(
    wayIn(
      [todoWay(say('see', { address: 'Image/shop/a' }), say('plan-together', { address: 'Image/shop/b' }))],
      audience,
    ),
  ).toBe('Image/shop/a 리소스의 안내 참고, Image/shop/b 리소스와 함께 계획');
  expect(wayIn([{ todo: ['see Image/shop/a'] }], new Audience({}))).toBe('see Image/shop/a');
  expect(
    wayIn([todoWay(say('only-id-changed', { id: 'a', file: 'b.yaml' })), { flags: ['--allow', 'destroys'] }], audience),
  ).toBe('id만 바꾸었다면 b.yaml 파일에 `renamedFrom: a` 추가 또는 `notiform plan --allow destroys`');
  expect(
    stepTitle(
      {
        operation: 'template.update',
        title: 'update (new code b)',
        note: { code: 'template-new-code', values: { code: 'b' } },
      },
      'ko',
    ),
  ).toBe('수정 (새 코드 b)');
  expect(stepTitle({ operation: 'group.join', title: 'join a group (vip)', note: 'vip' }, 'ko')).toContain('(vip)');
  expect(stepTitle({ operation: 'template.update', title: 'update' }, 'ko')).toBe('수정');
});
