import type { JsonObject } from '../../core/json.ts';
import { isRefused } from '../answers.ts';
import type { Machine } from '../machine.ts';
import type { BrandTemplate } from '../store/brand-template.ts';
import { friendlySurroundings } from './brand-template-surroundings.ts';
import { newBrandTemplate, removeBrandTemplate } from './brand-templates.ts';
import { readBrandTemplate } from './guards/brand-template.ts';
import { Reading, unaskedMembers } from './guards/reading.ts';
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
  for (const template of planted) plant(machine, template);
  return undefined;
}

function plant(machine: Machine, template: BrandTemplate): void {
  const standing = machine.store.brandTemplates.of(template.senderKey, template.templateCode);
  if (standing !== undefined) removeBrandTemplate(machine, standing);
  machine.store.brandTemplates.put(template);
}

function readSeed(machine: Machine, given: JsonObject): BrandTemplate | string {
  const seed: JsonObject = { ...('chatBubbleType' in given ? {} : plain), ...given };
  const reading = new Reading(seed);
  const name = reading.requiredText('profile');
  const code = reading.requiredText('templateCode', { max: CODE_MAX });
  seed['templateName'] ??= code;
  const status = reading.has('status') ? reading.word('status', ['A', 'S']) || 'A' : 'A';
  const createdAt = reading.optionalInteger('createdAt', { min: 0 }) ?? machine.clock.now();
  const modifiedAt = reading.optionalInteger('modifiedAt', { min: createdAt }) ?? createdAt;
  if (reading.failure) return reading.failure.message;
  const profile = profileBy(machine, name);
  if (profile === undefined) return `no such profile: ${name}`;
  const content = readBrandTemplate(seed, friendlySurroundings(machine, profile));
  if (isRefused(content)) return content.message;
  const [unknown] = unaskedMembers(seed);
  if (unknown !== undefined) return `${unknown} is no member of a brand template`;
  const template = newBrandTemplate(machine, profile, code, content);
  return { ...template, status, createdAt, modifiedAt, insertedAt: modifiedAt };
}
