import type { JsonObject } from '../../../core/json.ts';
import { type Answer, accept, isRefused, type Refused, refuse, result } from '../../answers.ts';
import { CODE_BYTES, type Context, freeCode } from '../../context.ts';
import { formatDateTime } from '../../dates.ts';
import type { Machine } from '../../machine.ts';
import { moment, needed, oneOf, text, textLike, typesOf } from '../../members.ts';
import { isRejected, post, type Route, reject, type Seeder } from '../../route.ts';
import { readRequest, type Shape } from '../../shape.ts';
import { type Endpoints, ofOne, ofProfile } from '../access.ts';
import type { Profile } from '../entities.ts';
import { isListed, pageOf, periodOf, periodShape, rowOf } from '../pages.ts';
import { namedProfile, profileSeeder } from '../profile/control.ts';
import { readBrandTemplate } from './rules.ts';
import {
  type BrandButton,
  type BrandCard,
  type BrandCommerce,
  type BrandContent,
  type BrandTemplate,
  type BrandVersion,
  CHAT_BUBBLES,
  contentShapeOf,
  headShape,
  PRICE_VARIABLES,
  versionsOf,
} from './template.ts';

/** Every member of a brand template. The bubbles differ only in lengths. */
const brandShape: Shape = { ...headShape, ...contentShapeOf('TEXT') };

/** 508 if there is no such brand template (assumption 11). */
const ofBrandTemplate = ofOne(
  { templateCode: { is: 'text', required: true, max: 30 } },
  ({ store }, { key }, { templateCode }) =>
    store.brandTemplates.of(key, templateCode) ?? refuse(result.notFound, 'no such template'),
);

/** Numbers as texts, by default "1" and "30". */
const pagingShape = {
  page: { is: 'text', pattern: /^[1-9]\d{0,14}$/, hint: 'must be a string with a number, 1 or more' },
  count: { is: 'text', pattern: /^(?:[1-9]\d?|100)$/, hint: 'must be a string with a number, 1 to 100' },
} as const satisfies Shape;

/** The longest name of an update; `add` has no limit (resource API 2.4). */
const UPDATED_NAME_MAX = 200;

/** The endpoints of resource API 4.7, by their path after `/v4/msgr/brand/template`. */
export const brandTemplateEndpoints: Endpoints = {
  // Status A and version 1. The service assigns the code.
  '/add': ofProfile(
    {},
    (machine, profile, _none, body) => {
      const content = readFor(machine, profile, body);
      if (isRefused(content)) return content;
      const { brandTemplates } = machine.store;
      const isTaken = (code: string): boolean => brandTemplates.of(profile.key, code) !== undefined;
      const template = newBrandTemplate(machine, profile, freeCode(machine, CODE_BYTES, isTaken), content);
      brandTemplates.put(template);
      return accept({ data: brandDetailOf(template) });
    },
    { changes: true, also: brandShape },
  ),

  '/detail': ofBrandTemplate({}, (_machine, template) => accept({ data: brandDetailOf(template) })),

  // The old content goes to the history. The bubble stays (assumption 126).
  '/update': ofBrandTemplate({}, updateBrandTemplate, { changes: true, also: brandShape }),

  '/delete': ofBrandTemplate(
    {},
    (machine, template) => {
      if (template.status !== 'A') return refuse(result.state, `delete needs status A, not ${template.status}`);
      machine.store.brandTemplates.removeTemplate(template);
      return accept();
    },
    { changes: true },
  ),

  // Newest first; a template must match every filter (assumption 127).
  '/list': ofProfile(
    {
      ...pagingShape,
      ...periodShape,
      status: { is: 'text', of: ['A', 'S'] },
      chatBubbleType: { is: 'text', of: CHAT_BUBBLES },
      keyword: { is: 'text', min: 2, max: 50 },
    },
    (machine, { key }, { status, chatBubbleType, keyword, page, count, ...dates }) => {
      const period = periodOf(dates);
      if (isRefused(period)) return period;
      const [at, size] = [Number(page ?? 1), Number(count ?? 30)];
      const found = machine.store.brandTemplates.all(key).filter((one) => {
        if (status !== null && one.status !== status) return false;
        if (chatBubbleType !== null && one.content.chatBubbleType !== chatBubbleType) return false;
        return isListed(one, period, keyword);
      });
      const { rows, totals } = pageOf(found, at, size);
      const list = rows.map((template) => rowOf(template, template.status));
      return accept({ ...totals, data: { hasNext: found.length > at * size, list } });
    },
  ),

  // Every version including the current one, newest first (assumption 127).
  '/history': ofBrandTemplate(pagingShape, (_machine, template, _profile, { page, count }) => {
    const [at, size] = [Number(page ?? 1), Number(count ?? 30)];
    const all = versionsOf(template);
    const data = all.slice((at - 1) * size, at * size).map((one) => {
      const { version, insertedAt } = one;
      return { ...writtenDetail(template, one, insertedAt), version, insertedAt: formatDateTime(insertedAt) };
    });
    return accept({ hasNext: all.length > at * size, data });
  }),
};

function readFor(machine: Machine, { key, type }: Profile, body: JsonObject): BrandContent | Refused {
  const { couponScheme } = machine.wire;
  return readBrandTemplate(body, { senderKeyType: type, couponScheme, uploads: { context: machine, senderKey: key } });
}

