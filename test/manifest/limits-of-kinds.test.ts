import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { schemaMistakes } from '../../src/manifest/schema/mistakes.ts';
import { parseLocated } from '../../src/yaml/located.ts';

/** `field code` of every mistake of a document. */
function mistakes(value: JsonObject): string[] {
  const located = parseLocated('a.yaml', JSON.stringify(value)).documents[0];
  if (!located) throw new Error('not YAML');
  const kind = String(value['kind']);
  return schemaMistakes({ kind, value, located }).map(({ path, code }) => `${path} ${code}`);
}

const digits = (length: number): string => '1'.repeat(length);
const ascii = (length: number): string => 'a'.repeat(length);
/** Two code units each: what counts is code points. */
const text = (length: number): string => '𠮷'.repeat(length);

const valid: Readonly<Record<string, JsonObject>> = {
  GroupTag: { kind: 'GroupTag', id: 'winter', name: '겨울' },
  PluginCallback: { kind: 'PluginCallback', id: 'photo', type: 'SECURE_IMAGE', url: 'https://plugin.example.com' },
  SenderProfile: { kind: 'SenderProfile', id: 'shop' },
  Image: { kind: 'Image', id: 'banner', file: './banner.png', use: 'notification/template' },
  Video: { kind: 'Video', id: 'harvest', file: './harvest.mp4' },
};

function of(kind: string, more: JsonObject = {}): JsonObject {
  return { ...valid[kind], ...more };
}

describe('the longest that is taken, and one more', () => {
  it.each<[string, string, (length: number) => JsonObject, number, string]>([
    ['a tag’s name', 'GroupTag', (n) => ({ name: text(n) }), 200, 'name'],
    ['an opt-out number', 'SenderProfile', (n) => ({ unsubscribe: { phone: digits(n) } }), 13, 'unsubscribe.phone'],
    [
      'an auth number',
      'SenderProfile',
      (n) => ({ unsubscribe: { phone: '080-000-0000', auth: digits(n) } }),
      10,
      'unsubscribe.auth',
    ],
  ])('%s', (_, kind, more, most, field) => {
    expect(mistakes(of(kind, more(most)))).toEqual([]);
    expect(mistakes(of(kind, more(most + 1)))).toEqual([`${field} too-long`]);
  });

  it.each(Object.keys(valid))('the id of a %s', (kind) => {
    expect(mistakes(of(kind, { id: ascii(100) }))).toEqual([]);
    expect(mistakes(of(kind, { id: ascii(101) }))).toEqual(['id too-long']);
    expect(mistakes(of(kind, { id: 'Winter' }))).toEqual(['id wrong-form']);
  });
});

describe('what each kind cannot do without', () => {
  const required = Object.entries(valid).flatMap(([kind, manifest]) =>
    Object.keys(manifest)
      .filter((field) => field !== 'kind')
      .map((field) => [kind, field] as const),
  );
  it.each(required)('%s: %s', (kind, field) => {
    const { [field]: _, ...rest } = of(kind);
    expect(mistakes(of(kind))).toEqual([]);
    expect(mistakes(rest)).toEqual([`${field} missing-field`]);
  });

  it('one field of its own is enough for it, and another kind’s is none', () => {
    expect(mistakes(of('GroupTag', { use: 'notification/template' }))).toEqual(['use unknown-field']);
    expect(mistakes(of('Video', { use: 'brand/default' }))).toEqual(['use unknown-field']);
    expect(mistakes(of('SenderProfile', { renamedFrom: 'mall' }))).toEqual(['renamedFrom unknown-field']);
  });
});
