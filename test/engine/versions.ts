import { isFileNode, sameContent } from '../../src/core/content.ts';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import type { Kind, Versions } from '../../src/core/kind.ts';
import type { Resource } from '../../src/core/resource.ts';
import type { Listed } from '../../src/engine/observe/observe.ts';
import { type FakeService, thing, thingKind } from './support.ts';

function plainly({ picture, ...content }: JsonObject, withPicture: boolean): JsonObject {
  return withPicture && picture !== undefined ? { ...content, picture } : content;
}

function stopAfter(stop: Json | undefined): number | undefined {
  return stop === true ? 0 : typeof stop === 'number' ? stop : undefined;
}

const versions: Versions = {
  goals: { used: 'approved', retired: 'stopped' },
  asked: ({ options: { versions: asked } }) =>
    isObject(asked) ? { keep: Number(asked['keep']), stopAfterMs: stopAfter(asked['stop']) } : undefined,
  split: (name) => {
    const [, first, version] = /^(.+)_v(\d+)$/.exec(name) ?? [];
    return first === undefined ? undefined : { first, version: Number(version) };
  },
  versioned: (want, version) => (version === 1 ? want : { ...want, name: `${want.name ?? want.id}_v${version}` }),
  plain: (live) => live,
  fits: ({ name = '' }) => name.length <= 10,
  usageOf: ({ status: { state } }) => (state === 'approved' ? 'usable' : state === 'halted' ? 'idle' : 'under-way'),
  sameText: (at, want) => sameContent(at.content, want.content),
  mayBe: (at, want) => {
    const isKnown = isFileNode(at.content['picture']);
    return sameContent(plainly(at.content, isKnown), plainly(want.content, isKnown));
  },
  approvedAt: () => 0,
};

/** Things with versions: `a`, `a_v2`, `a_v3`. */
export const versionedKind: Listed<FakeService> & Kind<FakeService> = {
  ...thingKind,
  discovery: thingKind.discovery as Listed<FakeService>['discovery'],
  keepName: (want, boundName) => (want.options['byDefault'] === true ? { ...want, name: boundName } : want),
  versions,
};

/** A thing whose manifest asks for versions. */
export function versioned(text: string, more: Partial<Resource> = {}): Resource {
  return thing('a', { text }, { options: { versions: { keep: 1 } }, ...more });
}
