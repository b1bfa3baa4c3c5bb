import type { JsonObject } from '../../core/json.ts';
import { isRefused } from '../answers.ts';
import type { Machine } from '../machine.ts';
import type { BrandTemplate } from '../store/brand-template.ts';
import type { Profile } from '../store/profile.ts';
import { channelCouponUrl, newBrandTemplate } from './brand-templates.ts';
import { readBrandTemplate } from './guards/brand-template.ts';
import { Reading } from './guards/reading.ts';
import { profileBy } from './registry.ts';

const CODE_MAX = 30;

/** A bubble that needs nothing else, where a seed does not say what it shows. */
const plain = { chatBubbleType: 'TEXT', content: '안내 말씀 드립니다.' };

/**
 * Puts brand templates into the store, all or none; one of the same code is replaced. A seed has the members of an
 * `add`, and beside them `profile` (an alias or a key), `templateCode`, and where wanted `status`, `createdAt` and
 * `modifiedAt` (milliseconds). It is held against every rule of resource API 2.4 but those about uploads.
 * @returns a sentence for the first thing that is wrong
 */
export function plantBrandTemplates(machine: Machine, seeds: readonly JsonObject[]): string | undefined {
  const planted: BrandTemplate[] = [];
  for (const [index, seed] of seeds.entries()) {
    const template = readSeed(machine, seed);
    if (typeof template === 'string') return `brandTemplates[${index}]: ${template}`;
    planted.push(template);
  }
  for (const template of planted) machine.store.brandTemplates.put(template);
  return undefined;
}

function readSeed(machine: Machine, seed: JsonObject): BrandTemplate | string {
  const reading = new Reading(seed);
  const name = reading.requiredText('profile');
  const code = reading.requiredText('templateCode', { max: CODE_MAX });
  const status = reading.has('status') ? reading.word('status', ['A', 'S']) || 'A' : 'A';
  const createdAt = reading.optionalInteger('createdAt', { min: 0 }) ?? machine.clock.now();
  const modifiedAt = reading.optionalInteger('modifiedAt', { min: createdAt }) ?? createdAt;
  if (reading.failure) return reading.failure.message;
  const profile = profileBy(machine, name);
  if (profile === undefined) return `no such profile: ${name}`;
  const bubble = reading.has('chatBubbleType') ? {} : plain;
  const content = readBrandTemplate({ templateName: code, ...bubble, ...seed }, anywhere(machine, profile));
  if (isRefused(content)) return content.message;
  const template = newBrandTemplate(machine, profile, code, content);
  return { ...template, status, createdAt, modifiedAt, insertedAt: modifiedAt };
}

/** Surroundings in which every image and video is there. */
function anywhere(machine: Machine, { type }: Profile): Parameters<typeof readBrandTemplate>[1] {
  return {
    senderKeyType: type,
    couponScheme: channelCouponUrl(machine),
    find: () => ({ width: 2, height: 1 }),
    videoOf: () => ({ status: 'PUBLIC', videoUrl: null }),
  };
}
