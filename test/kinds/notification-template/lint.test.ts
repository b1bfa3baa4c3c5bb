import { describe, expect, it } from 'vitest';
import { codes } from '../../../src/core/codes.ts';
import { templateRules } from '../../../src/kinds/notification-template/rules/hints.ts';
import { allRules } from '../../../src/manifest/load/lint.ts';
import { lintPage } from './lint-page.ts';

describe('the lint rules', () => {
  it('are AT01 to AT34, in order', () => {
    const ids = Array.from({ length: 34 }, (_, index) => `AT${String(index + 1).padStart(2, '0')}`);
    expect(templateRules.map(({ id }) => id)).toEqual(ids);
  });

  it('are data: each says what, what to do, who says so, and since when', () => {
    for (const { what, help, source, code } of templateRules) {
      expect(what.en).toMatch(/^[^a-z].*[^.]$/u);
      expect(help.en.length).toBeGreaterThan(5);
      expect(source).toMatch(/\S/);
      expect(Object.keys(codes)).toContain(code);
    }
    for (const { date } of allRules) expect(date).toMatch(/^2026-\d\d-\d\d$/);
  });

  it('find errors where a document of the service says so', () => {
    const errors = templateRules.filter(({ level }) => level !== 'warning');
    expect(errors.map(({ id, level }) => `${id} ${level}`)).toEqual([
      'AT08 both',
      'AT09 both',
      'AT11 error',
      'AT12 both',
      'AT13 error',
      'AT14 both',
      'AT17 error',
      'AT30 both',
    ]);
    for (const { source } of errors) expect(source).toMatch(/^(?:resource|message) API \d/);
  });

  it('are looked for, or found by the schema, the files or the claims', () => {
    for (const { find, covers } of templateRules) expect(find !== undefined || covers !== undefined).toBe(true);
  });

  it('have a page', async () => {
    await expect(lintPage(allRules)).toMatchFileSnapshot('../../../docs/lint.md');
  });
});
