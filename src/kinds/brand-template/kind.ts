import { isFileNode, sameContent } from '../../core/content.ts';
import { formatPath } from '../../core/declaration.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Kind, Verdict } from '../../core/kind.ts';
import type { Resource, Standing } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { interimName } from '../interim.ts';
import { VIDEO_USE } from '../video/rules.ts';
import { brandDiscovery, brandRecognition } from './discovery.ts';
import { brandOperations } from './operations.ts';
import { type ImagePlace, imagePlaces, member } from './places.ts';

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
  wall,
  images: imagesOf,
};

function meets(at: Standing, want: Resource): Verdict {
  const isMet = want.goal === 'removed' ? !at : at?.status.state === 'A' && sameContent(at.content, want.content);
  return { meets: isMet ? 'yes' : 'no' };
}

function wall(at: Standing, want: Resource): { operation: string } {
  if (!at) return { operation: 'brandTemplate.add' };
  return { operation: want.goal === 'removed' ? 'brandTemplate.delete' : 'brandTemplate.update' };
}

/** What it shows and was uploaded, its video included: the use that each was uploaded for, its bytes or its URL. */
function imagesOf(content: JsonObject): Shown[] {
  const video = member(content['video'], 'file');
  const film: Shown[] = isFileNode(video) ? [{ at: 'video', use: VIDEO_USE, sha256: video.sha256 }] : [];
  return [...imagePlaces(content).flatMap(shownAt), ...film];
}

interface Shown {
  at: string;
  use: string;
  sha256?: string;
  url?: string;
}

function shownAt({ at, use, image }: ImagePlace): Shown[] {
  const file = isFileNode(image) ? image : member(image, 'file');
  if (isFileNode(file)) return [{ at: formatPath(at), use, sha256: file.sha256 }];
  const url = member(image, 'url');
  return typeof url === 'string' ? [{ at: formatPath(at), use, url }] : [];
}
