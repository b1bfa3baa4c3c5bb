import type { JsonObject } from '../../core/json.ts';
import { accept, isRefused, type Refused, refuse, result } from '../answers.ts';
import type { Machine } from '../machine.ts';
import type { GroupTag } from '../store/group-tag.ts';
import type { Profile } from '../store/profile.ts';
import { forbidsProfile, type Handler, withProfile } from './access.ts';
import { Reading } from './guards/reading.ts';
import { newTag, TAG_NAME_MAX, tagsOf } from './tag-registry.ts';

/** Letters of any script, digits, the space and these specials, no others (resource API 2.3; assumption 112). */
const NAME = /^[\p{L}0-9 !@%&*\-_?~/.,]*$/u;

/** The endpoints of resource API 4.5, by their path behind `/v4/msgr/groupTag`. */
export const tagEndpoints: Record<string, Handler> = {
  '': withTag((_machine, _body, tag) => accept({ data: tagOf(tag) })),

  '/list': withProfile((machine, _body, profile) => accept({ data: tagsOf(machine, profile).map(tagOf) })),

  '/create': withProfile((machine, body, profile) => {
    const name = forbidsProfile(profile) ?? readName(body, 'groupTagName');
    if (isRefused(name)) return name;
    const tag = newTag(machine, profile, name);
    machine.store.groupTags.put(tag);
    return accept({ data: tagOf(tag) });
  }),

  '/update': withTag((machine, body, tag, profile) => {
    const name = forbidsProfile(profile) ?? readName(body, 'newGroupTagName');
    if (isRefused(name)) return name;
    tag.groupTagName = name;
    machine.store.groupTags.put(tag);
    return accept({ data: tagOf(tag) });
  }),

  '/delete': withTag((machine, _body, tag, profile) => {
    const refused = forbidsProfile(profile);
    if (refused) return refused;
    machine.store.groupTags.remove(tag.groupTagKey);
    return accept();
  }),
};

function tagOf({ groupTagKey, groupTagName }: GroupTag): JsonObject {
  return { groupTagKey, groupTagName };
}

function readName(body: JsonObject, member: string): string | Refused {
  const reading = new Reading(body);
  const name = reading.requiredText(member, { max: TAG_NAME_MAX, pattern: NAME });
  return reading.failure ?? name;
}

/** A handler that is given the request's tag: one of the profile or group that it names. */
function withTag(
  handle: (machine: Machine, body: JsonObject, tag: GroupTag, profile: Profile) => JsonObject | Refused,
): Handler {
  return withProfile((machine, body, profile) => {
    const reading = new Reading(body);
    const tag = machine.store.groupTags.get(reading.requiredText('groupTagKey'));
    if (reading.failure) return reading.failure;
    if (tag?.senderKey !== profile.key) return refuse(result.notFound, 'no such groupTagKey');
    return handle(machine, body, tag, profile);
  });
}
