import { expect, it } from 'vitest';
import type { RuleOfKind } from '../../src/core/declaration.ts';
import { drawRules, LEVEL_WORDS } from '../../src/report/rules.ts';

const rule: RuleOfKind = {
  id: 'AT19',
  kind: 'GroupTag',
  level: 'warning',
  what: 'A word of advertising (특가, 할인, 이벤트)',
  help: 'Take it out, or send it as a brand message',
  source: 'public guides',
  date: '2026-11-20',
};

it('lint rules are listed with what they find, what to do and who says so', () => {
  const rules: RuleOfKind[] = [rule, { ...rule, id: 'AT15', level: 'both', what: 'A long body' }];
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

it('the level of a rule in words', () => {
  expect([LEVEL_WORDS.error, LEVEL_WORDS.warning, LEVEL_WORDS.both]).toEqual(['error', 'warning', 'error or warning']);
});
