import * as z from 'zod';

/** Optional members may be absent or null, and mean the same (resource API 2.2). */
export function optional<T extends z.ZodType>(shape: T): z.ZodOptional<z.ZodNullable<T>> {
  return z.nullish(shape);
}

/** A member that nothing decides by: an unexpected value is as good as none, and does not make an answer unfit. */
export function informative<T extends z.ZodType>(shape: T): z.ZodCatch<z.ZodOptional<z.ZodNullable<T>>> {
  return z.nullish(shape).catch(undefined);
}

/** Words that people read and nothing decides by; empty if they are left out or no text. */
export const words = z.string().catch('');

/** A list. Null says that it is empty (assumption 87); one that is left out proves nothing, and does not fit. */
export function listOf<T extends z.ZodType>(shape: T) {
  return z
    .array(shape)
    .nullable()
    .transform((list) => list ?? []);
}

/** A string that names something and so may not be empty. */
export const text = z.string().min(1);

/** A code of the message API, where it is an integer (2.2): as digits it says the same. */
export const resultNumber = z.union([z.int(), z.string().regex(/^\d+$/, 'is not a number').transform(Number)]);

/** Result codes are strings in one API and integers in the other; inside they are strings. */
export const resultCode = z.union([z.string().min(1), z.int()]).transform(String);

/** An answer with `code` and `message` only. */
export const none = z.looseObject({ code: resultCode });

/** Reads what is under `data`. */
export function withData<T>(data: z.ZodType<T>) {
  return z.looseObject({ data }).transform((answer) => answer.data);
}

/** A list without pages; `readRows` reads its rows. */
export const rowsOnly = withData(listOf(z.unknown()));
