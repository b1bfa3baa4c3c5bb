import type { ErrorObject } from 'ajv';
import { ID_PATTERN } from '../../core/address.ts';
import { isObject, type JsonObject, own } from '../../core/json.ts';
import { formatPath, type Path, valueAt } from '../../core/path.ts';
import { type Problem, problemAt } from '../../core/problem.ts';
import { length } from '../../core/variables.ts';
import { codeMeant, valueNamed } from '../../kinds/labels.ts';
import { couponTitleHint } from '../../kinds/registry.ts';
import { slugOf } from '../../text/slug.ts';
import { suggest } from '../../text/suggest.ts';
import { listed, shown } from '../manifest.ts';
import type { Checked, SchemaProblem } from './found.ts';
import { emptyHint, mayBeLeftOut } from './needed-field.ts';
import { becauseOf } from './reason.ts';
import { branchesOf, branchName, tagOf, validators } from './schema.ts';
import { missingField, unknownField } from './unknown-field.ts';
import { wrongType } from './wrong-type.ts';

/** Checks a document with the schema of its kind. Reports each mistake once. */
export function schemaMistakes(checked: Checked): Problem[] {
  const validate = own(validators, checked.kind);
  if (!validate || validate(checked.value)) return [];
  return withoutEchoes((validate.errors ?? []).flatMap((error) => foundBy(error, checked)));
}

/**
 * Removes problems that repeat another one: of a general rule and a stricter one (30 characters, 21 beside an image) one is kept,
 * also of a misspelt field and the missing field it means, of an empty text and its wrong form, and of a wrong type and its
 * unknown value.
 */
