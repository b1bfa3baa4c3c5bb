import fc from 'fast-check';
import { isObject, type Json, type JsonObject, mapObject } from '../../../src/core/json.ts';
import type { Bound } from '../../../src/core/kind.ts';
import { formatPath } from '../../../src/core/path.ts';
import { fillVariables, variableNames } from '../../../src/core/variables.ts';
import { isRefused } from '../../../src/emulator/answers.ts';
import { brandDetailOf } from '../../../src/emulator/resource/brand-template/endpoints.ts';
import { readBrandTemplate } from '../../../src/emulator/resource/brand-template/rules.ts';
import type { BrandContent } from '../../../src/emulator/resource/brand-template/template.ts';
import { liveBrand, normalise } from '../../../src/kinds/brand-template/codec.ts';
import { brandTemplateEndpoints } from '../../../src/kinds/brand-template/endpoints.ts';
import { brandFields } from '../../../src/kinds/brand-template/fields.ts';
import { encode } from '../../../src/kinds/fields.ts';
import type { ApprovedTemplate } from '../../../src/send/channel.ts';
import { typeOf } from '../../../src/send/channels/brand/table.ts';
import { bodyOf, fieldOf, isOpenPrice, isPrice } from '../../../src/send/channels/brand/template.ts';
import { textsIn } from '../../../src/send/members.ts';
import { basic } from '../../emulator/brand-message-bodies.ts';
import { contentOf, everythingBound } from '../../kinds/brand-template/contents.ts';

/** Random templates, and the messages that another program may make of them. */

export type Variant = 'template' | 'variables' | 'text' | 'free';

export interface BrandCase {
  type: string;
  /** The template's content, with the files of the project. */
  manifest: JsonObject;
  approved: ApprovedTemplate;
  /** The template as the emulator has it. */
  registered: BrandContent;
  values: ReadonlyMap<string, string>;
}

/** The service's addresses stay addresses: a message has them, and no file of the project. */
const sent: Bound = { ...everythingBound, fileOf: () => undefined };

const text = fc
  .array(fc.constantFrom('가', 'a', ' ', '😀', '"', '.'), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''))
  .filter((made) => made.trim() !== '' && Array.from(made).length <= 5);

/** Values that keep the limits of the texts around them, most of the time. Some discounts have none. */
const values: fc.Arbitrary<ReadonlyMap<string, string>> = fc
  .record({
    이름: text,
    'order-no_1': text,
    호스트: fc.constantFrom('shop.example.com', 'a.kr'),
    주소: fc.constantFrom('https://shop.example.com/1', 'shop://p'),
    할인금액: fc.constantFrom('1', '99999999', '0'),
    할인율: fc.constantFrom('1', '30', '100', '101'),
    상품명: fc.constantFrom('코트', '일곱글자상품명', '여덟 글자상품명'),
    정상가격: fc.constantFrom('0', '50000', '99999999'),
    할인가격: fc.constantFrom('0', '35000'),
    정액할인가격: fc.constantFrom('0', '999999'),
  })
  .chain((made) =>
    fc.subarray(['할인가격', '정액할인가격']).map((open) => {
      const given = Object.entries(made).filter(([name]) => !open.includes(name));
      return new Map(given);
    }),
  );

function answered(request: JsonObject): BrandContent {
  const read = readBrandTemplate(JSON.parse(JSON.stringify(request)), {
    senderKeyType: 'S',
    couponScheme: 'noticetalk',
  });
  if (isRefused(read)) throw new Error(read.message);
  return read;
}

/** The template as notiform reads it from the service. */
function approvedOf(registered: BrandContent): ApprovedTemplate {
  const detail = brandDetailOf({
    senderKey: 'a',
    senderKeyType: 'S',
    templateCode: 'brand_1',
    status: 'A',
    version: 1,
    content: registered,
    insertedAt: 0,
    createdAt: 0,
    modifiedAt: 0,
    serial: 1,
  });
  const answer = brandTemplateEndpoints.detail.answer.parse({ data: detail });
  return { code: 'brand_1', state: 'A', content: liveBrand(answer, sent).content };
}

/** A content as a manifest has it. Its video is elsewhere, because only an account knows the others. */
function manifestOf(content: JsonObject): JsonObject {
  const { video } = content;
  const elsewhere = isObject(video) ? { ...video, url: 'https://tv.example.com/v/1', file: null, vid: null } : null;
  return normalise({ ...content, video: elsewhere });
}

export function messageOf(approved: ApprovedTemplate, variant: Variant, of: ReadonlyMap<string, string>): JsonObject {
  switch (variant) {
    case 'template':
      return basic;
    case 'variables':
      return { ...basic, ...variableFields(bodyOf(approved.content), of) };
    case 'text':
      return { ...basic, ...filledBody(bodyOf(approved.content), of) };
    case 'free': {
      const { templatecode: _, ...free } = basic;
      return { ...free, brandmessagetype: 'FREE', ...filledBody(bodyOf(approved.content), of) };
    }
  }
}

function filledBody(body: JsonObject, of: ReadonlyMap<string, string>): JsonObject {
  return mapObject(body, (value, at) => {
    if (typeof value !== 'string') return undefined;
    const filled = fillVariables(value, of);
    const missing = variableNames([value]).filter((name) => !of.has(name));
    if (!isPrice(at)) return filled;
    return missing.length > 0 ? null : Number(filled);
  });
}

function variableFields(body: JsonObject, of: ReadonlyMap<string, string>): JsonObject {
  const fields: JsonObject = {};
  const parts: JsonObject[] = [];
  for (const { at, text: template } of textsIn(body)) {
    const field = fieldOf(body, at);
    for (const name of field ? variableNames([template]) : []) {
      const [first, index, inner] = field ?? [];
      while (first === 'carouselvariable' && parts.length <= Number(index)) parts.push({});
      const [part, area] = first === 'carouselvariable' ? [parts[Number(index)] ?? {}, inner] : [fields, first];
      const value = of.get(name);
      if (value === undefined && isOpenPrice(at, template)) continue;
      if (value === undefined) throw new Error(`no value for ${name} at ${formatPath(at)}`);
      part[String(area)] = { ...(part[String(area)] as JsonObject | undefined), [name]: value };
    }
  }
  return { ...fields, ...(parts.length > 0 && { carouselvariable: parts }) };
}

export function brandCase(bubble: string): fc.Arbitrary<BrandCase> {
  return fc.tuple(contentOf(bubble), values).map(([content, of]) => {
    const manifest = manifestOf(content);
    const registered = answered(encode(brandFields, manifest, everythingBound));
    const approved = approvedOf(registered);
    return { type: typeOf(approved.content) ?? '', manifest, approved, registered, values: of };
  });
}

/** Returns every place in a value with what is there. */
export function placesIn(value: Json, at: (string | number)[] = []): { at: (string | number)[]; value: Json }[] {
  const inner: [string | number, Json][] = Array.isArray(value)
    ? value.map((one, index) => [index, one])
    : isObject(value)
      ? Object.entries(value)
      : [];
  return [...(at.length > 0 ? [{ at, value }] : []), ...inner.flatMap(([key, one]) => placesIn(one, [...at, key]))];
}
