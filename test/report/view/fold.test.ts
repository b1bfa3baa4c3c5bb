import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../../src/core/receipt.ts';
import type { StatusReport, StatusRow } from '../../../src/core/status.ts';
import { drawPlan, drawReceipt, drawStatus } from '../../../src/report/results.ts';
import { blockedOf, changeOf, planOf } from '../plans.ts';
import { plain } from '../support.ts';

const IDS = Array.from({ length: 60 }, (_, index) => `order-${index + 10}`);

function waitingOf(id: string, waitsFor = 'verdict') {
  return { address: `NotificationTemplate/shop/${id}`, state: waitsFor === 'verdict' ? 'REQ' : 'ENCODING', waitsFor };
}

/** The lines about an address of the sixty, or about the rest of them. */
function about(drawn: string): string[] {
  return drawn
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /order-\d|…/.test(line));
}

const THREE = IDS.slice(0, 3).map((id) => expect.stringContaining(`⧖ NotificationTemplate/shop/${id}`));
const FOLDED = [...THREE, '… and 57 more wait for a verdict'];

describe('many that wait for the same', () => {
  const held = changeOf({ address: 'BrandTemplate/shop/film', action: 'create', reasons: ['not-there'] });
  const plan = planOf({
    waiting: [
      ...IDS.map((id) => ({ ...waitingOf(id), since: null })),
      { ...waitingOf('clip', 'encoding'), since: null },
      { ...waitingOf('film'), since: null, held: { by: 'Video/shop/clip', change: held } },
    ],
    blocked: [blockedOf({ address: 'NotificationTemplate/shop/stuck' })],
  });

  it.each([
    ['in full', {}],
    ['in brief', { brief: true }],
  ])('are folded in a plan %s, below what is blocked, and nothing else is', (_, view) => {
    const drawn = drawPlan(plan, plain(120), view);
    expect(about(drawn)).toEqual(FOLDED);
    for (const other of ['shop/clip', 'BrandTemplate/shop/film']) expect(drawn).toContain(other);
    expect(drawn.indexOf('shop/stuck')).toBeLessThan(drawn.indexOf('order-10'));
    expect(about(drawPlan(plan, plain(120), { ...view, verbose: true }))).toHaveLength(60);
  });

  it('are folded in a receipt, those after the same change as well', () => {
    const receipt: Receipt = {
      environment: 'production',
      startedAt: '2026-11-18T01:12:07.000Z',
      finishedAt: '2026-11-18T01:12:08.000Z',
      interrupted: false,
      changes: [],
      counts: { done: 0, 'already-so': 0, refused: 0, stale: 0, skipped: 0, unknown: 0, failed: 0, 'not-run': 0 },
      blocked: [
        { address: 'NotificationTemplate/shop/stuck', state: 'REJ', reason: 'it was rejected', opens: null, ways: [] },
      ],
      waiting: [
        ...IDS.map((id) => waitingOf(id)),
        ...IDS.slice(0, 6).map((id) => ({ ...waitingOf(`late-${id}`), by: 'Video/shop/clip' })),
      ],
    };
    const drawn = drawReceipt(receipt, plain(120));
    const last = '… and 3 more after Video/shop/clip, which waits for a verdict';
    expect(about(drawn).slice(0, 4)).toEqual(FOLDED);
    expect(about(drawn).slice(4)).toEqual([...Array(3).fill(expect.stringContaining('/late-order-1')), last]);
    expect(drawn).toContain('Not changed, waiting:');
    expect(drawn.indexOf('shop/stuck')).toBeLessThan(drawn.indexOf('order-10'));
    expect(about(drawReceipt(receipt, plain(120), { verbose: true }))).toHaveLength(66);
  });

  it('are folded in a status, where they are, below what is stuck', () => {
    const row = (id: string, parts: Partial<StatusRow> = {}): StatusRow => ({
      ...waitingOf(id),
      kind: 'NotificationTemplate',
      name: id,
      title: id,
      goal: 'approved',
      verdict: 'waiting',
      moved: [],
      comments: [],
      modifiedAt: null,
      ...parts,
    });
    const asked = { content: '문의합니다.', createdAt: '2026-11-18 10:00:00', status: 'INQ', userName: '' };
    const rows = [
      row('first', { state: 'ACT', verdict: 'done', waitsFor: null }),
      ...IDS.map((id) => row(id)),
      row('asked', { comments: [asked] }),
      row('edited', { moved: ['edited'] }),
      row('stuck', { state: 'REJ', verdict: 'differs', waitsFor: null, reason: 'it was rejected' }),
    ];
    const report: StatusReport = { environment: 'production', complete: true, rows, unmanaged: [], problems: [] };
    const drawn = drawStatus(report, plain(120));
    expect(about(drawn)).toEqual(FOLDED);
    const order = Array.from(drawn.matchAll(/\/shop\/([a-z]+)\b/g), ([, id]) => id);
    expect(order).toEqual(['stuck', 'order', 'order', 'order', 'asked', 'edited', 'first']);
    expect(drawn).toContain('64 resources');
    for (const view of [{ verbose: true }, { history: true }]) {
      expect(about(drawStatus(report, plain(120), view))).toHaveLength(60);
    }
  });
});
