import { sameContent } from '../../core/content.ts';
import type { Declaration } from '../../core/declaration.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import { parseLocated } from '../../core/located.ts';
import type { Problem } from '../../core/problem.ts';
import type { Live, Resource } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { aliasMistakes } from '../load/profiles.ts';
import { validateManifest } from '../load/validate.ts';
import type { ManifestEnvironment } from '../options.ts';

/**
 * The first error that `validate` would report for a manifest's text, as a sentence without a full stop; undefined if it is valid.
 * @param value of the document, its files as nodes
 */
export function reasonInvalid(
  file: string,
  text: string,
  value: JsonObject,
  declaration: Declaration,
  environment: ManifestEnvironment,
): string | undefined {
  const { documents, problems } = parseLocated(file, text);
  const [located] = documents;
  if (!located || !isObject(located.value)) return firstError(problems) ?? 'it cannot be written as YAML';
  const { kind } = declaration;
  const { manifest, problems: mistakes } = validateManifest({ file, kind, value: located.value, located }, environment);
  const { type } = environment.profiles.get(String(value['profile'])) ?? {};
  const surroundings = type ? { profileType: type } : {};
  return firstError([
    ...mistakes,
    ...aliasMistakes(value, environment, declaration),
    ...declaration.check(manifest.value, surroundings),
    ...(declaration.checkFiles?.(value) ?? []),
  ]);
}

function firstError(problems: readonly (Pick<Problem, 'message'> & { severity?: Problem['severity'] })[]) {
  const found = problems.find(({ severity = 'error' }) => severity === 'error');
  return found && `no manifest can express it: ${found.message}`;
}

/**
 * Returns why a plan would not be empty, as a sentence without a full stop (assumption 183).
 * @param named a state other than the wanted one is no reason
 */
export function reasonPlanChanges(
  kind: Kind<Client>,
  { live, want, binding, named }: { live: Live; want: Resource; binding: JsonObject | undefined; named: boolean },
): string | undefined {
  const at = kind.managed?.(live, want, binding) ?? live;
  if (!sameContent(at.content, want.content)) return 'no manifest can declare exactly the live content';
  if (named || kind.meets(at, want).meets !== 'no') return undefined;
  return `it is ${live.status.state}, and a plan would change that; name it to import it anyway`;
}
