import * as z from 'zod';
import type { ProblemCode } from './codes.ts';
import type { Sentence } from './sentence.ts';

const text = z.string();

/** A sentence as data: the code of its words and their values. Its English text is beside it. */
export const sentence: z.ZodType<Sentence> = z.lazy(() =>
  z.object({
    code: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number(), sentence])).exactOptional(),
  }),
);

/** A place in a file: lines and columns count from 1, columns in code points; the end is exclusive. */
export const place = z.object({
  /** Path as a user would type it: relative to the project's root, `/` between parts. */
  file: text,
  line: z.number(),
  column: z.number(),
  endLine: z.number().exactOptional(),
  endColumn: z.number().exactOptional(),
});

export const code = z.custom<ProblemCode>((one) => typeof one === 'string').meta({ type: 'string' });

export const problem = z.object({
  code,
  severity: z.enum(['error', 'warning']),
  message: text,
  hint: text.exactOptional(),
  /** Both as data, if they have words in other languages. */
  said: z.object({ message: sentence.exactOptional(), hint: sentence.exactOptional() }).exactOptional(),
  place: place.exactOptional(),
  address: text.exactOptional(),
  /** Path inside the manifest, as `buttons[1].link.mobile`. */
  path: text.exactOptional(),
  /** Other places that belong to it: the first of two duplicates, the other end of a reference. */
  related: z.array(z.object({ message: text, place })).exactOptional(),
  /** The service's own code and message, if it answered. */
  service: z.object({ code: text, message: text }).exactOptional(),
  rule: text.exactOptional(),
  /** The environments with this problem, if several were checked and not all have it. */
  environments: z.array(text).exactOptional(),
});
