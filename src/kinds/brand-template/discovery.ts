import type { Bound, Discovery, Read, Recognition } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { unlessNothingThere } from '../nothing-there.ts';
import { sender } from '../sender.ts';
import { ROWS_A_PAGE, readTemplatePage } from '../template-page.ts';
import { decodeBeside, decodeBrand } from './codec.ts';
import { type BrandTemplateDetail, brandTemplateEndpoints, brandTemplateRow } from './endpoints.ts';

/** Undefined where the service refuses the detail for any reason but the caller's own (assumptions 11, 54). */
const read: Read<Client> = (client, profile, templateCode, bound, signal) =>
  unlessNothingThere(async () =>
    liveBrand(await client.call(brandTemplateEndpoints.detail, { ...sender(profile), templateCode }, signal), bound),
  );

function liveBrand(detail: BrandTemplateDetail, bound: Bound): Live {
  const { templateCode, status, modifiedAt } = detail;
  const beside = decodeBeside(detail, bound);
  return {
    name: templateCode,
    content: decodeBrand(detail, bound),
    status: { state: status, status },
    ...(modifiedAt && { modifiedAt }),
    ...(Object.keys(beside).length > 0 && { beside }),
  };
}

/** Brand templates are found by the list's pages, and read by their detail where that is needed. */
export const brandDiscovery: Extract<Discovery<Client>, { by: 'list' }> = {
  by: 'list',
  page: (client, profile, page, _bound, signal) => {
    // This list takes page and count as strings (resource API 4.7).
    const paging = { page: String(page), count: String(ROWS_A_PAGE) };
    return readTemplatePage(client, brandTemplateEndpoints.list, brandTemplateRow, profile, paging, signal);
  },
  read,
};

/** The service gives the code: one that is not bound is recognised by its name and bubble. */
export const brandRecognition: Recognition = {
  titleOf: ({ name }) => String(name),
  isMeant: (live, want) => live.content['bubble'] === want.content['bubble'],
};
