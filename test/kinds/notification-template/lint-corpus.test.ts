import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { findVariables } from '../../../src/core/variables.ts';
import { load } from '../../manifest/project.ts';

type Texts = Record<string, string[]>;

const folder = join(import.meta.dirname, '../../fixtures/lint/texts');
const textsOf = (file: string): Texts => parse(readFileSync(join(folder, `${file}.yaml`), 'utf8'));

/** Lints texts as bodies of templates, each with a sample for its variables. Returns the rules reported for each text. */
async function lint(texts: readonly string[]): Promise<Set<string>[]> {
  const manifests = texts.map((text, index) => {
    const content = text.trimEnd();
    const names = new Set(findVariables(content).map(({ name }) => name));
    return stringify({
      kind: 'NotificationTemplate',
      id: `text-${index}`,
      name: `글 ${index}`,
      category: '001001',
      messageType: 'BA',
      content,
      ...(names.size > 0 && {
        samples: [{ name: '기본', values: Object.fromEntries([...names].map((n) => [n, '1'])) }],
      }),
    });
  });
  const root = mkdtempSync(join(tmpdir(), 'notiform-lint-'));
  writeFileSync(join(root, 'texts.yaml'), manifests.join('---\n'));
  const { problems } = await load(root);
  rmSync(root, { recursive: true });
  return texts.map((_, index) => {
    const address = `NotificationTemplate/shop/text-${index}`;
    return new Set(problems.flatMap((problem) => (problem.address === address ? (problem.rule ?? problem.code) : [])));
  });
}

describe('lint on realistic Korean texts', () => {
  const approved = ['shop', 'booking', 'finance', 'public', 'mixed'].flatMap((file) =>
    Object.entries(textsOf(file)).flatMap(([trade, texts]) => texts.map((text) => ({ trade, text }))),
  );

  it('warns about fewer than 3 % of at least 200 texts in approved style', async () => {
    const rules = await lint(approved.map(({ text }) => text));
    const warned = approved.flatMap(({ trade, text }, index) =>
      [...(rules[index] ?? [])].map((rule) => `${rule} ${trade}: ${text}`),
    );
    expect(approved.length).toBeGreaterThanOrEqual(200);
    expect(warned.length / approved.length, warned.join('\n')).toBeLessThan(0.03);
  });

  it('finds more than 90 % of at least 60 texts that inspectors reject, each by its rule', async () => {
    const rejected = Object.entries(textsOf('rejected')).flatMap(([rule, texts]) =>
      texts.map((text) => ({ rule, text })),
    );
    const rules = await lint(rejected.map(({ text }) => text));
    const missed = rejected
      .filter(({ rule }, index) => !rules[index]?.has(rule))
      .map(({ rule, text }) => `${rule}: ${text}`);
    expect(rejected.length).toBeGreaterThanOrEqual(60);
    expect(missed.length / rejected.length, missed.join('\n')).toBeLessThan(0.1);
  });
});
