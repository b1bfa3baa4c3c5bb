import type { ErrorObject } from 'ajv';
import { ID_PATTERN } from '../../core/address.ts';
import { isObject, type JsonObject, own } from '../../core/json.ts';
import { formatPath, type Path, valueAt } from '../../core/path.ts';
import { slugOf } from '../../core/slug.ts';
import { suggest } from '../../core/suggest.ts';
import { length } from '../../core/variables.ts';
import { listed, type Mistake, shown } from '../manifest.ts';
import type { Checked, Found } from './found.ts';
import { emptyHint, mayBeLeftOut } from './needed-field.ts';
import { becauseOf } from './reason.ts';
import { branchesOf, branchName, tagOf, validators } from './schema.ts';
import { missingField, unknownField } from './unknown-field.ts';
import { wrongType } from './wrong-type.ts';

/** What a document does wrong by the schema of its kind: one mistake for each thing that is wrong. */
export function schemaMistakes(checked: Checked): Mistake[] {
  const validate = own(validators, checked.kind);
  if (!validate || validate(checked.value)) return [];
  const mistakes = (validate.errors ?? []).flatMap((error) => mistakesOf(error, checked));
  return withoutEchoes(mistakes);
}

/**
 * A general rule and its stricter case (30 characters, 21 beside an image) are one mistake, as are a misspelt field
 * and the missing one it stands for, and an empty text and the form that it has not.
 */
function withoutEchoes(mistakes: readonly Found[]): Mistake[] {
  const meant = new Set(mistakes.flatMap(({ stands }) => (stands === undefined ? [] : [stands])));
  const swallowed = new Set(mistakes.flatMap(({ swallows }) => (swallows === undefined ? [] : [swallows])));
  const empties = new Set(mistakes.flatMap(({ code, path }) => (code === 'empty-field' ? [formatPath(path)] : [])));
  const kept = new Map<string, Found>();
  for (const mistake of mistakes) {
    const field = formatPath(mistake.path);
    if (mistake.code === 'wrong-form' && empties.has(field)) continue;
    if (swallowed.has(field) || (mistake.code === 'missing-field' && meant.has(field))) continue;
    const key = `${mistake.code} ${field}`;
    const before = kept.get(key);
    if (!before || (mistake.limit ?? 0) < (before.limit ?? 0)) kept.set(key, mistake);
  }
  return Array.from(kept.values(), ({ stands: _stands, swallows: _swallows, limit: _limit, ...mistake }) => mistake);
}

