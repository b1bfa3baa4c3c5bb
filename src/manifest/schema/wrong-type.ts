import type { ErrorObject } from 'ajv';
import { elementsOf, isObject, type Json, own } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { starNumbers } from '../../text/mask.ts';
import { inlineText } from '../writer/scalar.ts';
import { type CodedFinding, EMPTY_HINT, type SchemaError } from './schema-error.ts';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: '`true` or `false`',
  object: 'a mapping',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
};

/** Reports a value of the wrong type. A number in place of a text is usually a code without quotes. */
export function wrongType(fault: SchemaError): CodedFinding {
  const { error, path, label, checked } = fault;
  const wanted = [error.params['type']].flat().map(String);
  const words = wanted.map((type) => own(TYPES, type) ?? type).join(' or ');
  if (error.data === null) {
    const message = `${label} has no value and must be ${words}`;
    return { code: 'wrong-type', on: 'key', message, hint: EMPTY_HINT };
  }
  const hint = exampleHint(error, path.at(-1)) ?? hintFor(error.data, wanted, checked.located.raw(path), path.at(-1));
  const message = `${label} is ${typeName(error.data)} and must be ${words}`;
  return { code: 'wrong-type', on: typeof error.data === 'object' ? 'key' : 'value', message, hint };
}

/** Returns the hint for a value in place of a mapping or a list that the schema has an example of. */
function exampleHint({ parentSchema, params }: ErrorObject, name: Path[number] | undefined): string | undefined {
  // One value of a field that takes one or several types is the most common one.
  if (typeof params['type'] !== 'string') return undefined;
  const example = exampleOf(parentSchema);
  const [entry] = elementsOf(example);
  if (entry !== undefined) return `Write each entry on a line of its own, as in \`- ${flow(entry)}\``;
  return isObject(example) && typeof name === 'string' ? `Write \`${name}: ${flow(example)}\`` : undefined;
}

/** Returns the example that a schema has of a mapping or a list. */
export function exampleOf(schema: Readonly<Record<string, unknown>> | undefined): Json | undefined {
  const [example] = elementsOf(schema?.['examples'] as Json | undefined);
  return typeof example === 'object' ? example : undefined;
}

/** Writes a value as YAML on one line. */
export function flow(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (!isObject(value)) return typeof value === 'string' ? inlineText(value, true) : String(value);
  const members = Object.entries(value).map(([name, one]) => `${name}: ${flow(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function typeName(data: unknown): string {
  if (Array.isArray(data)) return TYPES['array'] as string;
  return typeof data === 'boolean' ? `\`${data}\`` : (TYPES[typeof data] ?? typeof data);
}

function hintFor(
  data: unknown,
  wanted: readonly string[],
  raw: string | undefined,
  name: Path[number] | undefined,
): string {
  if (wanted.includes('string') && raw !== undefined)
    return starNumbers(raw) !== raw ? 'Put it in quotes' : `Put it in quotes: \`"${raw}"\``;
  if (wanted.includes('boolean')) return `Write \`${name}: true\` or \`${name}: false\`, without quotes`;
  if (wanted.includes('array')) return 'Write each entry on a line of its own that begins with `- `';
  if (wanted.includes('object'))
    return `Indent its members ${typeof name === 'number' ? 'after its `- `' : `under \`${name}:\``}`;
  return typeof data === 'string' ? 'Write a number in digits, without quotes' : 'Write one value';
}
