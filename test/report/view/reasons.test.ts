import { expect, it } from 'vitest';
import type { Blocked } from '../../../src/core/plan.ts';
import type { Phrases, Said } from '../../../src/core/sentence.ts';
import { CORE_SENTENCES } from '../../../src/core/sentences.ts';
import { ENGINE_SENTENCES, say } from '../../../src/engine/sentences.ts';
import { sentences as kindSentences } from '../../../src/kinds/registry.ts';
import { reasonIn } from '../../../src/report/view/reasons.ts';
import { SENTENCES } from '../../../src/report/wording.ts';
import { SEND_SENTENCES } from '../../../src/send/sentences.ts';
import { englishIn } from '../english.ts';
import { whyOf } from '../plans.ts';

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)[:}]/g)].map(([, name = '']) => name);
const codesOf = (table: Phrases): string[] => Object.keys(table);

it('every sentence is wholly in Korean, with values of the English one', () => {
  const wrong = Object.entries(SENTENCES).filter(([, { en, ko }]) => {
    const words = ko.replaceAll(/\{\w+\}/g, '7');
    return (
      englishIn(words, ['pull', 'git', 'png', 'jpg', 'jpeg', 'gif', 'pdf', 'hwp', 'doc', 'docx', 'NFD', 'Enter', 'MB'])
        .length > 0 || namesIn(ko).some((name) => !namesIn(en).includes(name))
    );
  });
  expect(wrong).toEqual([]);
});

it('no two tables have a sentence of the same code', () => {
  const tables = [CORE_SENTENCES, ENGINE_SENTENCES, SEND_SENTENCES, kindSentences];
  expect(codesOf(SENTENCES)).toEqual(expect.arrayContaining(tables.flatMap(codesOf)));
  expect(codesOf(SENTENCES)).toHaveLength(tables.flatMap(codesOf).length);
});

it('values are kept, and a sentence may be a value of another one', () => {
  const korean = (said: Said): string => reasonIn('ko', whyOf(said));
  expect(korean(say('needs-blocked', { address: 'Image/shop/a' }))).toBe(
    '먼저 필요한 Image/shop/a 리소스를 변경할 수 없습니다',
  );
  const inner = say('needs-blocked', { address: 'Image/shop/a' });
  const outer = say('protected', { reason: inner });
  expect(outer.text).toBe('it is protected; it needs Image/shop/a, which is blocked');
  expect(korean(outer)).toBe('보호된 리소스입니다. 먼저 필요한 Image/shop/a 리소스를 변경할 수 없습니다');
  expect(reasonIn('en', whyOf(outer))).toBe(outer.text);
});

it('a sentence of another version of notiform stays English', () => {
  expect(reasonIn('ko', { reason: 'in English' })).toBe('in English');
  expect(reasonIn('ko', { reason: 'in English', said: { code: 'of-tomorrow' } })).toBe('in English');
  const said = { code: 'protected', values: { reason: { code: 'of-tomorrow' } } };
  expect(reasonIn('ko', { reason: 'in English', said })).toBe('in English');
});

it('risks in the way are said from the steps that have them', () => {
  const destroys = { operation: 'template.delete', title: 'delete', risk: 'destroys' } as const;
  const cancel = { operation: 'template.cancel_approval', title: 'cancel', risk: 'loses-approval' } as const;
  const said = (...riskySteps: NonNullable<Blocked['riskySteps']>): string =>
    reasonIn('ko', { reason: 'in English', riskySteps });
  expect(said(cancel)).toBe('승인 취소: 승인이 취소되어, 새 문구가 승인될 때까지 발송할 수 없음');
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
