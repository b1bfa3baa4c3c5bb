import type { JsonObject } from '../core/json.ts';
import type { Phrase } from '../core/language.ts';
import type { States } from '../core/states.ts';
import { brandTemplateEndpoints, brandTemplateVersion } from '../kinds/brand-template/endpoints.ts';
import { brandStates } from '../kinds/brand-template/states.ts';
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
  title: Phrase;
  whole?: boolean;
  shows?: 'state' | 'time' | 'groups' | 'yes';
}

/** Something of the account that `get` reads. */
export interface Thing {
  /** One of them, for messages: `template`. */
  one: Phrase;
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
  /** The field with a name for people, which a NAME may be too. */
  title?: string;
  /** Members that are derived from others. */
  more?: (row: JsonObject) => JsonObject;
}

const NUMBERS = (page: number, count: number) => ({ page, count });
/** The lists of brand templates take both as strings (resource API 4.7). */
const TEXTS = (page: number, count: number) => ({ page: String(page), count: String(count) });

const PROFILE: ThingColumn = { key: 'profile', title: { en: 'PROFILE', ko: '발신 프로필' } };
const CODE: ThingColumn = { key: 'templateCode', title: { en: 'CODE', ko: '코드' }, whole: true };
const NAME: ThingColumn = { key: 'templateName', title: { en: 'NAME', ko: '이름' } };
const STATE: ThingColumn = { key: 'serviceStatus', title: { en: 'STATE', ko: '상태' }, shows: 'state' };
const MODIFIED: ThingColumn = { key: 'modifiedAt', title: { en: 'MODIFIED', ko: '수정 시각' }, shows: 'time' };
const CATEGORY: ThingColumn = { key: 'code', title: { en: 'CODE', ko: '코드' }, whole: true };

const PERIOD = { from: 'startDate', to: 'endDate' } as const;

