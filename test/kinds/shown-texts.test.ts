import { expect, it } from 'vitest';
import { shownTexts } from '../../src/kinds/fields.ts';
import { templateFields } from '../../src/kinds/notification-template/fields.ts';

it('the texts of a content are in the order of the fields, and a value of another form has none', () => {
  const buttons = [{ type: 'WL', name: '보기' }, '보기', null];
  expect(shownTexts(templateFields, { buttons, content: '안녕하세요.' })).toEqual([
    { at: ['content'], text: '안녕하세요.' },
    { at: ['buttons', 0, 'name'], text: '보기' },
  ]);
});
