import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/core/json.ts';
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

describe('a group tag’s name', () => {
  it.each(Array.from('가aZ09 !@%&*-_?~/.,ñ漢'))('takes %j', (character) => {
    expect(mistakes(of('GroupTag', { name: `겨울${character}` }))).toEqual([]);
  });

  it.each(Array.from('#$^()+=[]{}|\\\'":;<>`🍊\t\n²·'))('does not take %j', (character) => {
    expect(mistakes(of('GroupTag', { name: `겨울${character}` }))).toEqual(['name wrong-form']);
  });

  it('has one character at least that is no space', () => {
    expect(mistakes(of('GroupTag', { name: '겨' }))).toEqual([]);
    expect(mistakes(of('GroupTag', { name: '' }))).toEqual(['name empty-field']);
    expect(mistakes(of('GroupTag', { name: ' ' }))).toEqual(['name wrong-form']);
  });
});

describe('numbers for opting out', () => {
  const number = (phone: Json): string[] => mistakes(of('SenderProfile', { unsubscribe: { phone } }));

  it.each(['080', '080-000-0000', '0800000000', '1-2'])('%s', (phone) => {
    expect(number(phone)).toEqual([]);
  });

  it.each(['080 000 0000', '-080', '080-', '080--000', '+8280', '공팔공'])('not %s', (phone) => {
    expect(number(phone)).toEqual(['unsubscribe.phone wrong-form']);
  });

  it('have no auth number alone', () => {
    expect(mistakes(of('SenderProfile', { unsubscribe: { auth: '1024' } }))).toEqual([
      'unsubscribe.phone missing-field',
    ]);
  });
});

describe('what there is to choose from', () => {
  it.each([
    'notification/template',
    'notification/send',
    'notification/highlight',
    'brand/default',
    'brand/wide',
    'brand/wide-first',
    'brand/wide-items',
    'brand/carousel-feed',
    'brand/carousel-commerce',
  ])('an image for %s', (use) => {
    expect(mistakes(of('Image', { use }))).toEqual([]);
    expect(mistakes(of('Image', { use: `${use}s` }))).toEqual(['use unknown-value']);
  });

  it.each(['SECURE_IMAGE', 'ONE_TIME_PROFILE'])('a plugin of type %s', (type) => {
    expect(mistakes(of('PluginCallback', { type }))).toEqual([]);
    expect(mistakes(of('PluginCallback', { type: type.toLowerCase() }))).toEqual(['type unknown-value']);
  });

  it('groups: none, some, and none twice', () => {
    expect(mistakes(of('SenderProfile', { groups: [] }))).toEqual([]);
    expect(mistakes(of('SenderProfile', { groups: ['mall', 'jeju'] }))).toEqual([]);
    expect(mistakes(of('SenderProfile', { groups: ['mall', 'mall'] }))).toEqual(['groups[1] repeated-entry']);
  });
});