/** Elements of a list are numbered; a member of a mapping may be named by digits and stays a name. */
function pathOf({ instancePath }: ErrorObject, root: JsonObject): Path {
  const path: (string | number)[] = [];
  for (const part of instancePath.split('/').slice(1)) {
    const inList = Array.isArray(valueAt(root, path));
    path.push(inList ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return path;
}

function mistakesOf(error: ErrorObject, checked: Checked): Found[] {
  const path = pathOf(error, checked.value);
  const label = `\`${formatPath(path)}\``;
  const because = becauseOf(error, checked.value);
  const why = because.cause.length > 0 ? ` ${because.words}` : '';
  const { params, data } = error;
  switch (error.keyword) {
    case 'required':
      return [missingField(error, path, checked)];
    case 'dependentRequired':
      return [dependentField(error, path)];
    case 'additionalProperties':
      return [unknownField([...path, params['additionalProperty']], checked)];
    case 'type':
      return [wrongType(error, path, checked)];
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
      return [
        {
          code: 'wrong-form',
          path,
          on: 'value',
          message: `${label} is ${data} and has to be ${params['limit']} at least`,
          hint: `Write ${params['limit']} or more`,
        },
      ];
    case 'maximum':
      return [
        {
          code: 'wrong-form',
          path,
          on: 'value',
          message: `${label} is ${data} and has to be ${params['limit']} at most`,
          hint: `Write ${params['limit']} or less`,
        },
      ];
    case 'pattern':
      return [
        params['pattern'] === NOT_BLANK
          ? empty(path, 'has nothing but blanks', checked)
          : wrongForm(path, data, patternHint(error, data), checked),
      ];
    case 'minProperties':
    case 'maxProperties':
      return [wrongForm(path, data, `It takes ${because.words}`, checked)];
    case 'not':
      return [
        {
          code: 'not-together',
          path,
          on: 'key',
          message: `${label} may not stand ${because.words}`,
          hint: 'Remove one of the two',
        },
      ];
    default:
      // `if` says again what its `then` said.
      return [];
  }
}

/** An id has at most so many characters. */
const MAX_ID = 100;

/** The pattern of a text that has to say something: the service refuses one of blanks alone (assumption 14). */
const NOT_BLANK = '\\S';

function empty(path: Path, what: string, checked: Checked): Found {
  const message = `\`${formatPath(path)}\` ${what}`;
  return { code: 'empty-field', path, on: 'key', message, hint: emptyHint(path, checked) };
}

function dependentField({ params }: ErrorObject, path: Path): Found {
  const missing = String(params['missingProperty']);
  const cause = String(params['property']);
  return {
    code: 'missing-field',
    path: [...path, missing],
    at: [...path, cause],
    on: 'key',
    message: `\`${formatPath([...path, missing])}\` is missing: \`${cause}\` wants it`,
    hint: `Add \`${missing}\`, or remove \`${cause}\``,
  };
}

function wrongWord(path: Path, data: unknown, allowed: readonly unknown[], why = ''): Found {
  const label = `\`${formatPath(path)}\``;
  const words = allowed.map(String);
  const one = words.length === 1 ? `It is always \`${words[0]}\`` : `It is one of ${listed(words)}`;
  if (data === null) return { code: 'unknown-value', path, on: 'key', message: `${label} has no value`, hint: one };
  const meant = typeof data === 'string' ? suggest(data, words) : undefined;
  return {
    code: 'unknown-value',
    path,
    on: 'value',
    // Of two rules about one word, the one with more to choose from says more.
    limit: -words.length,
    message: `${label} cannot be ${shown(data)}${why}`,
    hint: meant !== undefined && words.length > 1 ? `Did you mean \`${meant}\`? ${one}` : one,
  };
}

function wrongBranch({ params, parentSchema }: ErrorObject, path: Path): Found[] {
  // Left out, it is a missing field and reported as one.
  if (params['tagValue'] === undefined) return [];
  const schema = isObject(parentSchema) ? (parentSchema as JsonObject) : undefined;
  const tag = tagOf(schema);
  const allowed = branchesOf(schema).map((branch) => branchName(branch, tag));
  return [wrongWord([...path, tag], params['tagValue'], allowed)];
}

function tooLong(path: Path, text: string, limit: number, why: string): Found {
  const has = length(text);
  const over = has - limit;
  return {
    code: 'too-long',
    path,
    on: 'value',
    limit,
    message: `\`${formatPath(path)}\` has ${count(has, 'character')}; at most ${limit.toLocaleString('en')} ${are(limit)} allowed${why}`,
    hint: `Shorten it by ${count(over, 'character')}`,
  };
}

function tooMany(path: Path, data: unknown, limit: number, why: string): Found {
  const has = Array.isArray(data) ? data.length : 0;
  return {
    code: 'too-many',
    path,
    at: [...path, limit],
    on: 'key',
    limit,
    message: `\`${formatPath(path)}\` has ${count(has, 'entry')}; at most ${limit} ${are(limit)} allowed${why}`,
    hint: `Remove ${has - limit}`,
  };
}

function tooFew(path: Path, data: unknown, limit: number, words: string, checked: Checked): Found {
  const has = Array.isArray(data) ? data.length : 0;
  return {
    code: 'too-few',
    path,
    on: 'key',
    limit: -limit,
    message: `\`${formatPath(path)}\` has ${count(has, 'entry')}; ${[limit, are(limit), 'needed at least', words].join(' ').trim()}`,
    hint: `Add ${limit - has}${has === 0 && mayBeLeftOut(path, checked) ? ', or remove the field' : ''}`,
  };
}

function repeated(path: Path, params: Record<string, unknown>): Found {
  const [first, second] = [Number(params['j']), Number(params['i'])].sort((a, b) => a - b) as [number, number];
  const label = (index: number): string => `\`${formatPath([...path, index])}\``;
  return {
    code: 'repeated-entry',
    path: [...path, second],
    on: 'value',
    message: `${label(second)} is the same as ${label(first)}`,
    hint: 'Remove one of the two',
  };
}

/** What the schema has editors say of a text that does not match. */
function patternHint({ parentSchema, params }: ErrorObject, data: unknown): string {
  const form = String(parentSchema?.['patternErrorMessage']);
  const id = params['pattern'] === ID_PATTERN.source ? slugOf(String(data), MAX_ID) : '';
  return id === '' ? form : `${form}: \`${id}\``;
}

function wrongForm(path: Path, data: unknown, hint: string, checked: Checked): Found {
  const label = `\`${formatPath(path)}\``;
  if (isObject(data) && Object.keys(data).length === 0) {
    return empty(path, 'is empty', checked);
  }
  const value = isObject(data) ? listed(Object.keys(data)) : shown(data);
  return { code: 'wrong-form', path, on: 'value', message: `${label} cannot be ${value}`, hint };
}

function are(number: number): string {
  return number === 1 ? 'is' : 'are';
}

function count(number: number, word: string): string {
  const many = word === 'entry' ? 'entries' : `${word}s`;
  return `${number.toLocaleString('en')} ${number === 1 ? word : many}`;
}
