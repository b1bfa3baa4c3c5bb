import type { Machine } from '../machine.ts';
import { oneOf, type Rules, read, text } from '../members.ts';
import { brandDetailOf } from '../resource/brand-template/detail.ts';
import { setBrandStatus } from '../resource/brand-template/operations.ts';
import type { BrandStatus } from '../resource/brand-template/template.ts';
import { profileBy } from '../resource/profile/registry.ts';
import { type Given, type Route, reject } from './route.ts';

interface StatusChange {
  profile: string;
  templateCode: string;
  status: BrandStatus;
}

const rules: Rules<StatusChange> = { profile: text, templateCode: text, status: oneOf('A', 'S') };

/** Blocks a brand template, or lets it go again: what leads from A to S and back is not shown (resource API 3). */
export const brandTemplateRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/brand-template',
    handle: (machine, { body }) => {
      const change = read<StatusChange>(body, rules, ['profile', 'templateCode', 'status']);
      return typeof change === 'string' ? reject(400, change) : setStatus(machine, change);
    },
  },
];

function setStatus(machine: Machine, { profile: name, templateCode, status }: StatusChange): Given {
  const profile = profileBy(machine, name);
  if (profile === undefined) return reject(404, `no such profile: ${name}`);
  const template = machine.store.brandTemplates.of(profile.key, templateCode);
  if (template === undefined) return reject(404, `no such brand template: ${templateCode}`);
  setBrandStatus(machine, template, status);
  return { template: brandDetailOf(template) };
}
