import type { JsonObject } from '../../core/json.ts';
import { accept, type Refused } from '../answers.ts';
import { formatDay } from '../dates.ts';
import type { Machine } from '../machine.ts';
import type { PublicTemplate } from '../store/template.ts';
import { Reading } from './guards/reading.ts';
import { readMoment } from './pages.ts';

const DAY_MS = 86_400_000;

/** What the public list holds from the start, the newest released an hour before the emulator began. */
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

/** `template/public/list`: what was released since a moment, by default a day ago (resource API 4.1). */
export function listPublicTemplates(machine: Machine, body: JsonObject): JsonObject | Refused {
  const reading = new Reading(body);
  const since = readMoment(reading, 'since') ?? machine.clock.now() - DAY_MS;
  const page = reading.integer('page', { default: 1, min: 1 });
  const count = reading.integer('count', { default: 100, min: 1, max: 100 });
  if (reading.failure) return reading.failure;
  const found = [...machine.store.publicTemplates.values()]
    .filter((template) => template.releasedAt >= since)
    .sort((a, b) => b.releasedAt - a.releasedAt);
  return accept({
    hasNext: found.length > page * count,
    data: found
      .slice((page - 1) * count, page * count)
      .map(({ releasedAt, ...row }) => ({ ...row, releaseDate: formatDay(releasedAt) })),
  });
}
