import { isFileNode, sameContent } from '../../core/content.ts';
import { type JsonObject, member } from '../../core/json.ts';
import type { Kind, Verdict } from '../../core/kind.ts';
import type { Resource, Standing } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { type ShownFile, shownIn } from '../fields.ts';
import { interimName } from '../interim.ts';
import { VIDEO_USE } from '../video/rules.ts';
import { brandDiscovery, brandRecognition } from './discovery.ts';
import { brandFields } from './fields.ts';
import { brandOperations } from './operations.ts';

/** Brand templates (resource API 2.4, 3, 4.7). Their name is the code, which the service gives; the binding is `{code}`. */
export const brandTemplate: Kind<Client> = {
  name: 'BrandTemplate',
  discovery: brandDiscovery,
  recognition: brandRecognition,
  operations: brandOperations,
  interim: interimName,
  nameOf: ({ code }) => (typeof code === 'string' ? code : undefined),
  bindingOf: ({ name }) => ({ code: name }),
  meets,
  blockedBy,
  images: imagesOf,
};

function meets(at: Standing, want: Resource): Verdict {
  const isMet = want.goal === 'removed' ? !at : at?.status.state === 'A' && sameContent(at.content, want.content);
  return { meets: isMet ? 'yes' : 'no' };
}

function blockedBy(at: Standing, want: Resource): { operation: string } {
  if (!at) return { operation: 'brandTemplate.add' };
  return { operation: want.goal === 'removed' ? 'brandTemplate.delete' : 'brandTemplate.update' };
}

/** What it shows and was uploaded, its video included. */
function imagesOf(content: JsonObject): ShownFile[] {
  const video = member(content['video'], 'file');
  const film: ShownFile[] = isFileNode(video) ? [{ at: 'video', use: VIDEO_USE, sha256: video.sha256 }] : [];
  return [...shownIn(brandFields, content), ...film];
}
