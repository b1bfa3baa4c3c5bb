import type { Declaration } from '../core/declaration.ts';
import type { Kind } from '../core/kind.ts';
import type { Problem } from '../core/problem.ts';
import type { ProfileRef } from '../core/resource.ts';
import type { Client } from '../wire/client.ts';
import { brandDeclaration } from './brand-template/declaration.ts';
import { brandTemplate } from './brand-template/kind.ts';
import { tagDeclaration } from './group-tag/declaration.ts';
import { groupTag } from './group-tag/kind.ts';
import { imageDeclaration } from './image/declaration.ts';
import { image } from './image/kind.ts';
import { templateDeclaration } from './notification-template/declaration.ts';
import { notificationTemplate } from './notification-template/kind.ts';
import { pluginDeclaration } from './plugin-callback/declaration.ts';
import { pluginCallback } from './plugin-callback/kind.ts';
import { profileDeclaration } from './sender-profile/declaration.ts';
import { senderProfile } from './sender-profile/kind.ts';
import { missingProfiles } from './sender-profile/missing.ts';
import { videoDeclaration } from './video/declaration.ts';
import { video } from './video/kind.ts';

/** A kind's two sides. */
interface Registered {
  kind: Kind<Client>;
  declaration: Declaration;
}

/** Every kind; those that others refer to before those that refer. */
const registry: readonly Registered[] = [
  { kind: image, declaration: imageDeclaration },
  { kind: video, declaration: videoDeclaration },
  { kind: senderProfile, declaration: profileDeclaration },
  { kind: groupTag, declaration: tagDeclaration },
  { kind: pluginCallback, declaration: pluginDeclaration },
  { kind: notificationTemplate, declaration: templateDeclaration },
  { kind: brandTemplate, declaration: brandDeclaration },
];

/** Every kind that the engine works on. */
export const kinds: readonly Kind<Client>[] = registry.map(({ kind }) => kind);

/** The manifest's side of every kind, by its name. */
export const declarations: ReadonlyMap<string, Declaration> = new Map(
  registry.map(({ declaration }) => [declaration.kind, declaration]),
);

/** What a `{ref: id}` under a name refers to: the same name means the same in every kind. */
export const referred: Readonly<Record<string, string>> = {
  image: 'Image',
  plugin: 'PluginCallback',
  thumbnail: 'Image',
  video: 'Video',
};

/** What the engine asks of the service beside what kinds do. */
export function remoteOf(client: Client) {
  return {
    missingProfiles: (profiles: readonly ProfileRef[], signal: AbortSignal): Promise<ReadonlyMap<string, Problem>> =>
      missingProfiles(client, profiles, signal),
    now: () => client.now(),
    fetchImage: (url: string, signal: AbortSignal) => client.download(url, signal),
  };
}
