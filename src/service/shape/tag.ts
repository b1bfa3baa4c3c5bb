import * as z from 'zod';
import { text } from './shape.ts';

/** A group tag (resource API 2.3, 4.5). */
export const groupTag = z.looseObject({ groupTagKey: text, groupTagName: z.string() });

export type GroupTag = z.infer<typeof groupTag>;