function withoutEchoes(found: readonly SchemaProblem[]): Problem[] {
  const meant = new Set(found.flatMap(({ stands }) => stands ?? []));
  const withCode = (wanted: string): Set<string | undefined> =>
    new Set(found.flatMap(({ problem: { code, path } }) => (code === wanted ? [path] : [])));
  const empties = withCode('empty-field');
  const typed = withCode('wrong-type');
  const kept = new Map<string, SchemaProblem>();
  for (const one of found) {
    const { code, path = '' } = one.problem;
    if ((code === 'wrong-form' && empties.has(path)) || (code === 'unknown-value' && typed.has(path))) continue;
    if (code === 'missing-field' && meant.has(path)) continue;
    const key = `${code} ${path}`;
    const before = kept.get(key);
    if (!before || (one.limit ?? 0) < (before.limit ?? 0)) kept.set(key, one);
  }
  return Array.from(kept.values(), ({ problem }) => problem);
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

function foundBy(error: ErrorObject, checked: Checked): SchemaProblem[] {
  const path = pathOf(error, checked.value);
  switch (error.keyword) {
    case 'required':
      return [missingField(error, path, checked)];
    case 'additionalProperties':
      return [unknownField([...path, error.params['additionalProperty']], checked)];
    case 'type':
      return [{ problem: wrongType(error, path, checked) }];
    default:
      return problemsOf(error, path, checked).map((problem) => ({ problem, limit: limitOf(error) }));
  }
}

/** Returns the rank of a rule among rules for one field: of two limits the lower one is reported, of two choices the wider one. */
function limitOf({ keyword, data, params, parentSchema }: ErrorObject): number {
  switch (keyword) {
    case 'maxLength':
    case 'maxItems':
      return params['limit'];
    case 'minItems':
      return -params['limit'];
    case 'enum':
      return data === null ? 0 : -params['allowedValues'].length;
    case 'const':
      return data === null ? 0 : -1;
    case 'discriminator':
      return params['tagValue'] === null ? 0 : -branchesOf(parentSchema as JsonObject | undefined).length;
    default:
      return 0;
  }
}

function problemsOf(error: ErrorObject, path: Path, checked: Checked): Problem[] {
  const label = `\`${formatPath(path)}\``;
  const because = becauseOf(error, checked.value);
  const why = because.cause.length > 0 ? ` ${because.words}` : '';
  const { params, data } = error;
  switch (error.keyword) {
    case 'dependentRequired':
      return [dependentField(error, path)];
    case 'enum':
      return [wrongWord(path, data, params['allowedValues'])];
    case 'const':
      return [wrongWord(path, data, [params['allowedValue']], why)];
    case 'discriminator':
      return wrongBranch(error, path);
    case 'maxLength':
      return [tooLong(path, String(data), params['limit'], why)];
    case 'minLength':
      return [empty(path, 'is empty', checked)];
    case 'maxItems':
      return [tooMany(path, data, params['limit'], why)];
    case 'minItems':
      return [tooFew(path, data, params['limit'], because.words, checked)];
    case 'uniqueItems':
      return [repeated(path, params)];
    case 'minimum':
    case 'maximum': {
      const [bound, other] = error.keyword === 'minimum' ? ['least', 'more'] : ['most', 'less'];
      return [
        problemAt(path, {
          code: 'wrong-form',
          message: `${label} is ${data} and must be ${params['limit']} at ${bound}`,
          hint: `Write ${params['limit']} or ${other}`,
        }),
      ];
    }
    case 'pattern':
      return [
        params['pattern'] === NOT_BLANK
          ? empty(path, 'has only spaces', checked)
          : wrongForm(path, data, patternHint(error, path, data), checked),
      ];
    case 'minProperties':
    case 'maxProperties':
      return [wrongForm(path, data, `It takes ${because.words}`, checked)];
    case 'not':
      return [
        problemAt(path, {
          code: 'not-together',
          on: 'key',
          message: `${label} is not allowed ${because.words}`,
          hint: because.words.startsWith('beside ') ? 'Remove one of the two' : 'Remove it',
        }),
      ];
    default:
      // The error of `if` repeats the error of its `then`.
      return [];
  }
}

/** An id has at most so many characters. */
const MAX_ID = 100;

/** The pattern of a text that is not blank: the service refuses blank texts (assumption 14). */
const NOT_BLANK = '\\S';

function empty(path: Path, what: string, checked: Checked): Problem {
  const message = `\`${formatPath(path)}\` ${what}`;
  return problemAt(path, { code: 'empty-field', on: 'key', message, hint: emptyHint(path, checked) });
}

function dependentField({ params }: ErrorObject, path: Path): Problem {
  const missing = String(params['missingProperty']);
  const cause = String(params['property']);
  return problemAt([...path, missing], {
    code: 'missing-field',
    shows: [...path, cause],
    on: 'key',
    message: `\`${formatPath([...path, missing])}\` is missing: \`${cause}\` requires it`,
    hint: `Add \`${missing}\`, or remove \`${cause}\``,
  });
}

function wrongWord(path: Path, data: unknown, allowed: readonly unknown[], why = ''): Problem {
  const field = formatPath(path);
  const label = `\`${field}\``;
  const words = allowed.map(String);
  const one =
    words.length === 1
      ? `The value is always \`${words[0]}\``
      : `The allowed values are ${listed(words, 'and', (word) => valueNamed(field, word))}`;
  if (data === null)
    return problemAt(path, { code: 'unknown-value', on: 'key', message: `${label} has no value`, hint: one });
  const meant = typeof data === 'string' ? (codeMeant(field, data, words) ?? suggest(data, words)) : undefined;
  return problemAt(path, {
    code: 'unknown-value',
    message: `${label} cannot be ${shown(data)}${why}`,
    hint: meant !== undefined && words.length > 1 ? `Did you mean \`${meant}\`? ${one}` : one,
  });
}

function wrongBranch({ params, parentSchema }: ErrorObject, path: Path): Problem[] {
  // A missing field is reported elsewhere.
  if (params['tagValue'] === undefined) return [];
  const schema = parentSchema as JsonObject | undefined;
  const tag = tagOf(schema);
  const allowed = branchesOf(schema).map((branch) => branchName(branch, tag));
  return [wrongWord([...path, tag], params['tagValue'], allowed)];
}

function tooLong(path: Path, text: string, limit: number, why: string): Problem {
  const has = length(text);
  const over = has - limit;
  return problemAt(path, {
    code: 'too-long',
    message: `\`${formatPath(path)}\` has ${count(has, 'character')}; at most ${limit.toLocaleString('en')} ${are(limit)} allowed${why}`,
    hint: `Shorten it by ${count(over, 'character')}`,
  });
}

function tooMany(path: Path, data: unknown, limit: number, why: string): Problem {
  const has = Array.isArray(data) ? data.length : 0;
  return problemAt(path, {
    code: 'too-many',
    shows: [...path, limit],
    on: 'key',
    message: `\`${formatPath(path)}\` has ${count(has, 'entry')}; at most ${limit} ${are(limit)} allowed${why}`,
    hint: `Remove ${has - limit}`,
  });
}

function tooFew(path: Path, data: unknown, limit: number, words: string, checked: Checked): Problem {
  const has = Array.isArray(data) ? data.length : 0;
  return problemAt(path, {
    code: 'too-few',
    on: 'key',
    message: `\`${formatPath(path)}\` has ${count(has, 'entry')}; ${[limit, are(limit), 'needed at least', words].join(' ').trim()}`,
    hint: `Add ${limit - has}${has === 0 && mayBeLeftOut(path, checked) ? ', or remove the field' : ''}`,
  });
}

function repeated(path: Path, params: Record<string, unknown>): Problem {
  const [first, second] = [Number(params['j']), Number(params['i'])].sort((a, b) => a - b) as [number, number];
  const label = (index: number): string => `\`${formatPath([...path, index])}\``;
  return problemAt([...path, second], {
    code: 'repeated-entry',
    message: `${label(second)} equals ${label(first)}`,
    hint: 'Remove one of the two',
  });
}

/** Returns what is nearest to a text that does not match a pattern, or the message that the schema has for editors. */
function patternHint({ parentSchema, params }: ErrorObject, path: Path, data: unknown): string {
  const meant = formatPath(path).endsWith('coupon.title') ? couponTitleHint(String(data)) : undefined;
  if (meant !== undefined) return meant;
  const form = String(parentSchema?.['patternErrorMessage']);
  const id = params['pattern'] === ID_PATTERN.source ? slugOf(String(data), MAX_ID) : '';
  return id === '' ? form : `${form}: \`${id}\``;
}

function wrongForm(path: Path, data: unknown, hint: string, checked: Checked): Problem {
  const label = `\`${formatPath(path)}\``;
  if (isObject(data) && Object.keys(data).length === 0) {
    return empty(path, 'is empty', checked);
  }
  const value = isObject(data) ? listed(Object.keys(data)) : shown(data);
  return problemAt(path, { code: 'wrong-form', message: `${label} cannot be ${value}`, hint });
}

function are(number: number): string {
  return number === 1 ? 'is' : 'are';
}

function count(number: number, word: string): string {
  const many = word === 'entry' ? 'entries' : `${word}s`;
  return `${number.toLocaleString('en')} ${number === 1 ? word : many}`;
}
