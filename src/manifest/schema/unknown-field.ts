import { isObject, type JsonObject } from '../../core/json.ts';
import { formatPath, type Path, valueAt } from '../../core/path.ts';
import { problemAt } from '../../core/problem.ts';
import { manifestName } from '../../kinds/words.ts';
import { suggest } from '../../text/suggest.ts';
import { listed } from '../manifest.ts';
import { branchesOf, branchName, branchOf, fieldSchema, propertyNames, propertyOf, tagOf } from './schema.ts';
import type { Checked, SchemaError, SchemaProblem } from './schema-error.ts';
import { exampleOf, flow } from './wrong-type.ts';

/** Makes the problem of an unknown field, with the field that was most likely meant. */
export function unknownField(path: Path, checked: Checked): SchemaProblem {
  const name = String(path.at(-1));
  const parent = path.slice(0, -1);
  const schema = fieldSchema(checked.kind, parent, checked.value);
  const branch = branchOf(schema, valueAt(checked.value, parent));
  const known = propertyNames(branch ?? schema);
  const target = manifestName(checked.kind, parent, name) ?? suggest(name, known);
  const hasEffect = (one: string): boolean => propertyOf(branch, one)?.['deprecated'] !== true;
  const meant = target !== undefined && known.includes(first(target)) ? target : undefined;
  const problem = problemAt(path, {
    code: 'unknown-field',
    on: 'key',
    message: `\`${name}\` is not a field of ${placeName(checked.kind, parent, branch)}`,
    hint:
      ownersHint(name, schema) ?? meantHint(meant, known.filter(hasEffect), manifestName(checked.kind, parent, name)),
  });
  return meant === undefined ? { problem } : { problem, stands: formatPath([...parent, first(meant)]) };
}

/** Makes the problem of a missing required field. If the field is there under the service's name, that name is the mistake. */
export function missingField({ error, path: parent, checked, cause, words }: SchemaError): SchemaProblem {
  const name = String(error.params['missingProperty']);
  const path = [...parent, name];
  const schema = fieldSchema(checked.kind, parent, checked.value);
  const branch = branchOf(schema, error.data);
  const alias = aliasIn(checked.kind, parent, error.data, name, propertyNames(branch ?? schema));
  if (alias !== undefined && branchesOf(schema).length > 0) return renamedField([...parent, alias], name, checked.kind);
  const label = `\`${formatPath(path)}\``;
  const problem = problemAt(path, {
    code: 'missing-field',
    shows: cause.length > 0 ? cause : parent,
    on: cause.length > 0 ? 'value' : 'key',
    message: words === '' ? `${label} is missing${owner(branch)}` : `${label} is required ${words}`,
    // If a branch only names the field, the common part of the union describes it.
    hint: addHint(name, propertyOf(branch, name) ?? propertyOf(schema, name)),
  });
  return { problem };
}

/** A key of the object that is the service's name for a field. */
function aliasIn(
  kind: string,
  parent: Path,
  data: unknown,
  name: string,
  known: readonly string[],
): string | undefined {
  if (!isObject(data)) return undefined;
  return Object.keys(data).find((key) => !known.includes(key) && manifestName(kind, parent, key) === name);
}

function renamedField(path: Path, name: string, kind: string): SchemaProblem {
  const parent = path.slice(0, -1);
  const problem = problemAt(path, {
    code: 'unknown-field',
    on: 'key',
    message: `\`${String(path.at(-1))}\` is not a field of ${placeName(kind, parent, undefined)}`,
    hint: `A manifest calls it \`${name}\``,
  });
  return { problem, stands: formatPath([...parent, name]) };
}

function placeName(kind: string, parent: Path, branch: JsonObject | undefined): string {
  const title = branch?.['title'];
  if (typeof title === 'string') return `${/^[AEIO]/.test(title) ? 'an' : 'a'} ${title}`;
  return parent.length === 0 ? kind : `\`${formatPath(parent)}\``;
}

function owner(branch: JsonObject | undefined): string {
  const title = branch?.['title'];
  return typeof title === 'string' ? `: ${/^[AEIO]/.test(title) ? 'an' : 'a'} ${title} requires it` : '';
}

function ownersHint(name: string, schema: JsonObject | undefined): string | undefined {
  // A member that is `deprecated` here has an effect in another place, and is suggested only there.
  const owners = branchesOf(schema).filter(
    (branch) => propertyNames(branch).includes(name) && propertyOf(branch, name)?.['deprecated'] !== true,
  );
  const tag = tagOf(schema);
  if (owners.length === 0) return undefined;
  return `\`${name}\` belongs to ${tag} ${listed(owners.map((branch) => branchName(branch, tag)))}`;
}

function meantHint(meant: string | undefined, known: readonly string[], inManifest?: string): string {
  if (meant !== undefined && inManifest === meant) return `A manifest calls it \`${meant}\``;
  if (meant !== undefined) return `Did you mean \`${meant}\`?`;
  return known.length === 1 ? `The allowed fields are ${listed(known)}` : `The fields are ${listed(known)}`;
}

/** A longer example says less than the description. */
const MOST_EXAMPLE = 60;

function addHint(name: string, schema: JsonObject | undefined): string {
  const description = schema?.['description'];
  const example = exampleOf(schema);
  const text = isObject(example) ? flow(example) : '';
  if (text !== '' && text.length <= MOST_EXAMPLE) return `Add \`${name}: ${text}\``;
  if (typeof description !== 'string') return `Add \`${name}\``;
  // Members of the schema that only describe it are left out.
  const words = description.replace(/(?: \(|, )assumption \d+\)?/, '').replace(/\.$/, '');
  return `Add \`${name}\`: ${words}`;
}

function first(target: string): string {
  return target.split('.')[0] ?? target;
}
