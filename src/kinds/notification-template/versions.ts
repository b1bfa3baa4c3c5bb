import { parseDuration } from '../../core/duration.ts';
import { instantOf } from '../../core/instant.ts';
import { isObject, type JsonObject, mapMembers, member } from '../../core/json.ts';
import type { Versions } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import { length } from '../../core/variables.ts';
import type { Present } from '../operations.ts';
import { templateOf } from './fields.ts';
import { codeOf, factsOf, sameText } from './states.ts';

/** Longest code and name of a template (resource API 2.2, assumption 17). */
const CODE_MAX = 30;
const NAME_MAX = 200;

/** The longest code with room for `_v99`, and the longest name with room for ` (v99)`. */
const VERSIONED_CODE_MAX = CODE_MAX - '_v99'.length;
const VERSIONED_NAME_MAX = NAME_MAX - ' (v99)'.length;

/** How long an older version stays in use if `retire: stop` has no `after` (docs/versions.md). */
const STOP_AFTER = '14d';

/**
 * The versions of a template: `order_paid`, `order_paid_v2`, `order_paid_v3`, named `…`, `… (v2)`, `… (v3)`, since a name
 * may be unique as well (assumption 176).
 */
export const templateVersions: Versions = {
  goals: { used: 'approved', retired: 'stopped' },
  asked: ({ options: { versions } }) => {
    if (!isObject(versions)) return undefined;
    const { keep, retire, after = STOP_AFTER } = versions;
    return { keep: Number(keep), stopAfterMs: retire === 'stop' ? parseDuration(String(after)) : undefined };
  },
  split,
  versioned,
  plain: (live, want, version) => {
    const name = plainName(templateOf(live.content).name, version);
    return { ...live, name: codeOf(want), content: { ...live.content, code: codeOf(want), name } };
  },
  fits: ({ name = '', content }) => name.length <= CODE_MAX && length(templateOf(content).name) <= NAME_MAX,
  usageOf,
  sameText,
  mayBe: (at, want) =>
    sameText(
      { ...at, content: withoutUnknown(at.content, at) },
      { ...want, content: withoutUnknown(want.content, at) },
    ),
  // The last modification, in Korean time as all times of the service (assumption 205). The approval is not earlier.
  approvedAt: ({ modifiedAt = '' }) => instantOf(modifiedAt),
};

function split(code: string): { first: string; version: number } | undefined {
  const [, first, number] = /^(.+)_v([1-9]\d{0,3})$/.exec(code) ?? [];
  const version = Number(number);
  return first === undefined || version === 1 ? undefined : { first, version };
}

/** A live version whose name is the manifest's keeps it, with a suffix or without. */
function versioned(want: Resource, version: number, at: ResourceState): Resource {
  if (version === 1) return want;
  const code = codeOf(want) + codeSuffixOf(version);
  const plain = templateOf(want.content).name;
  const live = at ? templateOf(at.content).name : '';
  const title = [live, plainName(live, version)].includes(plain) ? live : plain + suffixOf(version);
  return { ...want, name: code, content: { ...want.content, code, name: title } };
}

/** A version's name without its suffix, also without one that a person wrote like that of a code. */
function plainName(name: string, version: number): string {
  return version === 1 ? name : name.replace(new RegExp(`\\s*(?:\\(v${version}\\)|[ _]v${version})$`), '');
}

/** True if a code and a name have room for the suffixes of versions. */
export function hasRoom(code: string, name: string): boolean {
  return code.length <= VERSIONED_CODE_MAX && length(name) <= VERSIONED_NAME_MAX;
}

function codeSuffixOf(version: number): string {
  return version === 1 ? '' : `_v${version}`;
}

function suffixOf(version: number): string {
  return version === 1 ? '' : ` (v${version})`;
}

function usageOf(at: Present): 'usable' | 'idle' | 'under-way' {
  if (factsOf(at).inspectionStatus !== 'APR') return 'under-way';
  return ['RDY', 'ACT'].includes(at.status.state) ? 'usable' : 'idle';
}

/** A content without the images whose live address belongs to no known file. */
function withoutUnknown(content: JsonObject, { content: shown }: Present): JsonObject {
  return mapMembers(content, (part, key) => {
    const isUnknown = member(member(member(shown, key), 'image'), 'url') !== undefined;
    return isUnknown && isObject(part) ? mapMembers(part, (one, name) => (name === 'image' ? undefined : one)) : part;
  });
}
