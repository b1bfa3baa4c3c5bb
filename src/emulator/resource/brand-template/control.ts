import type { JsonObject } from '../../../core/json.ts';
import { isRefused } from '../../answers.ts';
import { moment, needed, oneOf, text, textLike, typesOf } from '../../members.ts';
import { isRejected, post, type Route, reject, type Seeder } from '../../route.ts';
import { namedProfile, profileSeeder } from '../profile/control.ts';
import { brandDetailOf, brandShape, newBrandTemplate } from './endpoints.ts';
import { readBrandTemplate } from './rules.ts';

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
