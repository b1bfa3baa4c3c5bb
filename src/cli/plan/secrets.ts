import { isObject, type Json } from '../../core/json.ts';
import type { Plan } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';

/**
 * Reports each address of a plan that contains a secret of the environment. No problem shows the secret.
 * @param text the plan as it would be written
 * @param hide takes secrets out of a text
 */
export function secretProblems(plan: Plan, text: string, hide: (text: string) => string): Problem[] {
  const found = new Map<string | undefined, string[]>();
  for (const { address, field } of finds(JSON.parse(text) as Json, hide)) {
    const fields = found.get(address) ?? [];
    found.set(address, fields.includes(field) ? fields : [...fields, field]);
  }
  if (found.size === 0 && hide(text) !== text) found.set(undefined, []);
  return Array.from(found, ([address, fields]) => secretProblem(plan, address, fields));
}

interface Find {
  address: string | undefined;
  field: string;
}

/** Returns every text and every member's name that contains a secret, by the nearest address around it. */
function finds(value: Json, hide: (text: string) => string, address?: string, path: readonly string[] = []): Find[] {
  const field = (at: readonly string[]): Find => ({ address, field: fieldOf(at) });
  if (typeof value === 'string') return hide(value) === value ? [] : [field(path)];
  if (Array.isArray(value)) return value.flatMap((one, index) => finds(one, hide, address, [...path, `[${index}]`]));
  if (!isObject(value)) return [];
  const own = typeof value['address'] === 'string' ? value['address'] : undefined;
  return Object.entries(value).flatMap(([name, member]) => {
    const at = own === undefined ? [...path, name] : [name];
    return [...(hide(name) === name ? [] : [field(at)]), ...finds(member, hide, own ?? address, at)];
  });
}

/** `buttons[0].name`: the path in the manifest, if the plan shows the manifest form. */
function fieldOf(path: readonly string[]): string {
  const [first = ''] = path;
  const own = ['before', 'after'].includes(first) && path.length > 1 ? path.slice(1) : path;
  return own.join('.').replaceAll('.[', '[');
}

function secretProblem(plan: Plan, address: string | undefined, fields: readonly string[]): Problem {
  const shown = fields.filter((field) => !field.startsWith('fields['));
  const where = (shown.length > 0 ? shown : fields).join(', ');
  const source = plan.changes.find((change) => change.address === address)?.source;
  return {
    code: 'plan-secret',
    severity: 'error',
    message: `The plan cannot be written: ${address ?? 'it'} contains a secret of the environment${where === '' ? '' : ` in ${where}`}`,
    hint: 'Remove the secret from the manifest. If the secret is an ordinary word, change the secret',
    ...(address === undefined ? {} : { address }),
    ...(source ? { place: { ...source, column: 1 } } : {}),
  };
}
