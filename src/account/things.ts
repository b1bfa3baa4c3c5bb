import type { JsonObject } from '../core/json.ts';
import type { States } from '../core/states.ts';
import { brandTemplateEndpoints, brandTemplateVersion } from '../kinds/brand-template/endpoints.ts';
import { brandStates } from '../kinds/brand-template/kind.ts';
import { templateRow } from '../kinds/discovery.ts';
import { groupTag, tagEndpoints } from '../kinds/group-tag/endpoints.ts';
import { publicTemplateRow, templateEndpoints } from '../kinds/notification-template/endpoints.ts';
import { serviceState, templateStates } from '../kinds/notification-template/states.ts';
import { pluginCallback, pluginEndpoints } from '../kinds/plugin-callback/endpoints.ts';
import { groupEndpoints, profileEndpoints } from '../kinds/sender-profile/endpoints.ts';
import { videoEndpoints } from '../kinds/video/endpoints.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { countedList, type FilterName, openList, plainList, type ReadList, wholeRows } from './look-up.ts';

/** A column of a thing, and how a person reads its values. */
export interface ThingColumn {
  key: string;
  title: string;
  whole?: boolean;
  shows?: 'state' | 'time' | 'groups' | 'yes';
}

/** Something of the account that `get` reads. */
export interface Thing {
  /** One of them, for messages: `template`. */
  one: string;
  /** Where it is: in the account, in each profile and group, or in each profile that is no group. */
  of: 'account' | 'profiles' | 'senders';
  columns: readonly ThingColumn[];
  /** The request field of each filter. */
  filters?: Partial<Record<FilterName, string>>;
  states?: States;
  /** Reads all of them. Left out if a name is required. */
  list?: ReadList;
  /** What NAME is, and how it is read. Left out if names only select from the list. */
  name?: { field: string; most?: number; read: Endpoint<object> | ReadList };
  /** What to do if nothing has a NAME. Left out if the command without NAME lists everything. */
  missing?: string;
  key: string;
  /** Members that are derived from others. */
  more?: (row: JsonObject) => JsonObject;
}

const NUMBERS = (page: number, count: number) => ({ page, count });
/** The lists of brand templates take both as strings (resource API 4.7). */
const TEXTS = (page: number, count: number) => ({ page: String(page), count: String(count) });

const PROFILE: ThingColumn = { key: 'profile', title: 'PROFILE' };
const CODE: ThingColumn = { key: 'templateCode', title: 'CODE', whole: true };
const NAME: ThingColumn = { key: 'templateName', title: 'NAME' };
const STATE: ThingColumn = { key: 'serviceStatus', title: 'STATE', shows: 'state' };
const MODIFIED: ThingColumn = { key: 'modifiedAt', title: 'MODIFIED', shows: 'time' };
const CATEGORY: ThingColumn = { key: 'code', title: 'CODE', whole: true };

const PERIOD = { from: 'startDate', to: 'endDate' } as const;

