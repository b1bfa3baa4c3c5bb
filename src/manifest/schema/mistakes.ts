import { ID_PATTERN } from '../../core/address.ts';
import { isObject, own } from '../../core/json.ts';
import { formatPath } from '../../core/path.ts';
import { type Problem, problemAt } from '../../core/problem.ts';
import { length } from '../../core/variables.ts';
import { valueNamed } from '../../kinds/labels.ts';
import { slugOf } from '../../text/slug.ts';
import { suggest } from '../../text/suggest.ts';
import { listed, shown } from '../manifest.ts';
import { branchesOf, branchName, tagOf, validators } from './schema.ts';
import {
  type Checked,
  type CodedFinding,
  EMPTY_HINT,
  type SchemaError,
  type SchemaProblem,
  schemaErrorOf,
} from './schema-error.ts';
import { missingField, unknownField } from './unknown-field.ts';
import { wrongType } from './wrong-type.ts';

/** Checks a document with the schema of its kind. Reports each mistake once. */
export function schemaMistakes(checked: Checked): Problem[] {
  const validate = own(validators, checked.kind);
  if (!validate || validate(checked.value)) return [];
  return withoutEchoes((validate.errors ?? []).map((error) => schemaErrorOf(error, checked)));
}

/**
 * Removes problems that repeat another one: of a general rule and a stricter one (30 characters, 21 beside an image) one is kept,
 * also of a misspelt field and the missing field it means, of an empty text and its wrong form, and of a wrong type and its
 * unknown value.
 */
function withoutEchoes(faults: readonly SchemaError[]): Problem[] {
  const found = faults.flatMap((fault) => foundBy(fault).map((one) => ({ ...one, rank: rankOf(fault) })));
  const meant = new Set(found.flatMap(({ stands }) => stands ?? []));
  const withCode = (wanted: string): Set<string | undefined> =>
    new Set(found.flatMap(({ problem: { code, path } }) => (code === wanted ? [path] : [])));
  const empties = withCode('empty-field');
  const typed = withCode('wrong-type');
  const kept = new Map<string, (typeof found)[number]>();
  for (const one of found) {
    const { code, path = '' } = one.problem;
    if ((code === 'wrong-form' && empties.has(path)) || (code === 'unknown-value' && typed.has(path))) continue;
    if (code === 'missing-field' && meant.has(path)) continue;
    const key = `${code} ${path}`;
    const before = kept.get(key);
    if (!before || one.rank < before.rank) kept.set(key, one);
  }
  return Array.from(kept.values(), ({ problem }) => problem);
}

/** Returns the rank of a rule among rules for one field: of two limits the lower one is reported, of two choices the wider one. */
function rankOf({ error: { keyword, data, params, parentSchema } }: SchemaError): number {
  if (keyword === 'maxLength' || keyword === 'maxItems') return params['limit'];
  if (keyword === 'minItems') return -params['limit'];
  if (data === null || params['tagValue'] === null) return 0;
  if (keyword === 'enum') return -params['allowedValues'].length;
  if (keyword === 'const') return -1;
  return keyword === 'discriminator' ? -branchesOf(parentSchema).length : 0;
}

function foundBy(fault: SchemaError): SchemaProblem[] {
  const { keyword, params } = fault.error;
  if (keyword === 'required') return [missingField(fault)];
  if (keyword === 'additionalProperties')
    return [unknownField([...fault.path, params['additionalProperty']], fault.checked)];
  const finding = own(FINDINGS, keyword)?.(fault);
  return finding ? [{ problem: problemAt(finding.at ?? fault.path, finding) }] : [];
}

/** The pattern of a text that is not blank: the service refuses blank texts (assumption 14). */
const NOT_BLANK = '\\S';

