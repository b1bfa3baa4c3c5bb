import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { account, imageForm, postJson } from '../emulator/support.ts';
import { png } from '../images.ts';
import { visit } from './chromium.ts';
import { messageOf, openShop, PHONE, SHOP } from './shop.ts';

const ATTACK = '"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
/** As much of it as short fields take. */
const SHORT = '<b onload=x>';

describe('what others wrote', () => {
  it('is text in every field of the page, runs nothing and asks for nothing elsewhere', async () => {
    const bench = await openShop({
      profiles: [{ alias: ATTACK, key: SHOP, type: 'S' }],
    });
    const links = { linkMo: `https://elsewhere.example/${ATTACK}`, linkPc: 'javascript:window.hacked=1' };
    await bench.control.seed({
      templates: [
        {
          profile: SHOP,
          templateCode: ATTACK,
          templateName: ATTACK,
          templateMessageType: ATTACK,
          templateContent: ATTACK,
          templateExtra: ATTACK,
          templateEmphasizeType: 'IMAGE',
          templateImageUrl: 'https://elsewhere.example/picture.png',
          templateImageName: ATTACK,
          templateTitle: ATTACK,
          templateSubtitle: ATTACK,
          templateHeader: ATTACK,
          templatePreviewMessage: ATTACK,
          templateItemHighlight: {
            title: ATTACK,
            description: ATTACK,
            imageUrl: `https://elsewhere.example/${ATTACK}`,
          },
          templateItem: {
            list: [{ title: ATTACK, description: ATTACK }],
            summary: { title: ATTACK, description: ATTACK },
          },
          templateRepresentLink: { linkAnd: ATTACK, linkIos: ATTACK, ...links },
          categoryCode: ATTACK,
          buttons: [{ name: ATTACK, linkType: SHORT, telNumber: ATTACK, pluginId: ATTACK, ...links }],
          quickReplies: [{ name: ATTACK, linkType: SHORT, ...links }],
          inspectionStatus: 'REQ',
          comments: [{ content: ATTACK, status: 'REJ', userName: ATTACK }],
        },
      ],
    });
    await bench.message(
      messageOf({ message: ATTACK, title: SHORT, button: [{ name: SHORT, type: 'DS' }] }, { refkey: SHORT }),
    );
    await bench.message({
      ...messageOf({}),
      type: 'lms',
      to: PHONE,
      content: { lms: { subject: SHORT, message: ATTACK } },
    });
    await bench.add();
    const form = account({ senderKey: SHOP, templateCode: 'order_paid', comment: ATTACK });
    form.set('attachment', new Blob(['%PDF-1.7']), `${SHORT}.pdf`);
    await bench.upload('/template/request_with_file', form);
    await fetch(`${bench.url}/v3/msgr/${encodeURIComponent(ATTACK)}?${ATTACK}`, { method: 'POST' });
    await postJson(`${bench.url}/v3/msgr/template/detail`, { templateCode: ATTACK });

    const { page, strangers, errors } = await visit(bench.url);
    const text = (): Promise<string> => page.locator('main').innerText();
    await page.locator('.detail-pane svg').first().waitFor();
    await page.locator('main .row-link').first().click();
    await expect.poll(text).toContain('window.hacked=1');
    for (const address of ['?state=', '?area=inbox', '?area=log']) {
      await page.goto(`${bench.url}/${address}`);
      await expect.poll(text).toContain(address === '?area=log' ? '/v3/msgr/template' : 'window.hacked=1');
      if (address !== '?area=log') await page.locator('.detail-pane svg').waitFor();
    }
    for (const link of await page.locator('.row-link').all()) if (await link.isVisible()) await link.click();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    const strange = await page.evaluate(
      () =>
        document.querySelectorAll('main script, main img, main b, main [onerror], main [onload], main foreignObject')
          .length,
    );
    expect(strange).toBe(0);
    expect(await page.locator('a[href^="javascript"], a[href*="elsewhere"]').count()).toBe(0);
    expect(strangers).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('opens files in tabs of their own, where nothing of them runs', async () => {
    const bench = await openShop();
    await bench.add();
    const form = account({ senderKey: SHOP, templateCode: 'order_paid', comment: '증빙입니다.' });
    const hostile = '%PDF-1.7 <html><script>window.hacked = 1</script><svg onload="window.hacked = 1"/></html>';
    form.append('attachment', new Blob([png(40, 30)]), '<b>화면.png');
    form.append('attachment', new Blob([hostile]), 'proof.html.pdf');
    form.append('attachment', new Blob(['PK\u0003\u0004<script>window.hacked = 1</script>']), 'a.docx');
    expect(await bench.upload('/template/request_with_file', form)).toEqual({ code: '200' });
    const { page, strangers, errors } = await visit(bench.url);
    const files = page.getByRole('list', { name: 'Attachments' });
    const opened = async (name: string): Promise<Page> => {
      const [tab] = await Promise.all([page.waitForEvent('popup'), files.getByText(name).click()]);
      await tab.waitForLoadState();
      return tab;
    };
    const image = await opened('<b>화면.png');
    expect(await image.locator('img').evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBe(40);
    expect(await image.evaluate(() => [self.origin, window.opener === null])).toEqual(['null', true]);
    const answered = page.context().waitForEvent('response', (response) => response.url().includes('proof.html.pdf'));
    await files.getByText('proof.html.pdf').click();
    expect((await answered).headers()).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    });
    const [saved] = await Promise.all([page.waitForEvent('download'), files.getByText('a.docx').click()]);
    expect(saved.suggestedFilename()).toBe('a.docx');
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(strangers).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('could not run even if the page held it', async () => {
    const bench = await openShop();
    const attack = `<svg onload="window.hacked=1"><script>window.hacked=1</script><text>a</text></svg>
      <script>window.hacked=1</script><img src="x" onerror="window.hacked=1">`;
    const { page, strangers } = await visit(bench.url);
    await page.route(
      // Also when the script loads the page again.
      ({ search }) => search.includes('area=log'),
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace('<main', `${attack}<main`) });
      },
    );
    await page.goto(`${bench.url}/?area=log`);
    await page.locator('svg text').first().waitFor({ state: 'attached' });
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(strangers).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('is fetched from this emulator where it was uploaded here, and is a placeholder where it was not', async () => {
    const bench = await openShop();
    const url = String((await bench.upload('/image/noticetalk/template', imageForm(png(800, 400))))['image']);
    const template = { profile: SHOP, templateEmphasizeType: 'IMAGE', inspectionStatus: 'REQ' as const };
    await bench.control.seed({
      templates: [
        { ...template, templateCode: 'own', templateImageUrl: url },
        { ...template, templateCode: 'foreign', templateImageUrl: 'https://elsewhere.example/picture.png' },
      ],
    });
    const { page, strangers, asked } = await visit(bench.url);
    await page.getByRole('link', { name: 'own' }).click();
    const picture = page.locator('.detail-pane image');
    await picture.waitFor({ state: 'attached' });
    expect(await picture.getAttribute('href')).toBe(new URL(url).pathname);
    await expect.poll(() => asked).toContain(new URL(url).pathname);
    await page.getByRole('link', { name: 'foreign' }).click();
    await page.getByRole('heading', { name: 'foreign' }).waitFor();
    await expect.poll(() => picture.count()).toBe(0);
    expect(strangers).toEqual([]);
  });
});
