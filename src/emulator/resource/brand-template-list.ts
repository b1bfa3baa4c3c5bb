import type { JsonObject } from '../../core/json.ts';
import { accept, type Refused, result } from '../answers.ts';
import type { Machine } from '../machine.ts';
import { type BrandStatus, type BrandTemplate, CHAT_BUBBLES, type ChatBubble } from '../store/brand-template.ts';
import type { Profile } from '../store/profile.ts';
import { brandHistoryEntry, brandRowOf } from './brand-template-detail.ts';
import { Reading } from './guards/reading.ts';
import { isWithin, MAX_COUNT, newest, type Period, readPeriod } from './pages.ts';

const STATUSES = ['A', 'S'] as const;

interface Filter extends Period {
  status: BrandStatus | null;
  bubble: ChatBubble | null;
  keyword: string | null;
}

/** `brand/template/list`: the newest first, filters joined by "and" (resource API 4.7; assumption 127). */
export function listBrandTemplates(machine: Machine, body: JsonObject, profile: Profile): JsonObject | Refused {
  const reading = new Reading(body);
  const { page, count } = readPaging(reading);
  const filter = readFilter(reading);
  if (reading.failure) return reading.failure;
  const found = machine.store.brandTemplates.all(profile.key).filter((template) => meets(template, filter));
  return accept({
    totalCount: found.length,
    totalPage: Math.ceil(found.length / count),
    currentPage: page,
    data: { hasNext: found.length > page * count, list: newest(found, page, count).map(brandRowOf) },
  });
}

/** `brand/template/history`: every version, the one of now among them, the newest first (assumption 127). */
export function listBrandHistory(machine: Machine, body: JsonObject, template: BrandTemplate): JsonObject | Refused {
  const reading = new Reading(body);
  const { page, count } = readPaging(reading);
  if (reading.failure) return reading.failure;
  const data: JsonObject[] = [];
  const last = template.version - (page - 1) * count;
  for (let version = last; version > Math.max(last - count, 0); version -= 1) {
    const written = machine.store.brandPasts.of(template, version);
    if (written !== undefined) data.push(brandHistoryEntry(template, written));
  }
  return accept({ hasNext: last > count, data });
}

/** `page` and `count`: numbers as texts, "1" and "30" where they are left out. */
function readPaging(reading: Reading): { page: number; count: number } {
  const page = readNumber(reading, 'page', 1, Number.MAX_SAFE_INTEGER);
  const count = readNumber(reading, 'count', 30, MAX_COUNT);
  return { page, count };
}

function readNumber(reading: Reading, name: string, fallback: number, max: number): number {
  const given = reading.text(name);
  if (given === null) return fallback;
  const number = /^[1-9]\d*$/.test(given) ? Number(given) : Number.NaN;
  if (number <= max) return number;
  const range = max === Number.MAX_SAFE_INTEGER ? '1 or more' : `1 to ${max}`;
  reading.fail(result.parameters, `${name} must be a string with a number, ${range}`);
  return fallback;
}

function readFilter(reading: Reading): Filter {
  return {
    ...readPeriod(reading),
    status: reading.has('status') ? reading.word('status', STATUSES) || null : null,
    bubble: reading.has('chatBubbleType') ? reading.word('chatBubbleType', CHAT_BUBBLES) || null : null,
    keyword: reading.text('keyword', { min: 2, max: 50 }),
  };
}

function meets({ templateCode, content, createdAt, ...template }: BrandTemplate, filter: Filter): boolean {
  const { status, bubble, keyword } = filter;
  if (!isWithin(createdAt, filter)) return false;
  if (status !== null && template.status !== status) return false;
  if (bubble !== null && content.chatBubbleType !== bubble) return false;
  return keyword === null || templateCode.includes(keyword) || content.templateName.includes(keyword);
}
