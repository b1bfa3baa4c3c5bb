import type { ProfileRef } from '../core/resource.ts';
import type { Upload } from './shape/template-request.ts';
import type { Endpoint } from './transport/endpoint.ts';
import { jsonBody, multipartBody } from './transport/outgoing.ts';
import type { Dated, Transport } from './transport/transport.ts';

/** Calls of the resource API: every body carries who asks (resource API 5). */
export interface ResourceCall {
  json<T>(endpoint: Endpoint<T>, fields: object, signal: AbortSignal): Promise<T>;
  /** As `json`, with when the server answered. */
  dated<T>(endpoint: Endpoint<T>, fields: object, signal: AbortSignal): Promise<Dated<T>>;
  upload<T>(
    endpoint: Endpoint<T>,
    fields: Record<string, string | undefined>,
    field: string,
    files: readonly Upload[],
    signal: AbortSignal,
  ): Promise<T>;
}

export function resourceCall(transport: () => Transport, who: { bizId: string; apiKey: string }): ResourceCall {
  const asker = { bizId: who.bizId, apiKey: who.apiKey };
  return {
    json: async (endpoint, fields, signal) => transport().call(endpoint, jsonBody({ ...asker, ...fields }), signal),
    dated: async (endpoint, fields, signal) =>
      transport().callDated(endpoint, jsonBody({ ...asker, ...fields }), signal),
    upload: async (endpoint, fields, field, files, signal) =>
      transport().call(endpoint, multipartBody({ ...asker, ...fields }, field, files), signal),
  };
}

/** How a call names the profile or group that it is about (resource API 2.1). */
export function of(profile: ProfileRef): { senderKey: string; senderKeyType: 'S' | 'G' } {
  return { senderKey: profile.key, senderKeyType: profile.type };
}
