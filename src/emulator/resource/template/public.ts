import { accept } from '../../answers.ts';
import { formatDay, parseStamp } from '../../dates.ts';
import { ofAccount } from '../access.ts';
import { MAX_COUNT, stamp } from '../pages.ts';
import type { PublicTemplate } from './store.ts';

const DAY_MS = 86_400_000;

/** The public templates at the start. The newest was released an hour before. */
export function releasedPublicTemplates(now: number): PublicTemplate[] {
  const row = (code: string, name: string, categoryCode: string, ageMs: number): PublicTemplate => ({
    templateCode: code,
    templateName: name,
    status: 'A',
    categoryCode,
    releasedAt: now - ageMs,
    previewImageUrl: null,
  });
  return [
    row('public_order_paid', '결제 완료 안내', '002001', 3_600_000),
    row('public_delivery_started', '배송 시작 안내', '005001', 2 * 3_600_000),
    row('public_reservation', '예약 확정 안내', '003001', 40 * DAY_MS),
  ];
}

/** `template/public/list`: templates that were released since a moment, by default a day ago (resource API 4.1). */
export const publicList = ofAccount(
  { since: stamp, page: { is: 'integer', min: 1 }, count: { is: 'integer', min: 1, max: MAX_COUNT } },
  (machine, fields) => {
    const since = parseStamp(fields.since ?? '') ?? machine.clock.now() - DAY_MS;
    const { page, count } = { page: fields.page ?? 1, count: fields.count ?? 100 };
    const found = [...machine.store.publicTemplates.values()]
      .filter((template) => template.releasedAt >= since)
      .sort((a, b) => b.releasedAt - a.releasedAt);
    return accept({
      hasNext: found.length > page * count,
      data: found
        .slice((page - 1) * count, page * count)
        .map(({ releasedAt, ...row }) => ({ ...row, releaseDate: formatDay(releasedAt) })),
    });
  },
);
