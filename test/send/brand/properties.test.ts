import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, isObject, type Json, type JsonObject, mapObject } from '../../../src/core/json.ts';
import { formatPath, type Path, valueAt } from '../../../src/core/path.ts';
import type { BrandMode } from '../../../src/core/test-send.ts';
import { variableNames } from '../../../src/core/variables.ts';
import { fillBody } from '../../../src/emulator/message/brand/filling.ts';
import { checkBrand as refusal, variantOf } from '../../../src/emulator/message/brand/payload.ts';
import { checkValues } from '../../../src/emulator/message/brand/rules.ts';
import { bodyShapes, isOpenPrice } from '../../../src/emulator/message/brand/shape.ts';
import { differences, pickBody } from '../../../src/emulator/message/matching.ts';
import { isBrandType } from '../../../src/emulator/message/message.ts';
import { bodyOf as bodyOfEmulator } from '../../../src/emulator/resource/brand-template/body.ts';
import type { Bindings, Draft } from '../../../src/send/channel.ts';
import { compareBrand } from '../../../src/send/channels/brand/compare.ts';
import { draftOfTemplate, freeDraft } from '../../../src/send/channels/brand/draft.ts';
import { checkBrand } from '../../../src/send/channels/brand/form.ts';
import { bodyOf } from '../../../src/send/channels/brand/template.ts';
import { textsIn } from '../../../src/send/members.ts';
import { bubbles, everythingBound } from '../../kinds/brand-template/contents.ts';
import { template as resource, testSend } from '../support.ts';
import { type BrandCase, brandCase, messageOf, placesIn, type Variant } from './cases.ts';

const SCHEME = 'noticetalk';

/** The emulator's verdict on a message, without what only an account knows: profiles, hours, tags, uploads. */
function refusedBy({ type, registered }: BrandCase, content: JsonObject): string | undefined {
  if (!isBrandType(type)) throw new Error(type);
  const refused = refusal(type, content, '', SCHEME);
  if (refused) return refused.detail ?? 'refused';
  const shape = bodyShapes[type];
  if (variantOf(content) === 'free') return undefined;
  const pattern = pickBody(bodyOfEmulator(registered), shape);
  const text = pickBody(content, shape);
  const { body, problems } =
    variantOf(content) === 'text'
      ? { body: text, problems: differences(pattern, text, isOpenPrice) }
      : fillBody(pattern, content);
  const wrong = checkValues(type, pattern, body);
  return problems.find((problem) => problem !== undefined) ?? wrong?.detail ?? undefined;
}

/** Our own verdict. The frame of all channels looks for variables that are left. */
function failuresOf(
  { type, approved }: BrandCase,
  content: JsonObject,
  values: ReadonlyMap<string, string> = new Map(),
): string[] {
  const left = variableNames(textsIn(content).map(({ text }) => text));
  const compared = content['brandmessagetype'] === 'FREE' ? [] : compareBrand(type, content, approved, values);
  const failures = [...checkBrand(type, content), ...compared].map(({ path, message }) => `${path}: ${message}`);
  return [...failures, ...left.map((name) => `${name} is left`)];
}

const variants: fc.Arbitrary<Variant> = fc.constantFrom('template', 'variables', 'text', 'free');

/** A mutation of a value: another text or number, or nothing. */
type Edit = (value: Json, at: number) => Json | undefined;

const EDITS: Edit[] = [
  (value, at) => edited(value, at, '\n', 0),
  (value, at) => edited(value, at, ' ', 0),
  (value, at) => edited(value, at, '', 1),
  (value, at) => edited(value, at, '나', 1),
  (value) => (typeof value === 'string' ? value.replace('example.com', 'example.net') : value),
  (value) => (typeof value === 'number' ? value + 1 : value),
  (value) => (typeof value === 'number' ? String(value) : value),
  (value) => (Array.isArray(value) ? [...value].reverse() : value),
  (value) => (Array.isArray(value) ? value.slice(1) : value),
  (value) => (Array.isArray(value) && value[0] !== undefined ? [...value, value[0]] : value),
  (value) => (Array.isArray(value) ? [] : value),
  (value, at) => (isObject(value) ? renamed(value, at) : value),
  () => undefined,
  () => null,
  () => 'ESCAPE_COUPON',
  () => ({}),
  (value) => (typeof value === 'string' ? ' ' : value),
];

function edited(value: Json, at: number, piece: string, removed: number): Json {
  if (typeof value !== 'string') return value;
  const characters = Array.from(value);
  characters.splice(at % (characters.length + 1), removed, piece);
  return characters.join('');
}

function renamed(value: JsonObject, at: number): JsonObject {
  const entries = Object.entries(value);
  const index = at % Math.max(1, entries.length);
  return Object.fromEntries(entries.map(([key, one], place) => [place === index ? `${key}2` : key, one]));
}

/** Names that say where a message goes, and not what it says. */
const ADDRESSES = /^(?:img_url|image_url|thumbnail_url)$|^imagevariable/;

