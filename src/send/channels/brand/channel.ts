import { isObject } from '../../../core/json.ts';
import type { RowPage } from '../../../core/kind.ts';
import type { ProfileRef } from '../../../core/resource.ts';
import { liveBrand } from '../../../kinds/brand-template/codec.ts';
import { brandTemplateEndpoints } from '../../../kinds/brand-template/endpoints.ts';
import { brandDiscovery } from '../../../kinds/brand-template/kind.ts';
import { unlessUnlisted } from '../../../kinds/discovery.ts';
import { sender } from '../../../kinds/endpoint.ts';
import type { Client } from '../../../wire/client.ts';
import { type ApprovedTemplate, type TemplateChannel, UNBOUND, type WrittenChannel } from '../../channel.ts';
import { brandBubble } from './bubble.ts';
import { checkState, compareBrand } from './compare.ts';
import { draftOfTemplate, freeDraft } from './draft.ts';
import { CONTENT, checkBrand } from './form.ts';
import { BODIES } from './table.ts';

/** Brand messages: of a registered template, or FREE without one (message API 2.4, 2.10). */
export const brand: TemplateChannel & WrittenChannel = {
  types: Object.keys(BODIES),
  check: checkBrand,
  shapeOf: () => CONTENT,
  bubble: brandBubble,
  draft: freeDraft,
  hours: { opens: '08:00', closes: '20:50' },
  isReservationFinal: true,
  templates: {
    kind: 'BrandTemplate',
    active: 'A',
    isNamedBy: ({ brandmessagetype }) => brandmessagetype !== 'FREE',
    read: readRegistered,
    draft: draftOfTemplate,
    checkState,
    compare: compareBrand,
  },
};

/**
 * Reads the template. Returns undefined if the service's list lacks the code. A video is decoded to its id. Its address is kept
 * too, because a full text has it.
 */
function readRegistered(
  client: Client,
  profile: ProfileRef,
  code: string,
  signal: AbortSignal,
): Promise<ApprovedTemplate | undefined> {
  const pageOf = (page: number): Promise<RowPage> => brandDiscovery.page(client, profile, page, signal);
  return unlessUnlisted(code, pageOf, async () => {
    const fields = { ...sender(profile), templateCode: code };
    const detail = await client.call(brandTemplateEndpoints.detail, fields, signal);
    const { name, content, status } = liveBrand(detail, UNBOUND);
    const shown: unknown = detail.video;
    const url = isObject(shown) ? shown['videoUrl'] : undefined;
    const { video } = content;
    const addressed = isObject(video) && typeof url === 'string' ? { ...content, video: { ...video, url } } : content;
    return { code: name, content: addressed, state: status.state };
  });
}
