import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { type Bench, emulatorAccount, postJson } from '../emulator/support.ts';
import { visit, visitBeside } from './chromium.ts';
import { messageOf, openShop, request, SHOP } from './shop.ts';

const languages = [{ locale: 'en-US' }, { locale: 'ko-KR' }] as const;

async function brand(bench: Bench, changes: JsonObject): Promise<void> {
  const plain = { profile: 'shop', templateCode: 'fall', templateName: '가을 소식', chatBubbleType: 'TEXT' };
  const answer = await bench.control.seed({
    brandTemplates: [{ ...plain, content: '감귤을 할인합니다.', ...changes }],
  });
  expect(answer).toMatchObject({ ok: true });
}

async function sendBrand(bench: Bench, content: JsonObject): Promise<void> {
  const ut = { senderkey: SHOP, brandmessagetype: 'FREE', sendtarget: 'friend', message: '할인', ...content };
  const { body } = await bench.message({ ...messageOf({}), type: 'ut', content: { ut }, country: '1' });
  expect(body['code']).toBe(1000);
}

describe.each(languages)('in a browser of $locale', ({ locale }) => {
  const say = (english: string, korean: string): string => (locale === 'ko-KR' ? korean : english);

  it('the reason of each failed message is in its language, and the time in the bubble is marked', async () => {
    const bench = await openShop();
    await sendBrand(bench, { senderkey: 'no-key' });
    await sendBrand(bench, { brandmessagetype: 'BASIC', templatecode: 'gone', message: null });
    const { page } = await visit(`${bench.url}/?area=inbox`, { locale });
    const reasons = page.locator('.reason');
    await reasons.nth(1).waitFor();
    expect((await reasons.allTextContents()).sort()).toEqual([
      say(
        '7103: the sender profile is unknown, blocked or dormant',
        '7103: 발신 프로필이 없거나 차단 또는 휴면 상태입니다',
      ),
      say('7315: there is no such template', '7315: 템플릿이 없습니다'),
    ]);
    await page
      .locator('.detail-pane .quote')
      .filter({ hasText: say('there is no', '템플릿이 없습니다') })
      .waitFor();
    await page
      .locator('.phone desc')
      .filter({ hasText: /오[전후] \d+:\d\d KST/ })
      .waitFor({ state: 'attached' });
  });

  it('each changed template is shown before and after: a brand template, a new version, one that was rejected', async () => {
    const bench = await openShop();
    await brand(bench, {});
    const changed = {
      templateCode: 'fall',
      templateName: '가을 소식',
      chatBubbleType: 'TEXT',
      content: '단감을 할인합니다.',
    };
    const update = { ...emulatorAccount, senderKey: SHOP, ...changed };
    const { body } = await postJson(`${bench.url}/v4/msgr/brand/template/update`, update);
    expect(body).toMatchObject({ code: '200' });
    await request(bench);
    await bench.control.verdict({ profile: SHOP, templateCode: 'order_paid', verdict: 'reject', comment: '아니요' });
    await bench.add({ templateCode: 'order_paid_v2', templateName: '둘', templateContent: '#{이름}님, 완료입니다.' });
    const { page } = await visit(`${bench.url}/?state=&open=brand/${SHOP}/fall`, { locale });
    const heading = (name: string): Promise<void> => page.getByRole('heading', { name, exact: true }).waitFor();
    const texts = async (): Promise<string[][]> => [
      await page.locator('.changes del').allTextContents(),
      await page.locator('.changes ins').allTextContents(),
    ];
    await heading(say('Changed since version 1', '버전 1 이후 변경 사항'));
    expect(await texts()).toEqual([['감귤을'], ['단감을']]);
    await page.goto(`${bench.url}/?state=&open=notification/${SHOP}/order_paid_v2`);
    await heading(say('Compared with order_paid', 'order_paid 대비 변경 사항'));
    expect((await texts())[1]).toContain('둘');
    await page.goto(`${bench.url}/?state=&open=notification/${SHOP}/order_paid`);
    await heading(say('Changed since it was rejected', '반려 이후 변경 사항'));
    await page.getByText(say('No changes', '변경 없음'), { exact: true }).waitFor();
  });
});

describe('the language of the page', () => {
  const langOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

  it.each([
    ['ko', 'en-US', 'ko'],
    ['en', 'ko-KR', 'en'],
    [undefined, 'ko-KR', 'ko'],
    [undefined, 'de-DE', 'en'],
  ] as const)('is that of the emulator, else that of the browser: %s, %s', async (language, locale, shown) => {
    const bench = await openShop(language && { language });
    const { page } = await visit(bench.url, { locale });
    expect(await langOf(page)).toBe(shown);
    const title = shown === 'ko' ? '검수 중 · notiform 에뮬레이터' : 'Waiting for inspection · notiform desk';
    await expect.poll(() => page.title()).toBe(title);
    await page
      .getByRole('heading', { level: 1, name: shown === 'ko' ? '검수 중' : 'Waiting for inspection' })
      .waitFor();
  });

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
