import type { Bound } from '../../../core/kind.ts';
import type { ProfileRef } from '../../../core/resource.ts';
import { sender } from '../../../kinds/endpoint.ts';
import { templateEndpoints } from '../../../kinds/notification-template/endpoints.ts';
import { templateDiscovery } from '../../../kinds/notification-template/kind.ts';
import { addsChannel } from '../../../kinds/notification-template/notice.ts';
import type { Client } from '../../../wire/client.ts';
import type { ApprovedTemplate } from '../../channel.ts';

/** A message refers to no image, so no address needs to be resolved. */
const NO_IMAGES: Bound = {
  handleOf: () => undefined,
  fileOf: () => undefined,
  keyOf: () => undefined,
  aliasOf: () => undefined,
};

/**
 * The template as the service has it now, or undefined if it has none under this code. Throws ServiceFailure.
 * @param profile the template's own: the group's if the template belongs to a group
 */
export async function readApproved(
  client: Client,
  profile: ProfileRef,
  code: string,
  signal: AbortSignal,
): Promise<ApprovedTemplate | undefined> {
  const live = await templateDiscovery.read(client, profile, code, NO_IMAGES, signal);
  if (!live) return undefined;
  const approved = { code: live.name, content: live.content, state: live.status.state };
  const { messageType, content } = live.content;
  if (typeof messageType !== 'string' || typeof content !== 'string' || !addsChannel(messageType)) return approved;
  const { templateContent } = await client.call(
    templateEndpoints.detail,
    { ...sender(profile), templateCode: code },
    signal,
  );
  return { ...approved, notice: templateContent.slice(content.length) };
}
