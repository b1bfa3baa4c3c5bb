import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { anyJson, fits } from '../../src/core/fits.ts';
import type { Json } from '../../src/core/json.ts';

const shapes: Record<string, z.ZodType> = {
  'a string': z.string(),
  'a string that is not empty': z.string().min(1),
  'a number': z.number(),
  'an integer': z.int(),
  'a boolean': z.boolean(),
  'an enum': z.enum(['S', 'A']),
  'a literal': z.literal(true),
  'null or a string': z.string().nullable(),
  anything: z.unknown(),
  'any JSON': anyJson,
  'a caught string': z.nullish(z.string()).catch(undefined),
  'a list': z.array(z.nullish(z.string())),
  'a record': z.record(z.string(), z.union([z.string(), z.boolean()])),
  'a record of JSON': z.record(z.string(), anyJson),
  'a loose object': z.looseObject({
    a: z.string(),
    b: z.nullish(z.number()),
    c: z.literal(true).exactOptional(),
    d: z.string().catch(''),
    e: z.nullish(z.looseObject({ a: z.boolean() })).catch(undefined),
    f: z.unknown(),
  }),
  'an object with a type for the other members': z
    .object({ a: z.string() })
    .catchall(z.union([z.string(), z.boolean()])),
};

/** Shapes with a part that is not known, or that changes a value. */
const unknown: Record<string, z.ZodType> = {
  'a strict object': z.object({ a: z.string() }),
  'two checks': z.string().min(1).max(2),
  'a pattern': z.string().regex(/a/),
  'a time': z.iso.datetime(),
  'an integer from 1': z.int().min(1),
  'a small integer': z.int32(),
  'a coerced number': z.coerce.number(),
  'a coerced string': z.coerce.string(),
  'a transformed string': z.string().transform((text) => `${text}!`),
  'a refined object': z.looseObject({}).refine(() => true),
  'a union of objects': z.union([z.looseObject({ a: z.string().catch('') }), z.looseObject({})]),
  'a record of checked keys': z.record(z.string().min(1), z.string()),
};

const member = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__', 'toString');
const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, '', 'S', 'A', 'text', 0, 1.5, 2 ** 53),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(member, tie('value')), { maxLength: 6 }).map((entries) => parsed(entries)),
  ),
}));

/** An object as JSON.parse makes it: also `__proto__` is a member. */
function parsed(entries: readonly (readonly [string, Json])[]): Json {
  return JSON.parse(`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`);
}

describe('a quick check of a shape', () => {
  it.each(Object.entries(shapes))('accepts nothing that zod refuses or changes: %s', (_name, shape) => {
    fc.assert(
      fc.property(values, (value) => {
        if (!fits(shape, value)) return;
        const read = shape.safeParse(value);
        expect(read.success && read.data).toStrictEqual(value);
      }),
      { numRuns: 500, seed: 21 },
    );
  });

  it.each(Object.entries(unknown))('leaves the decision to zod: %s', (_name, shape) => {
    fc.assert(
      fc.property(values, (value) => {
        expect(fits(shape, value)).toBe(false);
      }),
      { numRuns: 50, seed: 21 },
    );
  });

  it('accepts what zod leaves as it is', () => {
    expect(fits(shapes['a loose object'] as z.ZodType, { a: 'x', d: '', f: [], more: { x: 1 } })).toBe(true);
    expect(
      fits(shapes['a loose object'] as z.ZodType, { a: 'x', b: null, c: true, d: 'y', e: { a: true }, f: 0 }),
    ).toBe(true);
    expect(fits(shapes['a record'] as z.ZodType, { a: 'x', b: false })).toBe(true);
    expect(fits(shapes['a list'] as z.ZodType, [null, 'x'])).toBe(true);
    expect(fits(shapes['a string that is not empty'] as z.ZodType, 'x')).toBe(true);
    const typed = shapes['an object with a type for the other members'] as z.ZodType;
    expect(fits(typed, { a: 'x', b: true })).toBe(true);
    expect(fits(typed, { a: 'x', b: 1 })).toBe(false);
    expect(fits(anyJson, { a: [null, 1, 'x', true, {}] })).toBe(true);
  });
});
