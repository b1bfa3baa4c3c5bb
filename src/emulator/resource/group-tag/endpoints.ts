import type { JsonObject } from '../../../core/json.ts';
import { type Answer, accept, type Refused, refuse, result } from '../../answers.ts';
import type { Machine } from '../../machine.ts';
import type { Read, Shape } from '../../shape.ts';
import { type Endpoint, forbidsProfile, ofOne, ofProfile } from '../access.ts';
import type { Profile } from '../profile/profile.ts';
import { newTag, TAG_NAME_MAX, tagsOf } from './registry.ts';
import type { GroupTag } from './tag.ts';

/** Letters of any script, digits, the space and these specials, no others (resource API 2.3; assumption 112). */
const NAME = /^[\p{L}0-9 !@%&*\-_?~/.,]*$/u;

const nameRule = { is: 'text', required: true, max: TAG_NAME_MAX, pattern: NAME } as const satisfies Shape[string];

/** The endpoints of resource API 4.5, by their path behind `/v4/msgr/groupTag`. */
export const tagEndpoints: Record<string, Endpoint> = {
  '': ofTag({}, (_machine, tag) => accept({ data: tagOf(tag) })),

  '/list': ofProfile({}, (machine, profile) => accept({ data: tagsOf(machine, profile).map(tagOf) })),

  '/create': ofProfile(
    { groupTagName: nameRule },
    (machine, profile, { groupTagName }) =>
      forbidsProfile(profile) ?? keep(machine, newTag(machine, profile, groupTagName)),
  ),

  '/update': ofTag(
    { newGroupTagName: nameRule },
    (machine, tag, profile, { newGroupTagName: groupTagName }) =>
      forbidsProfile(profile) ?? keep(machine, Object.assign(tag, { groupTagName })),
  ),

  '/delete': ofTag({}, (machine, tag, profile) => {
    const refused = forbidsProfile(profile);
    if (refused) return refused;
    machine.store.groupTags.remove(tag.groupTagKey);
    return accept();
  }),
};

function keep({ store }: Machine, tag: GroupTag): JsonObject {
  store.groupTags.put(tag);
  return accept({ data: tagOf(tag) });
}

function tagOf({ groupTagKey, groupTagName }: GroupTag): JsonObject {
  return { groupTagKey, groupTagName };
}

/** An endpoint of one tag of the profile or group that the request names. */
function ofTag<const S extends Shape>(
  shape: S,
  handle: (machine: Machine, tag: GroupTag, profile: Profile, fields: Read<S>) => Answer,
): Endpoint {
  const find = ({ store }: Machine, { key }: Profile, groupTagKey: string): GroupTag | Refused => {
    const tag = store.groupTags.get(groupTagKey);
    return tag?.senderKey === key ? tag : refuse(result.notFound, 'no such groupTagKey');
  };
  return ofOne(
    { groupTagKey: { is: 'text', required: true } },
    (machine, profile, named) => find(machine, profile, named.groupTagKey),
    shape,
    handle,
  );
}
