import type { JsonObject } from '../../../core/json.ts';
import { isRefused } from '../../answers.ts';
import type { Machine } from '../../machine.ts';
import { moment, needed, oneOf, text } from '../../members.ts';
import { isRejected, post, type Route, reject, type Seeder } from '../../route.ts';
import { type Shape, unknownMember, unknownMembers } from '../../shape.ts';
import { namedProfile } from '../profile/control.ts';
import { profileBy } from '../profile/operations.ts';
import { readRequest } from '../request.ts';
import { brandShape, newBrandTemplate, removeBrandTemplate } from './endpoints.ts';
import { brandDetailOf } from './list.ts';
import { readBrandTemplate } from './rules.ts';
import type { BrandTemplate } from './store.ts';

const plain = { chatBubbleType: 'TEXT', content: '안내 말씀 드립니다.' };

const seedShape = {
  profile: { is: 'text', required: true },
  templateCode: { is: 'text', required: true, max: 30 },
  status: { is: 'text', of: ['A', 'S'] },
  createdAt: moment,
} as const satisfies Shape;

/** Nothing but the profile and the code is needed: the rest has defaults. */
const SEED_MEMBERS: Shape = {
  ...optional(brandShape),
  ...seedShape,
  modifiedAt: moment,
};

function optional(shape: Shape): Shape {
  return Object.fromEntries(Object.entries(shape).map(([name, rule]) => [name, { ...rule, required: false }]));
}

/**
 * Seeds brand templates. A seed has the members of an `add`, and `profile` (an alias or a key), `templateCode`,
 * `status`, `createdAt` and `modifiedAt` (milliseconds). Every rule of resource API 2.4 applies, except those about
 * uploads. A template with the same code is replaced.
 */
export const brandTemplateSeeds: Record<string, Seeder> = {
  brandTemplates: {
    shape: SEED_MEMBERS,
    plant: (machine, seeds, list) => {
      const { brandTemplates } = machine.store;
      for (const [index, seed] of seeds.entries()) {
        const template = readSeed(machine, seed);
        if (typeof template === 'string') return `${list}[${index}]: ${template}`;
        const before = brandTemplates.of(template.senderKey, template.templateCode);
        if (before !== undefined) removeBrandTemplate(machine, before);
        brandTemplates.put(template);
      }
      return undefined;
    },
  },
};

function readSeed(machine: Machine, given: JsonObject): BrandTemplate | string {
  const read = readRequest(given, seedShape);
  if (isRefused(read)) return read.message;
  const { profile: name, templateCode: code, status } = read;
  const createdAt = read.createdAt ?? machine.clock.now();
  const modified = { modifiedAt: { is: 'integer', min: createdAt } } as const;
  const changed = readRequest(given, modified);
  if (isRefused(changed)) return changed.message;
  const profile = profileBy(machine, name);
  if (profile === undefined) return `no such profile: ${name}`;
  const seed = { ...('chatBubbleType' in given ? {} : plain), templateName: code, ...given };
  const content = readBrandTemplate(seed, { senderKeyType: profile.type, couponScheme: machine.wire.couponScheme });
  if (isRefused(content)) return content.message;
  const [unknown] = unknownMembers(given, SEED_MEMBERS);
  if (unknown !== undefined && Object.hasOwn(given, unknown)) return unknownMember(unknown, Object.keys(SEED_MEMBERS));
  if (unknown !== undefined) return `${unknown} is not a member of a brand template`;
  const template = newBrandTemplate(machine, profile, code, content);
  const modifiedAt = changed.modifiedAt ?? createdAt;
  return { ...template, status: status ?? 'A', createdAt, modifiedAt, insertedAt: modifiedAt };
}

export const brandTemplateRoutes: readonly Route[] = [
  // Blocks or unblocks a brand template. The documents do not show what does this on the service (resource API 3).
  post(
    '/brand-template',
    'Blocks or unblocks a brand template',
    ['template'],
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
