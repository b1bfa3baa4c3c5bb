import type { Redaction } from '../core/redaction.ts';
import type { ProfileWriteApi } from './api.ts';
import type { ResourceCall } from './resource-call.ts';
import { profileWriteEndpoints } from './resource-endpoints.ts';

/**
 * The writes of resource API 4.3. An admin's phone and token are shown nowhere, whatever the service echoes.
 * @param adminId how the wire calls the channel admin's id
 */
export function profileWriteApi(call: ResourceCall, adminId: string, redaction: Redaction): ProfileWriteApi {
  const at = profileWriteEndpoints;
  return {
    token: async (phoneNumber, channel, signal) => {
      redaction.mask(phoneNumber);
      await call.json(at.token, { phoneNumber, [adminId]: channel }, signal);
    },
    create: async ({ channel, ...registration }, signal) => {
      redaction.mask(registration.phoneNumber);
      redaction.hide(registration.token);
      return (await call.json(at.create, { ...registration, [adminId]: channel }, signal)).data.senderKey;
    },
    recover: async (profile, signal) => {
      await call.json(at.recover, { senderKey: profile.key }, signal);
    },
    unsubscribe: async (profile, numbers, signal) => {
      await call.json(at.unsubscribe, { senderKey: profile.key, ...numbers }, signal);
    },
    consent: async (profile, proof, signal) =>
      (await call.upload(at.consent, { senderKey: profile.key }, 'file', [proof], signal)).data,
    applyBrand: async (profile, signal) => {
      await call.json(at.applyBrand, { senderKey: profile.key }, signal);
    },
  };
}
