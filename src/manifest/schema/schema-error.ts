import type { ErrorObject } from 'ajv';
import type { JsonObject } from '../../core/json.ts';
import { formatPath, type Path, valueAt } from '../../core/path.ts';
import type { Finding, Problem } from '../../core/problem.ts';
import type { LocatedDocument } from '../../yaml/places.ts';

/** A document that is checked with its schema. */
export interface Checked {
  kind: string;
  value: JsonObject;
  located: LocatedDocument;
}

/** A problem, and the missing field that it also explains: `stands`. */
export interface SchemaProblem {
  problem: Problem;
  stands?: string;
}

export type CodedFinding = Finding & Pick<Problem, 'code'>;

/** An error of ajv, with what the words about it are made of. */
export interface SchemaError {
  error: ErrorObject;
  checked: Checked;
  path: Path;
  /** The field, in backticks. */
  label: string;
  /** The path of the field that makes a conditional rule apply. Empty if the rule always applies. */
  cause: Path;
  /** Why the rule applies, as the end of a sentence. Without a cause, the allowed values. */
  words: string;
  /** The words after a blank, if the rule is conditional. */
  why: string;
}

/**
 * Reads the reason from `$comment` of the schema: the field that is the cause, a colon, and the end of a sentence (`messageType:
 * for messageType {value}`).
 */
export function schemaErrorOf(error: ErrorObject, checked: Checked): SchemaError {
  const comment = /^([\w.]*): (.*)$/u.exec(String(error.parentSchema?.['$comment'])) ?? [];
  const [, field = '', template = ''] = comment;
  const cause = field === '' ? [] : field.split('.');
  const words = template.replace('{value}', String(valueAt(checked.value, cause)));
  const path = pathOf(error, checked.value);
  const label = `\`${formatPath(path)}\``;
  return { error, checked, path, label, cause, words, why: cause.length > 0 ? ` ${words}` : '' };
}

/** Makes the path of an error. Only an index of a list becomes a number: a member of a mapping may have digits as its name. */
function pathOf({ instancePath }: ErrorObject, root: JsonObject): Path {
  const path: (string | number)[] = [];
  for (const part of instancePath.split('/').slice(1)) {
    const inList = Array.isArray(valueAt(root, path));
    path.push(inList ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return path;
}

/** The hint for an empty field. */
export const EMPTY_HINT = 'Write a value, or remove the field if it is optional';
