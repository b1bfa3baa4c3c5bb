import { describe, expect, it } from 'vitest';
import { visit } from './chromium.ts';
import { openShop, request, SHOP, send } from './shop.ts';

const template = (count: number): { profile: string; templateCode: string; templateName: string } => ({
  profile: SHOP,
  templateCode: `code_${count}`,
  templateName: `안내 ${count}`,
});

describe('the lists', () => {
  it('find what is searched for, in every area', async () => {
    const bench = await openShop();
    await request(bench);
    await request(bench, {
      templateCode: 'parcel_sent',
      templateName: '배송 출발 안내',
      templateContent: '출발했습니다.',
    });
    await send(bench, '감귤이 도착했습니다.');
    await send(bench, '사과가 도착했습니다.', 'ref-2');
    const { page } = await visit(bench.url);
    const shown = async (): Promise<string[]> => page.locator('main .row-link').allTextContents();
    await expect.poll(shown).toEqual(['주문 결제 안내', '배송 출발 안내']);
    await page.keyboard.press('/');
    await page.keyboard.type('PARCEL-sent');
    await expect.poll(shown).toEqual(['배송 출발 안내']);
    await page.keyboard.press('Escape');
    await page.getByLabel('State').selectOption('');
    await page.getByLabel('Search templates').fill('');
    await expect.poll(shown).toEqual(['배송 출발 안내', '주문 결제 안내']);
    await page.getByLabel('Search templates').fill('결제');
    await expect.poll(shown).toEqual(['주문 결제 안내']);
    await page.getByLabel('State').selectOption('RDY');
    await page.getByText('No matches.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await page.getByLabel('Search messages').fill('감귤');
    const found = (): Promise<string[]> => page.locator('main .row .line').allTextContents();
    await expect.poll(found).toEqual(['감귤이 도착했습니다.']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('3');
    await page.getByLabel('Search by path, code or template').fill('/v1/token');
    await expect.poll(() => page.locator('main.log .row').count()).toBe(2);
  });

  it('draw a page of 1,000 requests, the rest on request', async () => {
    const bench = await openShop();
    await bench.control.seed({
      templates: Array.from({ length: 1000 }, (_, count) => ({ ...template(count), inspectionStatus: 'REQ' })),
    });
    const { page, asked } = await visit(bench.url);
    await page.getByText('1,000 requests').waitFor();
    const rows = page.locator('main .row');
    await expect.poll(() => rows.count()).toBe(50);
    await page.locator('.detail-pane svg').waitFor();
    expect(await page.locator('svg.nf-bubble').count()).toBe(1);
    expect(asked.length).toBeLessThan(20);
    await page.getByRole('link', { name: 'Show more' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(100);
    expect(await rows.count()).toBeLessThan(300);
  });
});
