import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../../src/core/json.ts';
import { findingsOf } from '../../../src/kinds/lint/rule.ts';
import { readTemplate } from '../../../src/kinds/notification-template/lint/reading.ts';
import { templateRules } from '../../../src/kinds/notification-template/lint/rules.ts';
import { WORDS } from '../../../src/kinds/notification-template/lint/words.ts';
import { least } from './checking.ts';

const folder = join(import.meta.dirname, '../../fixtures/lint/texts');

/** Every line of the realistic texts, approved and rejected. */
const lines = readdirSync(folder)
  .flatMap((file) => Object.values<(string | JsonObject)[]>(parse(readFileSync(join(folder, file), 'utf8'))).flat())
  .flatMap((text) => String(typeof text === 'string' ? text : text['content']).split('\n'));

/** Words that begin or end at the border of a text, where a rule may not see the next text. */
const BORDERS = ['반값', '택배', '최저가', '입', '온', '누리', '드립니다', '안내해 ', '010-1234-5678', '1', '-', '\\n'];

/** What every rule looks for first in all texts together. */
const EVERYTHING = WORDS.map(({ yes }) => yes).join('\n');

it('finds the same with and without a first look at all texts together', () => {
  const piece = fc.oneof(fc.constantFrom(...lines), fc.constantFrom(...BORDERS));
  const text = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));
  let found = 0;
  fc.assert(
    fc.property(text, text, text, text, (content, name, preview, title) => {
      const buttons = [{ type: 'WL', name, link: { mobile: 'https://a.example' } }];
      const emphasis = { type: 'TEXT', title, subtitle: name };
      const reading = readTemplate({ ...least, content, preview, buttons, emphasis });
      const findings = findingsOf(templateRules, reading);
      found += findings.length;
      expect(findings).toEqual(findingsOf(templateRules, { ...reading, joined: EVERYTHING }));
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(300);
});
