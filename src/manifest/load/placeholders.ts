import { type Json, type JsonObject, mapObject } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { type Problem, problemAt } from '../../core/problem.ts';
import type { ManifestEnvironment } from '../options.ts';

/** Fields that are the same in every environment. */
const FIXED: ReadonlySet<string> = new Set(['kind', 'id', 'profile', 'profiles', 'renamedFrom', 'environments']);

/** The most mistakes to report for one document, because the place of each must be searched. */
const MOST_MISTAKES = 200;

/** `$${` is a literal `${`. Anything else that begins with `${` must be a placeholder of notiform. */
const PLACEHOLDER = /\$\$\{|\$\{([^{}\n]*)\}|\$\{/g;

/**
 * Fills in every `${var:NAME}` of a document from the environment. The values are inserted into parsed texts, so a value with quotes
 * or line breaks is never read as YAML. A placeholder that cannot be filled in stays, and is a mistake.
 */
export function fillPlaceholders(
  value: JsonObject,
  environment: ManifestEnvironment,
): { value: JsonObject; mistakes: Problem[] } {
  const mistakes: Problem[] = [];
  const fill = (node: Json, path: Path): Json | undefined =>
    typeof node === 'string' ? fillText(node, path, environment, mistakes) : undefined;
  return { value: mapObject(value, fill), mistakes };
}

function fillText(text: string, path: Path, environment: ManifestEnvironment, mistakes: Problem[]): string {
  return text.replace(PLACEHOLDER, (whole, inner: string | undefined, offset: number) => {
    if (whole === '$${') return '${';
    const name = inner?.startsWith('var:') ? inner.slice('var:'.length) : undefined;
    const known = name === undefined ? undefined : environment.variables.get(name);
    if (known !== undefined && !FIXED.has(String(path[0]))) return known;
    if (mistakes.length >= MOST_MISTAKES) return whole;
    const nth = text.slice(0, offset).split(whole).length - 1;
    mistakes.push(problemAt(path, { text: whole, nth, ...explain(whole, inner, name, path, environment) }));
    return whole;
  });
}

function explain(
  whole: string,
  inner: string | undefined,
  name: string | undefined,
  path: Path,
  { name: environment }: ManifestEnvironment,
): Pick<Problem, 'code' | 'message' | 'hint'> {
  if (FIXED.has(String(path[0]))) {
    const message = `\`${String(path[0])}\` cannot contain \`\${…}\`: the field is the same in every environment`;
    return { code: 'placeholder-place', message, hint: 'Write the value itself' };
  }
  if (name !== undefined) {
    return {
      code: 'placeholder-unset',
      message: `The environment \`${environment}\` has no variable \`${name}\``,
      hint: `Correct the name, or add \`${name}\` to its \`variables\` in notiform.yaml`,
    };
  }
  if (inner?.startsWith('env:')) {
    return {
      code: 'placeholder-form',
      message: `\`${whole}\` is not allowed in a manifest`,
      hint: `Write \`\${var:NAME}\` here, and \`NAME: "${whole}"\` under \`variables\` in notiform.yaml`,
    };
  }
  return {
    code: 'placeholder-form',
    message: `\`${whole}\` is not a placeholder of notiform`,
    hint: '`#{name}` is a message variable, `${var:NAME}` a value of the environment, and `$${` a literal `${`',
  };
}
