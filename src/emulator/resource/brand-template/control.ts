import { needed, oneOf, text } from '../../members.ts';
import { isRejected, post, type Route, reject } from '../../route.ts';
import { namedProfile } from '../profile/control.ts';
import { brandDetailOf } from './view.ts';

export const brandTemplateRoutes: readonly Route[] = [
  // Blocks a brand template, or unblocks it: what leads from A to S and back is not shown (resource API 3).
  post(
    '/brand-template',
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
