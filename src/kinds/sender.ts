import type { ProfileRef } from '../core/resource.ts';

/** The fields with which a call names its profile or group (resource API 2.1). */
export function sender(profile: ProfileRef): { senderKey: string; senderKeyType: 'S' | 'G' } {
  return { senderKey: profile.key, senderKeyType: profile.type };
}
