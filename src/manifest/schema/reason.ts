import type { ErrorObject } from 'ajv';
import type { Json } from '../../core/json.ts';
import { type Path, valueAt } from '../../core/path.ts';

/** Why a conditional rule of a schema applies here. */
export interface Because {
  /** The path of the field that makes it apply. Empty if the rule always applies. */
  cause: Path;
  words: string;
}

/**
 * Reads the reason from `$comment` of the schema: the field that is the cause, a colon, and the end of a sentence (`messageType:
 * for messageType {value}`). Without a cause, the words describe the allowed values.
 */
export function becauseOf({ parentSchema }: ErrorObject, root: Json): Because {
  const comment: unknown = parentSchema?.['$comment'];
  if (typeof comment !== 'string') return { cause: [], words: '' };
  const [, field = '', words = ''] = /^([\w.]*): (.*)$/u.exec(comment) ?? [];
  const cause = field === '' ? [] : field.split('.');
  return { cause, words: words.replace('{value}', String(valueAt(root, cause))) };
}
