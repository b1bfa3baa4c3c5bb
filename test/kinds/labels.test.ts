import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/kinds/fields.ts';
import {
  codeMeant,
  fieldLabel,
  fieldLabels,
  fieldMeant,
  kindMeant,
  nounOf,
  operationTitle,
} from '../../src/kinds/labels.ts';
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

  it('are understood in place of a code or a field', () => {
    expect(codeMeant('buttons[0].type', '웹 링크', ['AL', 'WL'])).toBe('WL');
    expect(codeMeant('buttons[0].type', '웹링크', ['AL'])).toBeUndefined();
    expect(codeMeant('lifecycle', '웹링크', ['draft'])).toBeUndefined();
    expect([fieldMeant('이름', ['code', 'name']), fieldMeant('Body', ['content'])]).toEqual(['name', 'content']);
    expect(fieldMeant('이름', ['odd'])).toBeUndefined();
    const kinds = ['GroupTag', 'NotificationTemplate', 'TestSend'];
    expect([kindMeant('알림템플릿', kinds), kindMeant('메일', kinds)]).toEqual(['NotificationTemplate', undefined]);
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