function updateBrandTemplate(
  machine: Machine,
  template: BrandTemplate,
  profile: Profile,
  _none: object,
  body: JsonObject,
): Answer {
  const name = readRequest(body, { templateName: { is: 'text', max: UPDATED_NAME_MAX } });
  const content = isRefused(name) ? name : readFor(machine, profile, body);
  if (isRefused(content)) return content;
  const { version, insertedAt, content: before, past = [] } = template;
  if (content.chatBubbleType !== before.chatBubbleType)
    return refuse(result.state, `chatBubbleType of a template stays as it is: ${before.chatBubbleType}`);
  const { store, clock } = machine;
  const now = clock.now();
  const changed = { version: version + 1, content, insertedAt: now, modifiedAt: now };
  Object.assign(template, changed, { past: [{ version, content: before, insertedAt }, ...past] });
  store.brandTemplates.put(template);
  return accept({ data: brandDetailOf(template) });
}

function newBrandTemplate(
  context: Context,
  profile: Profile,
  templateCode: string,
  content: BrandContent,
): BrandTemplate {
  const now = context.clock.now();
  return {
    senderKey: profile.key,
    senderKeyType: profile.type,
    templateCode,
    status: 'A',
    version: 1,
    content,
    insertedAt: now,
    createdAt: now,
    modifiedAt: now,
    serial: context.store.nextSerial(),
  };
}

/** The answer of add, update and detail (resource API 2.4). All items are one list; missing members are null. */
export function brandDetailOf(template: BrandTemplate): JsonObject {
  return writtenDetail(template, template, template.modifiedAt);
}

function writtenDetail(template: BrandTemplate, { content }: BrandVersion, modifiedAt: number): JsonObject {
  const { mainWideItem, subWideItemList, carousel, commerce, buttons, ...rest } = content;
  // A carousel has only the buttons of its cards.
  const hasNone = buttons.length === 0 && content.chatBubbleType.startsWith('CAROUSEL');
  return {
    templateCode: template.templateCode,
    ...rest,
    carousel: carousel && { ...carousel, list: carousel.list.map(cardOf) },
    wideItemList: mainWideItem && [mainWideItem, ...subWideItemList],
    commerce: commerce && commerceOf(commerce),
    buttons: hasNone ? null : buttons.map(buttonOf),
    createdAt: formatDateTime(template.createdAt),
    modifiedAt: formatDateTime(modifiedAt),
    status: template.status,
  };
}

function cardOf({ commerce, buttons, ...card }: BrandCard): JsonObject {
  return { ...card, commerce: commerce && commerceOf(commerce), buttons: buttons.map(buttonOf) };
}

function commerceOf(commerce: BrandCommerce): JsonObject {
  const names = Object.entries(PRICE_VARIABLES).map(([price, variable]) => {
    return [`${price}Name`, commerce[price as keyof typeof PRICE_VARIABLES] === null ? variable : null]; // a name of the table
  });
  return { ...commerce, ...Object.fromEntries(names) };
}

function buttonOf(button: BrandButton, index: number): JsonObject {
  return { ...button, ordering: index + 1 };
}

const seedShape = {
  templateCode: needed(textLike(/^.{1,30}$/su, 'a code of 1 to 30 characters')),
  ...(typesOf(brandShape) as object), // `readBrandTemplate` reads these members
  status: oneOf('A', 'S'),
  createdAt: moment,
  modifiedAt: moment,
};

const plain = { chatBubbleType: 'TEXT', content: '안내 말씀 드립니다.' };

/**
 * Seeds brand templates. A seed has the members of an `add`, and `profile` (an alias or a key), `templateCode`,
 * `status`, `createdAt` and `modifiedAt` (milliseconds). Every rule of resource API 2.4 applies, except those about
 * uploads. A template with the same code is replaced.
 */
export const brandTemplateSeeds: Record<string, Seeder> = {
  brandTemplates: profileSeeder(seedShape, (machine, profile, seed, at) => {
    const {
      templateCode: code,
      status = 'A',
      createdAt = machine.clock.now(),
      modifiedAt = createdAt,
      ...given
    } = seed;
    const body: JsonObject = { ...('chatBubbleType' in given ? {} : plain), templateName: code, ...given };
    const content = readBrandTemplate(body, {
      senderKeyType: profile.type,
      couponScheme: machine.wire.couponScheme,
    });
    if (isRefused(content)) return `${at}: ${content.message}`;
    const { brandTemplates } = machine.store;
    const before = brandTemplates.of(profile.key, code);
    if (before !== undefined) brandTemplates.removeTemplate(before);
    const template = newBrandTemplate(machine, profile, code, content);
    brandTemplates.put({ ...template, status, createdAt, modifiedAt, insertedAt: modifiedAt });
    return undefined;
  }),
};

export const brandTemplateRoutes: readonly Route[] = [
  // Blocks or unblocks a brand template. The documents do not show what does this on the service (resource API 3).
  post(
    '/brand-template',
    'Blocks or unblocks a brand template: template',
    { profile: needed(text), templateCode: needed(text), status: needed(oneOf('A', 'S')) },
    (machine, { profile: name, templateCode, status }) => {
      const profile = namedProfile(machine, name);
      if (isRejected(profile)) return profile;
      const template = machine.store.brandTemplates.of(profile.key, templateCode);
      if (template === undefined) return reject(404, `no such brand template: ${templateCode}`);
      template.status = status;
      template.modifiedAt = machine.clock.now();
      machine.store.brandTemplates.put(template);
      return { template: brandDetailOf(template) };
    },
  ),
];
