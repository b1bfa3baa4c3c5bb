import { describe, expect, it } from 'vitest';
import { png } from '../images.ts';
import { shownOn } from './desk-support.ts';
import { newer, ok } from './profile-support.ts';
import { account, type Bench, openBench, SHOP } from './support.ts';

/** Uploads a proof of consent and applies for brand messages as the shop. */
async function applyForBrand({ url }: Bench): Promise<void> {
  const form = account({ senderKey: SHOP });
  form.set('file', new Blob([png(40, 30)]), '동의.png');
  await fetch(`${url}/v4/msgr/profile/marketingAgree/upload`, { method: 'POST', body: form });
  expect(await newer(url, '/profile/brandMessage/apply')).toEqual(ok);
}

describe('an application for brand messages', () => {
  it('waits on the desk among the requests, the oldest first, is counted and found', async () => {
    const bench = await openBench();
    await applyForBrand(bench);
    await bench.control.clock({ advance: 60_000 });
    await bench.add();
    await bench.call('/template/request', { templateCode: 'order_paid' });
    const { rows, files, facts } = await shownOn(bench);
    expect(rows.map(({ text }) => text)).toEqual([
      'shop Brand messages @shop · shop · 11-20 12:00:00 KST · 1 file',
      expect.stringContaining('order_paid'),
    ]);
    expect(files).toEqual(['/_emulator/desk/proof?senderKey=shop-key']);
    expect(facts).toEqual({
      'Proof uploaded': '2026-11-20 12:00:00 KST',
      'Registered on': '2026-11-20 12:00:00 KST',
    });
    expect((await shownOn(bench, 'search=@SHOP')).rows).toHaveLength(1);
    expect((await shownOn(bench, 'search=paid')).rows).toHaveLength(1);
  });
});