/** Everything readable (resource API 4.1, 4.3 to 4.8), by its word on the command line. */
export const things: Readonly<Record<string, Thing>> = {
  templates: {
    one: 'template',
    of: 'profiles',
    columns: [CODE, NAME, STATE, { key: 'categoryCode', title: 'CATEGORY' }, MODIFIED, PROFILE],
    filters: { state: 'templateStatus', category: 'categoryCodeList', keyword: 'keyword', ...PERIOD },
    states: templateStates,
    list: countedList(templateEndpoints.list, templateRow, 'templateCode', NUMBERS),
    name: { field: 'templateCode', most: 30, read: templateEndpoints.detail },
    key: 'templateCode',
    more: templateState,
  },
  'brand-templates': {
    one: 'brand template',
    of: 'profiles',
    columns: [CODE, NAME, STATE, MODIFIED, PROFILE],
    filters: { state: 'status', bubble: 'chatBubbleType', keyword: 'keyword', ...PERIOD },
    states: brandStates,
    list: countedList(brandTemplateEndpoints.list, templateRow, 'templateCode', TEXTS),
    name: { field: 'templateCode', most: 30, read: brandTemplateEndpoints.detail },
    key: 'templateCode',
    more: ({ serviceStatus, status }) => ({ serviceStatus: serviceStatus ?? status ?? null }),
  },
  history: {
    one: 'brand template',
    of: 'profiles',
    columns: [
      CODE,
      { key: 'version', title: 'VERSION' },
      NAME,
      { key: 'chatBubbleType', title: 'BUBBLE' },
      { key: 'insertedAt', title: 'WRITTEN', shows: 'time' },
      PROFILE,
    ],
    name: {
      field: 'templateCode',
      most: 30,
      read: openList(brandTemplateEndpoints.history, brandTemplateVersion, 'templateCode', TEXTS),
    },
    missing: 'Run `notiform get brand-templates` to list what exists',
    key: 'templateCode',
  },
  tags: {
    one: 'group tag',
    of: 'profiles',
    columns: [{ key: 'groupTagKey', title: 'KEY', whole: true }, { key: 'groupTagName', title: 'NAME' }, PROFILE],
    list: plainList(tagEndpoints.list, groupTag, 'groupTagKey'),
    missing: 'Run `notiform get tags` to list what exists',
    key: 'groupTagKey',
  },
  plugins: {
    one: 'plugin',
    of: 'senders',
    columns: [
      { key: 'pluginId', title: 'ID', whole: true },
      { key: 'pluginType', title: 'TYPE' },
      { key: 'callbackUrl', title: 'CALLBACK' },
      { key: 'modifiable', title: 'MODIFIABLE', shows: 'yes' },
      { key: 'deletable', title: 'DELETABLE', shows: 'yes' },
      PROFILE,
    ],
    list: plainList(pluginEndpoints.list, pluginCallback, 'pluginId'),
    key: 'pluginId',
  },
  profiles: {
    one: 'sender profile',
    of: 'account',
    columns: [
      PROFILE,
      { key: 'name', title: 'NAME' },
      { key: 'uuid', title: 'CHANNEL', whole: true },
      { key: 'state', title: 'STATE', shows: 'state' },
      { key: 'categoryCode', title: 'CATEGORY' },
      { key: 'brandMessage', title: 'BRAND', shows: 'yes' },
      { key: 'unsubscribePhoneNumber', title: 'OPT-OUT' },
      { key: 'groups', title: 'GROUPS', shows: 'groups' },
    ],
    key: 'profile',
  },
  groups: {
    one: 'group',
    of: 'account',
    columns: [
      PROFILE,
      { key: 'name', title: 'NAME' },
      { key: 'groupKey', title: 'KEY' },
      { key: 'createdAt', title: 'CREATED', shows: 'time' },
    ],
    list: wholeRows(groupEndpoints.list),
    key: 'profile',
  },
  categories: {
    one: 'template category',
    of: 'account',
    columns: [
      CATEGORY,
      { key: 'groupName', title: 'GROUP' },
      { key: 'name', title: 'NAME' },
      { key: 'inclusion', title: 'INCLUDES' },
      { key: 'exclusion', title: 'EXCLUDES' },
    ],
    list: wholeRows(templateEndpoints.categories),
    name: { field: 'categoryCode', read: templateEndpoints.category },
    key: 'code',
  },
  'profile-categories': {
    one: 'profile category',
    of: 'account',
    columns: [CATEGORY, { key: 'name', title: 'NAME' }],
    list: wholeRows(profileEndpoints.categories),
    name: { field: 'categoryCode', read: profileEndpoints.category },
    key: 'code',
  },
  'public-templates': {
    one: 'public template',
    of: 'account',
    columns: [
      CODE,
      NAME,
      { key: 'status', title: 'STATUS' },
      { key: 'categoryCode', title: 'CATEGORY' },
      { key: 'releaseDate', title: 'RELEASED' },
    ],
    filters: { since: 'since' },
    list: openList(templateEndpoints.publicList, publicTemplateRow, 'templateCode', NUMBERS),
    missing: 'Pass an earlier --since: without it, only templates released within the last day are read',
    key: 'templateCode',
  },
  video: {
    one: 'video',
    of: 'senders',
    columns: [
      { key: 'vid', title: 'VID', whole: true },
      { key: 'title', title: 'TITLE' },
      { key: 'status', title: 'STATE', shows: 'state' },
      { key: 'videoUrl', title: 'VIDEO' },
      PROFILE,
    ],
    name: { field: 'vid', read: videoEndpoints.search },
    missing: 'Check the id: the service has no list of videos',
    key: 'vid',
  },
};

/** The detail has no `serviceStatus`; it is derived from its parts (assumption 3). */
function templateState({ serviceStatus, inspectionStatus, status, block, dormant }: JsonObject): JsonObject {
  if (typeof serviceStatus === 'string') return {};
  const facts = { inspectionStatus: String(inspectionStatus), status: String(status) };
  return { serviceStatus: serviceState({ ...facts, block: block === true, dormant: dormant === true }) };
}
