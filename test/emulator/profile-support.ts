import type { JsonObject } from '../../src/core/json.ts';
import { emulatorAccount, postJson, SHOP } from './support.ts';

/** POSTs to the endpoints behind `/v4/msgr` as the shop. */
export async function newer(url: string, path: string, body: JsonObject = {}): Promise<JsonObject> {
  return (await postJson(`${url}/v4/msgr${path}`, { ...emulatorAccount, senderKey: SHOP, ...body })).body;
}

/** POSTs to the control API; its whole answer. */
export async function steer(url: string, path: string, body: JsonObject): Promise<JsonObject> {
  return (await postJson(`${url}/_emulator${path}`, body)).body;
}

/** The shop as an environment registers it: what nobody said of it. */
export const shopProfile: JsonObject = {
  senderKey: SHOP,
  uuid: '@shop',
  name: 'shop',
  status: 'A',
  block: false,
  dormant: false,
  profileStatus: 'A',
  createdAt: '2026-11-20 12:00:00',
  modifiedAt: '2026-11-20 12:00:00',
  categoryCode: '00300010001',
  unsubscribePhoneNumber: null,
  unsubscribeAuthNumber: null,
  bizchat: true,
  brandMessage: false,
  committalCompanyName: null,
  channelKey: null,
  businessProfile: true,
  businessType: null,
  profileSpamLevel: null,
  profileMessageSpamLevel: null,
  clearBlockUrl: null,
};

export const ok: JsonObject = { code: '200' };

export function refused(code: string, message: string): JsonObject {
  return { code, message };
}

export const unusable = refused('507', 'the profile is blocked, dormant or not activated');
export const noKey = refused('507', 'no such senderKey of type S');
export const notAGroup = refused('507', 'this request takes the key of a profile, not of a group');

/** What makes a profile one under which nothing can be changed. */
export const unusableStates: [name: string, state: JsonObject][] = [
  ['blocked', { block: true }],
  ['dormant', { dormant: true }],
  ['deactivated', { profileStatus: 'C' }],
  ['blocked by its status', { profileStatus: 'B' }],
  ['being deleted', { profileStatus: 'E' }],
  ['deleted', { profileStatus: 'D' }],
];
