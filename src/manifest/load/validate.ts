import type { FileNode } from '../../core/content.ts';
import { elementsOf, isObject, type Json, type JsonObject, mapObject } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { type Problem, placed, problemAt } from '../../core/problem.ts';
import type { BrandSend } from '../../core/test-send.ts';
import { listed, type Manifest, shown } from '../manifest.ts';
import type { ManifestEnvironment } from '../options.ts';
import { schemaMistakes } from '../schema/mistakes.ts';
import { named, wronglySilenced } from './lint.ts';
import type { RawManifest } from './read-file.ts';
import { numbersForNames } from './read-file.ts';
import { DECOMPOSED, decomposedTexts, FIELD_WITHIN, swallowedFields, withLineFeeds } from './texts.ts';

/** A document after all checks that need no other document. */
export interface Validated {
  manifest: Manifest;
  /** True if the document has no mistake. */
  valid: boolean;
  problems: readonly Problem[];
  /** True for a test send that cannot contain a part of another manifest. Its mistakes then concern no resource. */
  isSendAlone: boolean;
  /** Set for a test send of other environments: their names. Its mistakes are reported there. */
  elsewhere?: readonly string[];
  /** The images of a test send by their paths, after they were read. */
  images?: ReadonlyMap<string, FileNode>;
  /** The settings of the brand messages of a test send, after their images were read: its own, and those of its fallbacks. */
  brands?: { own?: BrandSend; fallbacks: (BrandSend | undefined)[] };
}

/** Fills in the placeholders of a document, and checks it with the schema of its kind. */
export function validateManifest(raw: RawManifest, environment: ManifestEnvironment): Validated {
  const { file, kind, located } = raw;
  const filled = filledIn(raw.value, environment);
  const numbers = kind === 'TestSend' ? numbersForNames(filled.value) : [];
  const known = new Set([...filled.mistakes, ...numbers].map(({ path }) => path));
  const all = schemaMistakes({ kind, value: filled.value, located });
  const bySchema = all.filter(({ path }) => !known.has(path));
  const { elsewhere, unknown } = limitsOf(raw, environment);
  const mistakes = [...filled.mistakes, ...numbers, ...bySchema, ...ownRules(filled.value, kind), ...unknown];
  // An unknown field may be one of another manifest, if the `---` between the two is missing.
  const isSendAlone = kind === 'TestSend' && !filled.holdsManifest && !all.some(({ code }) => code === 'unknown-field');
  const reported = elsewhere && isSendAlone ? unknown : [...mistakes, ...filled.warnings];
  return {
    manifest: { file, kind, value: filled.value, located },
    valid: mistakes.length === 0 && !elsewhere,
    problems: reported.map((mistake) => placed(located, named(mistake, kind, filled.value))),
    isSendAlone,
    ...(elsewhere ? { elsewhere } : {}),
  };
}

/** Returns the environments of a test send if this one is not among them, and reports names that notiform.yaml does not have. */
function limitsOf(
  { kind, value: { environments } }: RawManifest,
  { name, environments: known }: ManifestEnvironment,
): { elsewhere?: string[]; unknown: Problem[] } {
  if (kind !== 'TestSend' || !Array.isArray(environments) || !environments.every((one) => typeof one === 'string'))
    return { unknown: [] };
  const unknown = environments.flatMap((one, index) =>
    !known || known.includes(one) || one.includes('${')
      ? []
      : problemAt(['environments', index], {
          code: 'config-no-environment',
          message: `notiform.yaml has no environment ${shown(one)}`,
          hint: `It has ${listed(known)}`,
        }),
  );
  return { unknown, ...(environments.includes(name) ? {} : { elsewhere: environments }) };
}

/** Fills in the placeholders of a document, replaces its CR LF, and reports other fields and manifests in its values. */
function filledIn(
  before: JsonObject,
  environment: ManifestEnvironment,
): { value: JsonObject; mistakes: Problem[]; warnings: Problem[]; holdsManifest: boolean } {
  // One look at the whole document, because most documents have neither.
  const written = JSON.stringify(before);
  const filled = written.includes('${') ? fillPlaceholders(before, environment) : { value: before, mistakes: [] };
  const { value, warnings } =
    written.includes('\\r\\n') || filled.value !== before
      ? withLineFeeds(filled.value)
      : { value: filled.value, warnings: [] };
  const decomposed = DECOMPOSED.test(written) ? decomposedTexts(before) : [];
  const swallowed = FIELD_WITHIN.test(written) ? swallowedFields(before) : [];
  const manifests = swallowed.filter(({ severity }) => severity === 'error');
  return {
    value,
    mistakes: [...filled.mistakes, ...manifests],
    warnings: [...warnings, ...decomposed, ...swallowed.filter(({ severity }) => severity !== 'error')],
    holdsManifest: manifests.length > 0,
  };
}

/** Checks rules that compare two places of one document. */
function ownRules(value: JsonObject, kind: string): Problem[] {
  return [...wronglySilenced(value, kind), ...renamedToItself(value), ...repeatedSamples(value)];
}

function renamedToItself({ id, renamedFrom }: JsonObject): Problem[] {
  if (renamedFrom === undefined || renamedFrom !== id) return [];
  return [
    problemAt(['renamedFrom'], {
      code: 'wrong-form',
      message: '`renamedFrom` is the present id',
      hint: 'Write the former id, or remove the field',
    }),
  ];
}

function repeatedSamples({ samples }: JsonObject): Problem[] {
  const seen = new Set<string>();
  return elementsOf(samples).flatMap((sample, index): Problem[] => {
    const name = isObject(sample) ? sample['name'] : undefined;
    if (typeof name !== 'string') return [];
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [
      problemAt(['samples', index, 'name'], {
        code: 'duplicate-sample',
        message: `The sample \`${name}\` exists already`,
        hint: 'Rename one of them',
      }),
    ];
  });
}

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
function fillPlaceholders(
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