/** The members that no template decides. */
const OF_SEND = /^(?:senderkey|brandmessagetype|sendtarget|templatecode)$/;

/** A member that is null equals a missing one, whatever its name is. */
function withoutNulls(content: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(content, (_, value: unknown) => value ?? undefined));
}

/** Mutations that make another message. */
const CHANGES = EDITS.slice(0, 6).concat(EDITS.slice(7, 9), EDITS.slice(10, 14));

/** False for a text of a carousel with a variable: each card may have values of its own. */
function isDecided({ approved }: BrandCase, path: Path): boolean {
  const template = valueAt(bodyOf(approved.content), path);
  if (path[0] === 'carouselvariable') return path.length < 3;
  return path[0] !== 'carousel' || typeof template !== 'string' || variableNames([template]).length === 0;
}

function mutate(
  content: JsonObject,
  which: number,
  edit: Edit,
  at: number,
  except = ADDRESSES,
): { mutant: JsonObject; path: Path } {
  const places = placesIn(content).filter(
    ({ at: path }) => path[0] !== 'senderkey' && !path.some((name) => except.test(String(name))),
  );
  const { at: path, value } = places[which % places.length] ?? { at: [], value: null };
  const mutation = edit(value, at);
  const target = formatPath(path);
  const mutant = mapObject(content, (_, here) => (formatPath(here) === target ? (mutation ?? null) : undefined));
  return { mutant, path };
}

const MODES: BrandMode[] = ['template', 'variables', 'full', 'free'];

const uploaded: Bindings = {
  urlOf: (use, { sha256 }) => everythingBound.handleOf(use, sha256),
  nameOf: () => undefined,
};

/** Makes the message of a test send, with all values from outside. */
function draftOf({ manifest, approved }: BrandCase, mode: BrandMode): Draft {
  const template = resource(manifest, { address: 'BrandTemplate/shop/one', kind: 'BrandTemplate' });
  const test = testSend({ template: template.address, brand: { mode } });
  return mode === 'free'
    ? freeDraft(test, { source: template, bindings: uploaded })
    : draftOfTemplate(test, template, approved, uploaded);
}

/** Two verdicts, for the reader of a failed test. */
function shown(verdicts: object): string {
  return JSON.stringify(verdicts);
}

describe.each(bubbles)('a message of a %s', (bubble) => {
  it('is proved if the emulator delivers it, and only then', () => {
    let delivered = 0;
    fc.assert(
      fc.property(brandCase(bubble), variants, (one, variant) => {
        const content = messageOf(one.approved, variant, one.values);
        const refused = refusedBy(one, content);
        const failures = failuresOf(one, content, one.values);
        if (refused === undefined) delivered += 1;
        expect(failures.length === 0, shown({ refused, failures, content })).toBe(refused === undefined);
      }),
      { numRuns: 18 },
    );
    expect(delivered).toBeGreaterThan(0);
  });

  it('that a test send makes is proved if the emulator delivers it, and only then', () => {
    fc.assert(
      fc.property(brandCase(bubble), fc.constantFrom(...MODES), (one, mode) => {
        const { fill, type } = draftOf(one, mode);
        const content = fill('a'.repeat(40), one.values);
        const refused = refusedBy(one, content);
        const failures = failuresOf(one, content, one.values);
        expect(type).toBe(one.type);
        expect(failures.length === 0, shown({ refused, failures, content })).toBe(refused === undefined);
      }),
      { numRuns: 12 },
    );
  });

  it('with any mutation is proved if the emulator delivers it, and only then', () => {
    fc.assert(
      fc.property(
        brandCase(bubble),
        variants,
        fc.nat(),
        fc.constantFrom(...EDITS),
        fc.nat(),
        (one, variant, which, edit, at) => {
          const { mutant, path } = mutate(messageOf(one.approved, variant, one.values), which, edit, at);
          const refused = refusedBy(one, mutant);
          const failures = failuresOf(one, mutant);
          expect(failures.length === 0, shown({ path, refused, failures, mutant })).toBe(refused === undefined);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('is never proved after a change, if the values are known', () => {
    let changes = 0;
    fc.assert(
      fc.property(
        brandCase(bubble),
        fc.constantFrom<Variant>('variables', 'text'),
        fc.nat(),
        fc.constantFrom(...CHANGES),
        fc.nat(),
        (one, variant, which, edit, at) => {
          const content = messageOf(one.approved, variant, one.values);
          const { mutant, path } = mutate(content, which, edit, at, OF_SEND);
          fc.pre(canonical(withoutNulls(mutant)) !== canonical(withoutNulls(content)) && isDecided(one, path));
          // Only the first price is required.
          const [member, price] = path;
          fc.pre(member !== 'commercevariable' || price === '정상가격' || valueAt(mutant, path) !== null);
          // A full text without its only part is the template as it is.
          fc.pre(variantOf(mutant) === variantOf(content));
          changes += 1;
          expect(failuresOf(one, mutant, one.values), shown({ path, mutant })).not.toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
    expect(changes).toBeGreaterThan(8);
  });
});
