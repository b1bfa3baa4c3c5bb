import { describe, expect, it } from 'vitest';
import type { Bench } from '../emulator/support.ts';
import { type Visit, verdictsAccepted, visit } from './chromium.ts';
import { openShop, PHONE, request, SHOP, send } from './shop.ts';

/** A shop of which every area has something to show. */
async function fullShop(): Promise<Bench> {
  const bench = await openShop();
  await request(bench, {}, '처음입니다.');
  await bench.control.verdict({
    profile: SHOP,
    templateCode: 'order_paid',
    verdict: 'reject',
    comment: '고쳐 주세요.',
  });
  await bench.control.seed({
    templates: (['REG', 'REQ', 'REJ', 'APR'] as const).map((inspectionStatus) => ({
      profile: SHOP,
      templateCode: `seeded_${inspectionStatus}`,
      templateName: `심은 ${inspectionStatus}`,
      inspectionStatus,
      buttons: [{ name: '보기', linkType: 'WL', linkMo: 'https://shop.example/a-very-long-address/that-has-to-wrap' }],
    })),
  });
  await send(bench, '문자입니다.');
  await bench.message({
    account: 'emulator',
    type: 'at',
    from: '15880000',
    to: PHONE,
    refkey: 'ref-2',
    content: { at: { senderkey: SHOP, templatecode: 'nowhere', message: '없는 템플릿' } },
  });
  return bench;
}

const AREAS = [
  ['', 'templates'],
  ['?state=', 'templates'],
  ['?area=inbox', 'inbox'],
  ['?area=log', 'log'],
] as const;

/** Texts whose contrast with what is behind them is less than AA asks for, with the ratio. */
async function faintTexts({ page }: Visit): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = readonly [number, number, number, number];
    const parse = (text: string): Colour => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return [red, green, blue, alpha];
    };
    const over = (top: Colour, below: Colour): Colour => {
      const mix = (a: number, b: number): number => a * top[3] + b * (1 - top[3]);
      return [mix(top[0], below[0]), mix(top[1], below[1]), mix(top[2], below[2]), 1];
    };
    const luminance = ([red, green, blue]: Colour): number => {
      const linear = (value: number): number =>
        value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const behind = (element: Element | null): Colour => {
      if (element === null) return [255, 255, 255, 1];
      const own = parse(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, behind(element.parentElement));
    };
    const faint: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || node.textContent?.trim() === '' || element.closest('svg, .toast, .unseen')) continue;
      if (!element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const back = behind(element);
      const [a, b] = [luminance(over(parse(style.color), back)), luminance(back)];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      const isLarge = Number.parseFloat(style.fontSize) >= 24;
      if (ratio < (isLarge ? 3 : 4.5)) faint.push(`${node.textContent} ${ratio.toFixed(2)}`);
    }
    return faint;
  });
}

/** What is wrong with names, roles and structure: what a person who does not see the page would stumble over. */
async function obstacles({ page }: Visit): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isSeen = (element: Element): boolean => element.checkVisibility();
    const nameOf = (element: Element): string =>
      element.getAttribute('aria-label') ??
      (element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
        ? Array.from(element.labels ?? [], (label) => label.textContent ?? '').join('')
        : (element.textContent ?? ''));
    for (const element of document.querySelectorAll('a[href], button, input, select, textarea'))
      if (isSeen(element) && nameOf(element).trim() === '') found.push(`no name: ${element.outerHTML}`);
    for (const image of document.querySelectorAll('svg')) {
      if (!isSeen(image) || image.getAttribute('aria-hidden') === 'true') continue;
      const title = document.getElementById(image.getAttribute('aria-labelledby') ?? '');
      if (image.getAttribute('role') !== 'img' || !title?.textContent)
        found.push(`no title: ${image.outerHTML.slice(0, 80)}`);
    }
    const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id);
    for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`twice: #${id}`);
    for (const element of document.querySelectorAll<HTMLElement>('[tabindex]'))
      if (element.tabIndex > 0) found.push(`its own tab order: ${element.outerHTML}`);
    const headings = Array.from(document.querySelectorAll('h1, h2, h3')).filter(isSeen);
    if (headings.filter(({ localName }) => localName === 'h1').length !== 1) found.push('not one h1');
    if (document.documentElement.lang !== 'en') found.push('no language');
    for (const landmark of ['header', 'nav', 'main'])
      if (document.querySelectorAll(landmark).length !== 1 && landmark !== 'header') found.push(`not one ${landmark}`);
    const landmarks = Array.from(
      document.querySelectorAll(
        'section[aria-label], section[aria-labelledby], nav, main, [role=region], [role=search]',
      ),
    ).filter(isSeen);
    const names = landmarks.map((one) => {
      const label = document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent;
      return `${one.getAttribute('role') ?? one.localName} ${label ?? one.getAttribute('aria-label') ?? ''}`;
    });
    const kinds = names.map((name) => name.replace(/^section /, 'region '));
    for (const name of kinds)
      if (kinds.indexOf(name) !== kinds.lastIndexOf(name)) found.push(`landmark twice: ${name}`);
    for (const title of document.querySelectorAll('h2, .row-link'))
      if (/[가-힣]/.test(title.textContent ?? '') && title.closest('[lang]')?.getAttribute('lang') !== 'ko')
        found.push(`no Korean: ${title.outerHTML}`);
    if (document.querySelectorAll('nav [aria-current=page]').length !== 1) found.push('not one current area');
    return found;
  });
}

