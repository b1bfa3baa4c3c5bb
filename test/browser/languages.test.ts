import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { visit, visitBeside } from './chromium.ts';
import { openShop, request } from './shop.ts';

describe('the language of the page', () => {
  const langOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

  it('can be switched, and stays: with the place, the search, the filter and an unsent comment', async () => {
    const bench = await openShop({ language: 'ko' });
    await request(bench);
    await request(bench, { templateCode: 'parcel', templateName: '배송' });
    const found = await visit(`${bench.url}/?state=`, { locale: 'ko-KR' });
    const { page } = found;
    const templates = page.locator('main');
    await templates.getByRole('searchbox').fill('배송');
    await templates.getByLabel('상태').selectOption('REQ');
    await templates.getByRole('heading', { name: '배송' }).waitFor();
    await templates.getByRole('textbox', { name: '의견' }).fill('다시 써 주세요');
    const button = page.getByRole('button', { name: 'English' });
    expect(await button.getAttribute('lang')).toBe('en');
    await button.focus();
    await page.keyboard.press('Enter');
    const back = page.getByRole('button', { name: '한국어' });
    await back.waitFor();
    expect(await back.getAttribute('lang')).toBe('ko');
    expect(await langOf(page)).toBe('en');
    await expect.poll(() => templates.locator('.row').count()).toBe(1);
    expect(await templates.getByRole('searchbox').inputValue()).toBe('배송');
    expect(await templates.getByLabel('State').inputValue()).toBe('REQ');
    expect(await templates.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('다시 써 주세요');
    const beside = await visitBeside(found, bench.url);
    expect(await langOf(beside.page)).toBe('en');
    await page.reload();
    expect(await langOf(page)).toBe('en');
    await back.click();
    await page.getByRole('button', { name: 'English' }).waitFor();
    expect(await langOf(page)).toBe('ko');
    expect(found.errors).toEqual([]);
  });

  it('is marked, so that axe finds nothing, in both languages and on a narrow screen', async () => {
    const bench = await openShop();
    await request(bench);
    for (const [locale, width] of [
      ['en-US', 1440],
      ['ko-KR', 360],
    ] as const) {
      const { page } = await visit(bench.url, { locale, viewport: { width, height: 800 } });
      await page.locator(width === 360 ? '.row' : '.detail-pane svg').waitFor();
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
      expect([locale, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([locale, []]);
    }
  });
});
