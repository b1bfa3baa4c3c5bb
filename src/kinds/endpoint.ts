import type * as z from 'zod';
import type { ProfileRef } from '../core/resource.ts';
import type { CallKind, Endpoint } from '../wire/endpoint.ts';

/** An endpoint of the resource API whose call is about one resource. */
export function endpoint<T>(name: string, path: string, kind: CallKind, answer: z.ZodType<T>): Endpoint<T> {
  const help = 'Check the resource with `notiform status`';
  return { api: 'resource', name, path, kind, answer, help };
}

/** The fields with which a call names its profile or group (resource API 2.1). */
export function sender(profile: ProfileRef): { senderKey: string; senderKeyType: 'S' | 'G' } {
  return { senderKey: profile.key, senderKeyType: profile.type };
}
