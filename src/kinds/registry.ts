import type { Declaration, FileRules } from '../core/declaration.ts';
import type { Kind } from '../core/kind.ts';
import type { Phrase } from '../core/language.ts';
import type { Problem } from '../core/problem.ts';
import type { ProfileRef } from '../core/resource.ts';
import type { Phrases } from '../core/sentence.ts';
import type { States, Waits } from '../core/states.ts';
import type { Client } from '../wire/client.ts';
import { brandDefinition } from './brand-template/kind.ts';
import type { Pictured } from './bubble.ts';
import type { Definition } from './definition.ts';
import type { Fields } from './fields.ts';
import { tagDefinition } from './group-tag/kind.ts';
import { imageDefinition } from './image/kind.ts';
import { attachmentRules, templateDefinition } from './notification-template/kind.ts';
import { OPERATION_SENTENCES } from './operations.ts';
import { pluginDefinition } from './plugin-callback/kind.ts';
import { missingProfiles, profileDefinition } from './sender-profile/kind.ts';
import { videoDefinition } from './video/kind.ts';

export { checkRatios as fileMistakesOfSend } from './brand-template/rules/errors.ts';
export { contentOfSend, imagesOfSend, mistakesOfSend, withSource } from './brand-template/sent.ts';

/** Every kind. A kind comes before the kinds that refer to it. */
const registry: readonly Definition[] = [
  imageDefinition,
  videoDefinition,
  profileDefinition,
  tagDefinition,
  pluginDefinition,
  templateDefinition,
  brandDefinition,
];

/** Every kind that the engine works on. */
export const kinds: readonly Kind<Client>[] = registry.map(({ kind }) => kind);

/** The manifest's side of every kind, by its name. */
export const declarations: ReadonlyMap<string, Declaration> = new Map(
  registry.map(({ declaration }) => [declaration.kind, declaration]),
);

/** Draws the resources of the kinds that a phone shows, by the name of the kind. */
export const pictures: ReadonlyMap<string, Pictured> = new Map(
  registry.flatMap(({ kind, picture }) => (picture ? [[kind.name, picture] as const] : [])),
);

export const fieldsOf: Readonly<Record<string, Fields>> = Object.fromEntries(
  registry.map(({ kind, fields }) => [kind.name, fields]),
);

/** The states of every kind, and the two of resources that have no state of their own. */
export const states: States = {
  present: { word: { en: 'there', ko: '등록됨' }, tone: 'green' },
  absent: { word: { en: 'not there', ko: '없음' }, tone: 'dim' },
  ...Object.assign({}, ...registry.map((one) => one.states)),
};

export const nouns: Readonly<Record<string, Phrase>> = Object.fromEntries(
  registry.map(({ kind, noun }) => [kind.name, noun]),
);

export const operationTitles: Readonly<Record<string, Phrase>> = Object.fromEntries(
  registry.flatMap(({ kind }) => kind.operations.map(({ name, title, korean }) => [name, { en: title, ko: korean }])),
);

/** Every sentence of every kind, by its code. */
export const sentences: Phrases = Object.assign({}, OPERATION_SENTENCES, ...registry.map((one) => one.sentences));

export const waits: Waits = Object.assign({}, ...registry.map((one) => one.waits));

/** The kind that a `{ref: id}` under a name refers to. */
export const referred: Readonly<Record<string, string>> = Object.fromEntries(
  [...declarations.values()].flatMap(({ kind, referredAs = [] }) => referredAs.map((name) => [name, kind])),
);

const uses: Readonly<Record<string, FileRules>> = Object.assign(
  {},
  ...registry.map(({ declaration }) => declaration.uses),
);

/** Returns the service's rules for a file, by its use. Every use that a declaration names has rules. */
export function fileRulesOf(use: string): FileRules {
  return uses[use] ?? attachmentRules;
}

/** The engine's own questions to the service. */
export function remoteOf(client: Client) {
  return {
    missingProfiles: (profiles: readonly ProfileRef[], signal: AbortSignal): Promise<ReadonlyMap<string, Problem>> =>
      missingProfiles(client, profiles, signal),
    now: () => client.now(),
    leastNow: () => client.leastNow(),
    fetchImage: (url: string, signal: AbortSignal) => client.download(url, signal),
  };
}