/** What each keyword of JSON Schema reports. `if` has none, because its error repeats that of its `then`. */
const FINDINGS: Readonly<Record<string, (fault: SchemaError) => CodedFinding | undefined>> = {
  type: wrongType,
  dependentRequired: ({ error: { params }, path }) => {
    const [missing, cause] = [String(params['missingProperty']), String(params['property'])];
    return {
      at: [...path, missing],
      code: 'missing-field',
      shows: [...path, cause],
      on: 'key',
      message: `\`${formatPath([...path, missing])}\` is missing: \`${cause}\` requires it`,
      hint: `Add \`${missing}\`, or remove \`${cause}\``,
    };
  },
  enum: (fault) => wrongWord(fault, fault.error.data, fault.error.params['allowedValues']),
  const: (fault) => wrongWord(fault, fault.error.data, [fault.error.params['allowedValue']]),
  discriminator: (fault) => {
    const { params, parentSchema } = fault.error;
    // A missing field is reported elsewhere.
    if (params['tagValue'] === undefined) return undefined;
    const tag = tagOf(parentSchema);
    const allowed = branchesOf(parentSchema).map((branch) => branchName(branch, tag));
    const path = [...fault.path, tag];
    return wrongWord({ ...fault, path, label: `\`${formatPath(path)}\``, why: '' }, params['tagValue'], allowed);
  },
  maxLength: ({ error: { data, params }, label, why }) => {
    const [has, limit] = [length(String(data)), params['limit']];
    return {
      code: 'too-long',
      message: `${label} has ${count(has, 'character')}; at most ${limit.toLocaleString('en')} ${are(limit)} allowed${why}`,
      hint: `Shorten it by ${count(has - limit, 'character')}`,
    };
  },
  minLength: (fault) => empty(fault, 'is empty'),
  maxItems: ({ error: { data, params }, path, label, why }) => {
    const [has, limit] = [sizeOf(data), params['limit']];
    return {
      code: 'too-many',
      shows: [...path, limit],
      on: 'key',
      message: `${label} has ${count(has, 'entry')}; at most ${limit} ${are(limit)} allowed${why}`,
      hint: `Remove ${has - limit}`,
    };
  },
  minItems: ({ error, label, words }) => {
    const [has, limit] = [sizeOf(error.data), error.params['limit']];
    return {
      code: 'too-few',
      on: 'key',
      message: `${label} has ${count(has, 'entry')}; ${[limit, are(limit), 'needed at least', words].join(' ').trim()}`,
      hint: `Add ${limit - has}`,
    };
  },
  uniqueItems: ({ error: { params }, path }) => {
    const indexes = [Number(params['j']), Number(params['i'])];
    const at = [...path, Math.max(...indexes)];
    return {
      at,
      code: 'repeated-entry',
      message: `\`${formatPath(at)}\` equals \`${formatPath([...path, Math.min(...indexes)])}\``,
      hint: 'Remove one of the two',
    };
  },
  minimum: (fault) => outOfRange(fault, 'least', 'more'),
  maximum: (fault) => outOfRange(fault, 'most', 'less'),
  pattern: (fault) =>
    fault.error.params['pattern'] === NOT_BLANK
      ? empty(fault, 'has only spaces')
      : wrongForm(fault, patternHint(fault)),
  minProperties: (fault) => wrongForm(fault, `It takes ${fault.words}`),
  maxProperties: (fault) => wrongForm(fault, `It takes ${fault.words}`),
  not: ({ label, words }) => ({
    code: 'not-together',
    on: 'key',
    message: `${label} is not allowed ${words}`,
    hint: words.startsWith('beside ') ? 'Remove one of the two' : 'Remove it',
  }),
};

function empty(fault: SchemaError, what: string): CodedFinding {
  return { code: 'empty-field', on: 'key', message: `${fault.label} ${what}`, hint: EMPTY_HINT };
}

function outOfRange({ error: { data, params }, label }: SchemaError, bound: string, other: string): CodedFinding {
  return {
    code: 'wrong-form',
    message: `${label} is ${data} and must be ${params['limit']} at ${bound}`,
    hint: `Write ${params['limit']} or ${other}`,
  };
}

function wrongWord({ path, label, why, error }: SchemaError, data: unknown, allowed: readonly unknown[]): CodedFinding {
  const field = formatPath(path);
  const words = allowed.map(String);
  const one =
    words.length === 1
      ? `The value is always \`${words[0]}\``
      : `The allowed values are ${listed(words, 'and', (word) => valueNamed(field, word))}`;
  if (data === null) return { at: path, code: 'unknown-value', on: 'key', message: `${label} has no value`, hint: one };
  const meant = typeof data === 'string' ? suggest(data, words) : undefined;
  return {
    at: path,
    code: 'unknown-value',
    message: `${label} cannot be ${shown(data)}${error.keyword === 'const' ? why : ''}`,
    hint: meant !== undefined && words.length > 1 ? `Did you mean \`${meant}\`? ${one}` : one,
  };
}

/** An id has at most so many characters. */
const MAX_ID = 100;

/** Returns the message that the schema has for editors, with the nearest id for an id. */
function patternHint({ error: { parentSchema, params, data } }: SchemaError): string {
  const form = String(parentSchema?.['patternErrorMessage']);
  const id = params['pattern'] === ID_PATTERN.source ? slugOf(String(data), MAX_ID) : '';
  return id === '' ? form : `${form}: \`${id}\``;
}

function wrongForm(fault: SchemaError, hint: string): CodedFinding {
  const { data } = fault.error;
  if (isObject(data) && Object.keys(data).length === 0) return empty(fault, 'is empty');
  const value = isObject(data) ? listed(Object.keys(data)) : shown(data);
  return { code: 'wrong-form', message: `${fault.label} cannot be ${value}`, hint };
}

function sizeOf(data: unknown): number {
  return Array.isArray(data) ? data.length : 0;
}

function are(number: number): string {
  return number === 1 ? 'is' : 'are';
}

function count(number: number, word: string): string {
  const many = word === 'entry' ? 'entries' : `${word}s`;
  return `${number.toLocaleString('en')} ${number === 1 ? word : many}`;
}