describe('the page can be read', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`with enough contrast, by name and by role, where the system is ${colorScheme}`, async () => {
      const bench = await fullShop();
      const found = await visit(bench.url, { colorScheme });
      for (const [address, area] of AREAS) {
        await found.page.goto(`${bench.url}/${address}`);
        await found.page.locator(`main.${area} .chosen`).waitFor();
        if (area !== 'log') await found.page.locator(`main.${area} .detail-pane svg`).waitFor();
        expect([area, await faintTexts(found)]).toEqual([area, []]);
        expect([area, await obstacles(found)]).toEqual([area, []]);
      }
      await found.page.keyboard.press('?');
      expect(await faintTexts(found)).toEqual([]);
      const paper = await found.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(paper).toBe(colorScheme === 'dark' ? 'rgb(16, 20, 22)' : 'rgb(244, 246, 245)');
      await found.page.goto(bench.url);
      const bubble = await found.page
        .locator('.nf-fill-bubble')
        .first()
        .evaluate((panel) => getComputedStyle(panel).fill);
      expect(bubble).toBe(colorScheme === 'dark' ? 'rgb(35, 39, 45)' : 'rgb(255, 255, 255)');
      expect(found.errors).toEqual([]);
    });
  }

  it('at 360 pixels: nothing sticks out, what is open covers the list, and back is back', async () => {
    const bench = await fullShop();
    const { page } = await visit(bench.url, { viewport: { width: 360, height: 740 } });
    const overhang = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    for (const [address, area] of AREAS) {
      await page.goto(`${bench.url}/${address}`);
      await page.locator(`main.${area} .row`).first().waitFor();
      expect([area, await overhang()]).toEqual([area, 0]);
    }
    await page.goto(`${bench.url}/`);
    const link = page.getByRole('link', { name: '심은 REQ' });
    await link.click();
    const title = page.getByRole('heading', { name: '심은 REQ' });
    await title.waitFor();
    expect(await link.isVisible()).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Waiting for inspection']);
    expect(await overhang()).toBe(0);
    await page.getByRole('link', { name: '← Back' }).click();
    await link.waitFor();
    await link.click();
    await verdictsAccepted(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved: 심은 REQ').waitFor();
    expect(await bench.detail('seeded_REQ')).toMatchObject({ inspectionStatus: 'APR' });
  });

  it('shows the chosen row where the system forces its colours', async () => {
    const bench = await fullShop();
    const { page } = await visit(bench.url, { forcedColors: 'active' });
    const outline = (row: string): Promise<string> =>
      page
        .locator(row)
        .first()
        .evaluate((element) => getComputedStyle(element).outlineStyle);
    await page.locator('main .row.chosen').waitFor();
    expect(await outline('main .row.chosen')).toBe('solid');
    await page.goto(`${bench.url}/?state=`);
    await page.locator('main .row.chosen').waitFor();
    expect([await outline('main .row.chosen'), await outline('main .row:not(.chosen)')]).toEqual(['solid', 'none']);
  });

  it('with the tab key: the areas, the search, one row, the verdict', async () => {
    const bench = await fullShop();
    const { page } = await visit(bench.url);
    await page.getByRole('heading', { name: '심은 REQ' }).waitFor();
    await page.getByRole('link', { name: 'Templates 1' }).waitFor();
    const stops: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press('Tab');
      stops.push(
        await page.evaluate(() => {
          const element = document.activeElement;
          return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? element?.localName ?? '';
        }),
      );
    }
    const order = ['Templates 1', 'Inbox 2', 'Search templates', '심은 REQ', 'Approve a', 'Reject r'];
    expect(stops.filter((stop) => order.includes(stop))).toEqual(order);
    const outline = await page.evaluate(() => {
      const button = document.querySelector<HTMLElement>('.approve');
      button?.focus();
      return button && getComputedStyle(button).outlineStyle;
    });
    expect(outline).toBe('solid');
  });
});