/** Everything readable (resource API 4.1, 4.3 to 4.8), by its word on the command line. */
export const things: Readonly<Record<string, Thing>> = {
  templates: {
    one: { en: 'template', ko: '알림 템플릿' },
    of: 'profiles',
    columns: [CODE, NAME, STATE, { key: 'categoryCode', title: { en: 'CATEGORY', ko: '카테고리' } }, MODIFIED, PROFILE],
    filters: { state: 'templateStatus', category: 'categoryCodeList', keyword: 'keyword', ...PERIOD },
    states: templateStates,
    list: countedList(templateEndpoints.list, templateRow, 'templateCode', NUMBERS),
    name: { field: 'templateCode', most: 30, read: templateEndpoints.detail },
    key: 'templateCode',
    more: templateState,
  },
  'brand-templates': {
    one: { en: 'brand template', ko: '브랜드 메시지 템플릿' },
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
    one: { en: 'brand template', ko: '브랜드 메시지 템플릿' },
    of: 'profiles',
    columns: [
      CODE,
      { key: 'version', title: { en: 'VERSION', ko: '버전' } },
      NAME,
      { key: 'chatBubbleType', title: { en: 'BUBBLE', ko: '말풍선 유형' } },
      { key: 'insertedAt', title: { en: 'WRITTEN', ko: '작성 시각' }, shows: 'time' },
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
    one: { en: 'group tag', ko: '그룹 태그' },
    of: 'profiles',
    columns: [
      { key: 'groupTagKey', title: { en: 'KEY', ko: '키' }, whole: true },
      { key: 'groupTagName', title: { en: 'NAME', ko: '이름' } },
      PROFILE,
    ],
    list: plainList(tagEndpoints.list, groupTag, 'groupTagKey'),
    missing: 'Run `notiform get tags` to list what exists',
    key: 'groupTagKey',
    title: 'groupTagName',
  },
  plugins: {
    one: { en: 'plugin', ko: '플러그인' },
    of: 'senders',
    columns: [
      { key: 'pluginId', title: { en: 'ID', ko: '플러그인 ID' }, whole: true },
      { key: 'pluginType', title: { en: 'TYPE', ko: '유형' } },
      { key: 'callbackUrl', title: { en: 'CALLBACK', ko: '콜백 URL' } },
      { key: 'modifiable', title: { en: 'MODIFIABLE', ko: '수정 가능' }, shows: 'yes' },
      { key: 'deletable', title: { en: 'DELETABLE', ko: '삭제 가능' }, shows: 'yes' },
      PROFILE,
    ],
    list: plainList(pluginEndpoints.list, pluginCallback, 'pluginId'),
    key: 'pluginId',
  },
  profiles: {
    one: { en: 'sender profile', ko: '발신 프로필' },
    of: 'account',
    columns: [
      PROFILE,
      { key: 'name', title: { en: 'NAME', ko: '이름' } },
      { key: 'uuid', title: { en: 'CHANNEL', ko: '채널' }, whole: true },
      { key: 'state', title: { en: 'STATE', ko: '상태' }, shows: 'state' },
      { key: 'categoryCode', title: { en: 'CATEGORY', ko: '카테고리' } },
      { key: 'brandMessage', title: { en: 'BRAND', ko: '브랜드 메시지' }, shows: 'yes' },
      { key: 'unsubscribePhoneNumber', title: { en: 'OPT-OUT', ko: '수신 거부 번호' } },
      { key: 'groups', title: { en: 'GROUPS', ko: '그룹' }, shows: 'groups' },
    ],
    key: 'profile',
  },
  groups: {
    one: { en: 'group', ko: '발신 프로필 그룹' },
    of: 'account',
    columns: [
      PROFILE,
      { key: 'name', title: { en: 'NAME', ko: '이름' } },
      { key: 'groupKey', title: { en: 'KEY', ko: '키' } },
      { key: 'createdAt', title: { en: 'CREATED', ko: '등록 시각' }, shows: 'time' },
    ],
    list: wholeRows(groupEndpoints.list),
    key: 'profile',
  },
  categories: {
    one: { en: 'template category', ko: '템플릿 카테고리' },
    of: 'account',
    columns: [
      CATEGORY,
      { key: 'groupName', title: { en: 'GROUP', ko: '분류' } },
      { key: 'name', title: { en: 'NAME', ko: '이름' } },
      { key: 'inclusion', title: { en: 'INCLUDES', ko: '포함' } },
      { key: 'exclusion', title: { en: 'EXCLUDES', ko: '제외' } },
    ],
    list: wholeRows(templateEndpoints.categories),
    name: { field: 'categoryCode', read: templateEndpoints.category },
    key: 'code',
  },
  'profile-categories': {
    one: { en: 'profile category', ko: '발신 프로필 카테고리' },
    of: 'account',
    columns: [CATEGORY, { key: 'name', title: { en: 'NAME', ko: '이름' } }],
    list: wholeRows(profileEndpoints.categories),
    name: { field: 'categoryCode', read: profileEndpoints.category },
    key: 'code',
  },
  'public-templates': {
    one: { en: 'public template', ko: '공용 템플릿' },
    of: 'account',
    columns: [
      CODE,
      NAME,
      { key: 'status', title: { en: 'STATUS', ko: '상태' } },
      { key: 'categoryCode', title: { en: 'CATEGORY', ko: '카테고리' } },
      { key: 'releaseDate', title: { en: 'RELEASED', ko: '공개 시각' } },
    ],
    filters: { since: 'since' },
    list: openList(templateEndpoints.publicList, publicTemplateRow, 'templateCode', NUMBERS),
    missing: 'Pass an earlier --since: without it, only templates released within the last day are read',
    key: 'templateCode',
  },
  video: {
    one: { en: 'video', ko: '동영상' },
    of: 'senders',
    columns: [
      { key: 'vid', title: { en: 'VID', ko: '동영상 ID' }, whole: true },
      { key: 'title', title: { en: 'TITLE', ko: '제목' } },
      { key: 'status', title: { en: 'STATE', ko: '상태' }, shows: 'state' },
      { key: 'videoUrl', title: { en: 'VIDEO', ko: '동영상 주소' } },
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
