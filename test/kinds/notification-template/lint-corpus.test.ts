import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../../src/core/json.ts';
import { findVariables } from '../../../src/core/variables.ts';
import { checkTemplate } from '../../../src/kinds/notification-template/rules/check.ts';
import { least } from './checking.ts';

/** A body alone, or with buttons (a name stands for a web link) and other members of a manifest. */
type Text = string | (JsonObject & { content: string; buttons?: (string | JsonObject)[] });

const folder = join(import.meta.dirname, '../../fixtures/lint/texts');

/** The texts of the files, each under its heading: the trade of an approved text, the rule of a rejected one. */
function textsOf(isWanted: (file: string) => boolean): { heading: string; text: Text }[] {
  return readdirSync(folder)
    .filter(isWanted)
    .flatMap((file) =>
      Object.entries<Text[]>(parse(readFileSync(join(folder, file), 'utf8'))).flatMap(([heading, texts]) =>
        texts.map((text) => ({ heading, text })),
      ),
    );
}

/** The rules that find something in a text, whose variables have a sample. */
function rulesOf(text: Text): Set<string> {
  const { buttons = [], ...members } = typeof text === 'string' ? { content: text } : text;
  const manifest = {
    ...members,
    content: members.content.trimEnd(),
    buttons: buttons.map((button) =>
      typeof button === 'string' ? { type: 'WL', name: button, link: { mobile: 'https://shop.example.com' } } : button,
    ),
  };
  const values = Object.fromEntries(findVariables(JSON.stringify(manifest)).map(({ name }) => [name, '1']));
  const found = checkTemplate({ ...least, ...manifest, samples: [{ name: '기본', values }] });
  return new Set(found.map(({ rule, code }) => rule ?? code));
}

const shown = (text: Text): string => (typeof text === 'string' ? text : text.content);

describe('lint on realistic Korean texts', () => {
  it('warns about fewer than 3 % of at least 700 texts in approved style', () => {
    const approved = textsOf((file) => !file.startsWith('rejected'));
    const warned = approved.flatMap(({ heading, text }) => {
      const rules = [...rulesOf(text)];
      return rules.length === 0 ? [] : `${rules} ${heading}: ${shown(text)}`;
    });
    expect(approved.length).toBeGreaterThanOrEqual(700);
    expect(warned.length / approved.length, warned.join('\n')).toBeLessThan(0.03);
  });

  it('finds more than 90 % of at least 260 texts that inspectors reject, each by its rule', () => {
    const rejected = textsOf((file) => file.startsWith('rejected'));
    const missed = rejected.flatMap(({ heading, text }) =>
      rulesOf(text).has(heading) ? [] : `${heading}: ${shown(text)}`,
    );
    expect(rejected.length).toBeGreaterThanOrEqual(260);
    expect(missed.length / rejected.length, missed.join('\n')).toBeLessThan(0.1);
  });
});
