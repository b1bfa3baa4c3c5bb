import { sameContent } from '../../core/content.ts';
import type { Declaration, Surroundings } from '../../core/declaration.ts';
import { equalJson, isObject, type JsonObject } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import type { Problem } from '../../core/problem.ts';
import type { Live, Resource } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { parseLocated } from '../../yaml/located.ts';
import { aliasMistakes } from '../load/profiles.ts';
import { validateManifest } from '../load/validate.ts';
import type { Manifest } from '../manifest.ts';
import type { ManifestEnvironment } from '../options.ts';

/** A manifest that was made for a live resource. */
interface ManifestText {
  file: string;
  text: string;
  /** The document that the text is made of. */
  declared: JsonObject;
  /** The same with its files as nodes, and without references. */
  value: JsonObject;
}

/**
 * Reads the text of a manifest back and checks it as `validate` does, without the warnings of lint rules. Returns the first error as a
 * sentence without a full stop, if there is one.
 */
export function readBack(
  { file, text, declared, value }: ManifestText,
  declaration: Declaration,
  surroundings: Surroundings,
  environment: ManifestEnvironment,
): Manifest | string {
  const { documents, problems } = parseLocated(file, text);
  const [located] = documents;
  if (!located || !isObject(located.value) || !equalJson(located.value, declared))
    return firstError(problems) ?? 'it cannot be written as YAML';
  const { kind } = declaration;
  const raw = { file, kind, value: located.value, located };
  const { manifest, problems: mistakes } = validateManifest(raw, environment);
  const found = [
    ...mistakes,
    ...aliasMistakes(value, environment, declaration),
    ...declaration.check(manifest.value, { ...surroundings, withoutLint: true }),
    ...(declaration.checkFiles?.(value) ?? []),
  ];
  return firstError(found) ?? manifest;
}

function firstError(problems: readonly Problem[]): string | undefined {
  const found = problems.find(({ severity }) => severity === 'error');
  return found && `no manifest can express it: ${withField(found)}`;
}

/** The message of a problem, with the field if the message does not name it. */
export function withField({ message, path }: Pick<Problem, 'message' | 'path'>): string {
  return path === undefined || path === '' || message.includes(path) ? message : `${message} (\`${path}\`)`;
}

/**
 * Returns why a plan would not be empty, as a sentence without a full stop (assumption 183).
 * @param named a state other than the wanted one is no reason
 */
export function reasonPlanChanges(
  kind: Kind<Client>,
  { live, want, binding, named }: { live: Live; want: Resource; binding: JsonObject | undefined; named: boolean },
): string | undefined {
  if (binding && !named) return 'its manifest was removed; name it, or match it with a pattern, to import it again';
  const at = kind.managed?.(live, want, binding) ?? live;
  if (!sameContent(at.content, want.content)) return 'no manifest can declare exactly the live content';
  if (named || kind.meets(at, want).meets !== 'no') return undefined;
  return `it is ${live.status.state}, and a plan would change that; name it to import it anyway`;
}
