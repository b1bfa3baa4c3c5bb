import { isObject, own } from '../../core/json.ts';
import { type Path, valueAt } from '../../core/path.ts';
import type { Checked } from './found.ts';
import { validators } from './schema.ts';

/** The hint for an empty field: it offers removal only if the field is not required. */
export function emptyHint(path: Path, checked: Checked): string {
  return mayBeLeftOut(path, checked) ? 'Write a value, or remove the field' : 'Write a value';
}

/** True if the document is valid without this field. The schema itself is asked, because it has conditions. */
export function mayBeLeftOut(path: Path, { kind, value }: Checked): boolean {
  const parent = path.slice(0, -1);
  const name = path.at(-1);
  const without = structuredClone(value);
  const owner = valueAt(without, parent);
  if (!isObject(owner) || name === undefined) return true;
  delete owner[name];
  const validate = own(validators, kind);
  if (!validate || validate(without)) return true;
  const place = parent.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return !(validate.errors ?? []).some(
    ({ instancePath, params }) => instancePath === place && params['missingProperty'] === name,
  );
}
