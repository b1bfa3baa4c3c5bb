import { expect, it } from 'vitest';
import type { RuleOfKind } from '../../src/core/declaration.ts';
import { allRules } from '../../src/manifest/load/lint.ts';
import { drawRules, LEVEL_WORDS } from '../../src/report/rules.ts';

const rule: RuleOfKind = {
  id: 'AT19',
  kind: 'GroupTag',
  level: 'warning',
  what: { en: 'A word of advertising (특가, 할인, 이벤트)', ko: '광고 단어' },
  help: { en: 'Take it out, or send it as a brand message', ko: '지우거나 브랜드 메시지로 보내세요' },
  source: 'public guides',
  date: '2026-11-20',
};

it('lint rules are listed with what they find, what to do and who says so', () => {
  const rules: RuleOfKind[] = [
    rule,
    { ...rule, id: 'AT15', level: 'both', what: { en: 'A long body', ko: '긴 본문' } },
  ];
  expect(drawRules(rules, { color: false, width: 50 })).toBe(
    [
      'AT19  GroupTag, warning: A word of advertising',
      '      (특가, 할인, 이벤트)',
      '      help: Take it out, or send it as a brand',
      '      message',
      '      source: public guides, as of 2026-11-20',
      '',
      'AT15  GroupTag, error or warning: A long body',
      '      help: Take it out, or send it as a brand',
      '      message',
      '      source: public guides, as of 2026-11-20',
      '',
      'A manifest silences the warnings of a rule with',
      '`lint: {ID: reason}`. An error cannot be silenced.',
      '',
    ].join('\n'),
  );
});

it('lint rules are listed in Korean', () => {
  expect(drawRules([rule], { color: false, width: 80, language: 'ko' })).toBe(
    [
      'AT19  GroupTag, 주의: 광고 단어',
      '      해결: 지우거나 브랜드 메시지로 보내세요',
      '      출처: public guides, 2026-11-20 기준',
      '',
      '파일에 `lint: {ID: 이유}` 형식으로 이유를 적으면 그 규칙의 주의는 표시되지',
      '않습니다. 오류는 숨길 수 없습니다.',
      '',
    ].join('\n'),
  );
});

it('every lint rule says in Korean sentences what is wrong and what to do', () => {
  for (const { id, what, help } of allRules) {
    expect([id, what.ko]).toEqual([id, expect.stringMatching(/니다$/)]);
    expect([id, help.ko]).toEqual([id, expect.stringMatching(/(?:세요|니다)\.$/)]);
    expect([id, help.ko]).toEqual([id, expect.stringContaining('세요.')]);
  }
});

it('the level of a rule in words', () => {
  expect([LEVEL_WORDS.error.en, LEVEL_WORDS.warning.en, LEVEL_WORDS.both.en]).toEqual([
    'error',
    'warning',
    'error or warning',
  ]);
});
