import type { Declaration } from '../core/declaration.ts';
import type { Kind } from '../core/kind.ts';
import type { Service } from '../service/service.ts';
import { imageDeclaration } from './image/declaration.ts';
import { image } from './image/kind.ts';
import { templateDeclaration } from './notification-template/declaration.ts';
import { notificationTemplate } from './notification-template/kind.ts';

/** Every kind that the engine works on. */
export const kinds: readonly Kind<Service>[] = [notificationTemplate, image];

/** The manifest's side of every kind, by its name. */
export const declarations: ReadonlyMap<string, Declaration> = new Map(
  [templateDeclaration, imageDeclaration].map((declaration) => [declaration.kind, declaration]),
);
