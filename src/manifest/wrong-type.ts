import type { ErrorObject } from 'ajv';
import { formatPath, type Path } from '../core/declaration.ts';
import type { LocatedDocument } from '../core/located.ts';
import type { Found } from './schema-found.ts';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: '`true` or `false`',
  object: 'a mapping',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
};

/** A value of another type than the schema wants; a number where a text belongs is most often a code without quotes. */
export function wrongType(error: ErrorObject, path: Path, located: LocatedDocument): Found {
  const label = `\`${formatPath(path)}\``;
  const wanted = [error.params['type']].flat().map(String);
  const words = wanted.map((type) => TYPES[type] ?? type).join(' or ');
  if (error.data === null) {
    return {
      code: 'wrong-type',
      path,
      on: 'key',
      message: `${label} has no value and has to be ${words}`,
      hint: 'Write a value, or remove the field',
    };
  }
  const collection = typeof error.data === 'object';
  return {
    code: 'wrong-type',
    path,
    on: collection ? 'key' : 'value',
    message: `${label} is ${typeName(error.data)} and has to be ${words}`,
    hint: hintFor(error.data, wanted, located.raw(path), String(path.at(-1))),
  };
}

function typeName(data: unknown): string {
  if (Array.isArray(data)) return TYPES['array'] as string;
  return typeof data === 'boolean' ? `\`${data}\`` : (TYPES[typeof data] ?? typeof data);
}

function hintFor(data: unknown, wanted: readonly string[], raw: string | undefined, name: string): string {
  if (wanted.includes('string') && raw !== undefined) return `Put it in quotes: \`"${raw}"\``;
  if (wanted.includes('boolean')) return `Write \`${name}: true\` or \`${name}: false\`, without quotes`;
  if (wanted.includes('array')) return 'Write each entry on a line of its own that begins with `- `';
  if (wanted.includes('object')) return `Write its members indented under \`${name}:\``;
  if (typeof data === 'string') return 'Write it without quotes';
  return 'Write one value';
}
