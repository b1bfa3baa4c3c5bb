import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/kinds/fields.ts';
import { fieldLabel, fieldLabels, nounOf, operationTitle } from '../../src/kinds/labels.ts';
import { fieldsOf, operationTitles } from '../../src/kinds/registry.ts';

function namesIn(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { members = {} }]) => [name, ...namesIn(members)]);
}

describe('the words of reviewers', () => {
  it('exist for every field of every kind', () => {
    const names = new Set(Object.values(fieldsOf).flatMap(namesIn));
    expect([...names].filter((name) => !(name in fieldLabels))).toEqual([]);
  });

  it('exist for every operation', () => {
    const titles = Object.values(operationTitles);
    expect(titles.length).toBeGreaterThan(20);
    expect(titles.filter(({ ko }) => !/^[\p{Script=Hangul} ]+$/u.test(ko))).toEqual([]);
  });

  it('name a place inside lists and objects', () => {
    expect(fieldLabel('buttons[1].link.mobile', 'en')).toBe('button 2 › link › mobile');
    expect(fieldLabel('buttons[1].link.mobile', 'ko')).toBe('버튼 2 › 링크 › 모바일');
    expect(fieldLabel('quickReplies', 'en')).toBe('quick replies');
    expect(fieldLabel('odd[0].name', 'ko')).toBe('odd 1 › 이름');
  });

  it('name kinds and operations; an unknown one keeps its name', () => {
    expect([nounOf('GroupTag', 'en'), nounOf('GroupTag', 'ko'), nounOf('Odd', 'ko')]).toEqual([
      'group tag',
      '그룹 태그',
      'Odd',
    ]);
    expect(operationTitle({ operation: 'template.request', title: 'request inspection' }, 'ko')).toBe('검수 요청');
    expect(operationTitle({ operation: 'odd', title: 'do it' }, 'ko')).toBe('do it');
  });
});
