import type { Declaration, FileRules } from '../core/declaration.ts';
import type { Kind } from '../core/kind.ts';
import type { Problem } from '../core/problem.ts';
import type { ProfileRef } from '../core/resource.ts';
import type { States, Waits } from '../core/states.ts';
import type { Client } from '../wire/client.ts';
import { brandFields } from './brand-template/fields.ts';
import { brandDeclaration, brandTemplate } from './brand-template/kind.ts';
import { brandStates } from './brand-template/states.ts';
import type { Fields } from './fields.ts';
import { tagFields } from './group-tag/fields.ts';
import { groupTag, tagDeclaration } from './group-tag/kind.ts';
import { imageFields } from './image/fields.ts';
import { image, imageDeclaration } from './image/kind.ts';
import { templateFields } from './notification-template/fields.ts';
import { attachmentRules, notificationTemplate, templateDeclaration } from './notification-template/kind.ts';
import { templateStates, templateWaits } from './notification-template/states.ts';
import { pluginFields } from './plugin-callback/fields.ts';
import { pluginCallback, pluginDeclaration } from './plugin-callback/kind.ts';
import { profileFields } from './sender-profile/fields.ts';
import { profileDeclaration, senderProfile } from './sender-profile/kind.ts';
import { missingProfiles } from './sender-profile/missing.ts';
import { profileStates, profileWaits } from './sender-profile/states.ts';
import { videoFields } from './video/fields.ts';
import { video, videoDeclaration } from './video/kind.ts';
import { videoStates, videoWaits } from './video/states.ts';

/** Everything about a kind. */
interface Registered {
  kind: Kind<Client>;
  declaration: Declaration;
  fields: Fields;
  states?: States;
  waits?: Waits;
}

/** Every kind; a kind that others refer to comes before them. */
const registry: readonly Registered[] = [
  { kind: image, declaration: imageDeclaration, fields: imageFields },
  { kind: video, declaration: videoDeclaration, fields: videoFields, states: videoStates, waits: videoWaits },
  {
    kind: senderProfile,
    declaration: profileDeclaration,
    fields: profileFields,
    states: profileStates,
    waits: profileWaits,
  },
  { kind: groupTag, declaration: tagDeclaration, fields: tagFields },
  { kind: pluginCallback, declaration: pluginDeclaration, fields: pluginFields },
  {
    kind: notificationTemplate,
    declaration: templateDeclaration,
    fields: templateFields,
    states: templateStates,
    waits: templateWaits,
  },
  { kind: brandTemplate, declaration: brandDeclaration, fields: brandFields, states: brandStates },
];

/** Every kind that the engine works on. */
export const kinds: readonly Kind<Client>[] = registry.map(({ kind }) => kind);

/** The manifest's side of every kind, by its name. */
export const declarations: ReadonlyMap<string, Declaration> = new Map(
  registry.map(({ declaration }) => [declaration.kind, declaration]),
);

/** The fields of every kind, by its name. */
export const fieldsOf: Readonly<Record<string, Fields>> = Object.fromEntries(
  registry.map(({ kind, fields }) => [kind.name, fields]),
);

/** The states of every kind, and the two of resources that have no state of their own. */
export const states: States = {
  present: { word: 'there', tone: 'green' },
  absent: { word: 'not there', tone: 'dim' },
  ...Object.assign({}, ...registry.map((one) => one.states)),
};

export const waits: Waits = Object.assign({}, ...registry.map((one) => one.waits));

/** The kind that a `{ref: id}` under a name refers to. */
export const referred: Readonly<Record<string, string>> = Object.fromEntries(
  [...declarations.values()].flatMap(({ kind, referredAs = [] }) => referredAs.map((name) => [name, kind])),
);

const uses: Readonly<Record<string, FileRules>> = Object.assign(
  {},
  ...registry.map(({ declaration }) => declaration.uses),
);

/** What the service requires of a file for a use. Every use that a declaration names has rules. */
export function fileRulesOf(use: string): FileRules {
  return uses[use] ?? attachmentRules;
}

/** What the engine asks of the service beside what kinds do. */
export function remoteOf(client: Client) {
  return {
    missingProfiles: (profiles: readonly ProfileRef[], signal: AbortSignal): Promise<ReadonlyMap<string, Problem>> =>
      missingProfiles(client, profiles, signal),
    now: () => client.now(),
    fetchImage: (url: string, signal: AbortSignal) => client.download(url, signal),
  };
}
