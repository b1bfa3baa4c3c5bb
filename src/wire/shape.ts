import * as z from 'zod';

/** Optional members may be absent or null, and mean the same (resource API 2.2). */
export function optional<T extends z.ZodType>(shape: T): z.ZodOptional<z.ZodNullable<T>> {
  return z.nullish(shape);
}

/** A member that no decision depends on. An unexpected value counts as none, and does not make an answer unfit. */
export function informative<T extends z.ZodType>(shape: T): z.ZodCatch<z.ZodOptional<z.ZodNullable<T>>> {
  return z.nullish(shape).catch(undefined);
}

/** Text for people. Empty if it is left out or not a string. */
export const words = z.string().catch('');

/** A list. Null means empty (assumption 87). A missing list proves nothing, so it does not fit. */
export function listOf<T extends z.ZodType>(shape: T) {
  return z
    .array(shape)
    .nullable()
    .transform((list) => list ?? []);
}

/** A name or an id: a string that is not empty. */
export const text = z.string().min(1);

/** A code of the message API, which is an integer (2.2). Digits in a string mean the same. */
export const resultNumber = z.union([z.int(), z.string().regex(/^\d+$/, 'is not a number').transform(Number)]);

/** Result codes are strings in one API and integers in the other; inside they are strings. */
export const resultCode = z.union([z.string().min(1), z.int()]).transform(String);

/** An answer with `code` and `message` only. */
export const none = z.looseObject({ code: resultCode });

/** Reads what is under `data`. */
export function withData<T>(data: z.ZodType<T>): z.ZodType<T> {
  return z.looseObject({ data }).transform((answer) => answer.data);
}

/** A list without pages; `readRows` reads its rows. */
export const rowsOnly = withData(listOf(z.unknown()));
