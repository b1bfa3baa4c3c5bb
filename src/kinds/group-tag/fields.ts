import { also, required, text } from '../field-types.ts';

/** Fields of a group tag (resource API 2.3, 4.5). */
export const tagFields = { name: required(also(text('groupTagName'), 'newGroupTagName')) };
