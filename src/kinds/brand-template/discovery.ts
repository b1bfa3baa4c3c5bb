import type { Bound, Discovery, Read, Recognition } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import type { Service } from '../../service/service.ts';
import type { BrandTemplateDetail } from '../../service/shape/brand.ts';
import { unlessNothingThere } from '../nothing-there.ts';
import { pageOfTemplates, ROWS_A_PAGE } from '../template-page.ts';
import { decodeBrand } from './decode.ts';

/** Undefined where the service refuses the detail for any reason but the caller's own (assumptions 11, 54). */
const read: Read<Service> = (service, profile, code, bound, signal) =>
  unlessNothingThere(async () => liveBrand(await service.resource.brandTemplate.detail(profile, code, signal), bound));

function liveBrand(detail: BrandTemplateDetail, bound: Bound): Live {
  const { templateCode, status, modifiedAt } = detail;
  return {
    name: templateCode,
    content: decodeBrand(detail, bound),
    status: { state: status, status },
    ...(modifiedAt && { modifiedAt }),
  };
}

/** Brand templates are found by the list's pages, and read by their detail where that is needed. */
export const brandDiscovery: Extract<Discovery<Service>, { by: 'list' }> = {
  by: 'list',
  page: async ({ resource }, profile, page, _bound, signal) =>
    pageOfTemplates(await resource.brandTemplate.list(profile, { page, count: ROWS_A_PAGE }, signal)),
  read,
};

/** The service gives the code: one that is not bound is recognised by its name and bubble. */
export const brandRecognition: Recognition = {
  titleOf: ({ name }) => String(name),
  isMeant: (live, want) => live.content['bubble'] === want.content['bubble'],
};
