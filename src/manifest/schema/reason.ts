import type { ErrorObject } from 'ajv';
import type { Json } from '../../core/json.ts';
import { type Path, valueAt } from '../../core/path.ts';

/** Why a conditional rule of a schema holds here. */
export interface Because {
  /** The field that makes it hold, from the root; empty where the rule always holds. */
  cause: Path;
  words: string;
}

/**
 * The schemas say why in `$comment`: the field that is the cause, a colon, and words that end a sentence (`messageType:
 * for messageType {value}`). Without a cause the words tell what is taken.
 */
export function becauseOf({ parentSchema }: ErrorObject, root: Json): Because {
  const comment: unknown = parentSchema?.['$comment'];
  if (typeof comment !== 'string') return { cause: [], words: '' };
  const [, field = '', words = ''] = /^([\w.]*): (.*)$/u.exec(comment) ?? [];
  const cause = field === '' ? [] : field.split('.');
  return { cause, words: words.replace('{value}', String(valueAt(root, cause))) };
}
