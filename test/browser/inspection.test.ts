import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newer } from '../emulator/profile-support.ts';
import { account } from '../emulator/support.ts';
import { png } from '../images.ts';
import { verdictsAccepted, visit } from './chromium.ts';
import { openShop, request, SHOP } from './shop.ts';

const second = { templateCode: 'parcel_sent', templateName: '배송 출발 안내' };

/** Goes to the next request, and clicks or presses a key in the moment when it is shown. */
async function goOnAnd(act: 'click' | 'r', page: Page): Promise<void> {
  await page.evaluate((key) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('h2')?.textContent !== '배송 출발 안내') return;
      observer.disconnect();
      if (key === 'click') document.querySelector<HTMLElement>('.approve')?.click();
      else document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: 'KeyR', bubbles: true }));
    }).observe(document.body, { subtree: true, childList: true });
  }, act);
  await page.keyboard.press('j');
}

describe('the inspector', () => {
  it('sees a request as a phone will show it, and approves it', async () => {
    const bench = await openShop();
    await request(bench, {}, '결제가 되면 보냅니다.');
    const { page, errors } = await visit(bench.url);
    const bubble = page.getByRole('img', { name: /shop/ });
    await bubble.waitFor();
    expect(await bubble.textContent()).toContain('결제가 완료되었습니다.');
    await page.getByText('결제가 되면 보냅니다.').last().waitFor();
    await verdictsAccepted(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved: 주문 결제 안내').waitFor();
    await page.getByText('Nothing is waiting.', { exact: false }).waitFor();
    expect(await bench.detail('order_paid')).toMatchObject({ inspectionStatus: 'APR', status: 'R', comments: [{}] });
    await expect.poll(() => page.title()).toBe('Waiting for inspection · notiform desk');
    expect(errors).toEqual([]);
  });

  it('rejects with a comment, and is asked for one first', async () => {
    const bench = await openShop();
    await request(bench);
    const { page } = await visit(bench.url);
    const words = page.getByLabel('Comment (required to reject)');
    await verdictsAccepted(page);
    await page.getByRole('button', { name: 'Reject' }).click();
    await expect.poll(() => words.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+Enter');
    expect((await bench.detail('order_paid'))['inspectionStatus']).toBe('REQ');
    await words.fill('수신 사유를 적어 주세요.');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Rejected: 주문 결제 안내').waitFor();
    expect(await bench.detail('order_paid')).toMatchObject({
      inspectionStatus: 'REJ',
      comments: [{ content: '수신 사유를 적어 주세요.', status: 'REJ', userName: 'inspector' }],
    });
  });

  it('takes no click for a verdict about a request that has just come up, and no second click', async () => {
    const bench = await openShop();
    await request(bench);
    await request(bench, second);
    const { page } = await visit(bench.url);
    await verdictsAccepted(page);
    await goOnAnd('click', page);
    await page.getByRole('heading', { name: '배송 출발 안내' }).waitFor();
    await verdictsAccepted(page);
    expect((await bench.detail('parcel_sent'))['inspectionStatus']).toBe('REQ');
    await page.getByRole('button', { name: 'Approve' }).dblclick();
    await page.getByText('Approved: 배송 출발 안내').waitFor();
    expect((await bench.detail('order_paid'))['inspectionStatus']).toBe('REQ');
  });

  it('takes what is typed after `r` for a comment, also right after the form has changed', async () => {
    const bench = await openShop();
    await request(bench);
    await request(bench, second);
    const { page } = await visit(bench.url);
    await verdictsAccepted(page);
    await goOnAnd('r', page);
    const comment = page.getByLabel('Comment (required to reject)');
    await expect.poll(() => comment.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('a clearer word');
    expect(await comment.inputValue()).toBe('a clearer word');
    expect((await bench.detail('parcel_sent'))['inspectionStatus']).toBe('REQ');
  });

  it('works with the keyboard alone: to the request, the verdict, the next one', async () => {
    const bench = await openShop();
    await request(bench);
    await request(bench, second);
    await request(bench, { templateCode: 'third', templateName: '세 번째' });
    const { page, errors } = await visit(bench.url);
    await page.getByRole('link', { name: '주문 결제 안내' }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: '배송 출발 안내' }).waitFor();
    await verdictsAccepted(page);
    await page.keyboard.press('a');
    await page.getByText('Approved: 배송 출발 안내').waitFor();
    await page.getByRole('heading', { name: '세 번째' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('세 번째');
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: '주문 결제 안내' }).waitFor();
    await verdictsAccepted(page);
    await page.keyboard.press('r');
    await page.keyboard.type('a better word, please');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Rejected: 주문 결제 안내').waitFor();
    expect((await bench.detail('parcel_sent'))['inspectionStatus']).toBe('APR');
    expect((await bench.detail('order_paid'))['inspectionStatus']).toBe('REJ');
    expect((await bench.detail('third'))['inspectionStatus']).toBe('REQ');
    expect(errors).toEqual([]);
  });

  it('types letters into the comment without giving a verdict, keeps the draft of each request, and takes Korean keys', async () => {
    const bench = await openShop();
    await request(bench);
    await request(bench, second);
    const { page } = await visit(bench.url);
    await page.getByLabel('Comment (required to reject)').fill('');
    await page.getByLabel('Comment (required to reject)').pressSequentially('ajar /1');
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ㅓ', code: 'KeyJ', bubbles: true }));
    });
    await page.getByRole('heading', { name: '배송 출발 안내' }).waitFor();
    expect(await page.getByLabel('Comment (required to reject)').inputValue()).toBe('');
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: '주문 결제 안내' }).waitFor();
    expect(await page.getByLabel('Comment (required to reject)').inputValue()).toBe('ajar /1');
    expect((await bench.control.requests()).ok).toBe(true);
    expect((await bench.detail('order_paid'))['inspectionStatus']).toBe('REQ');
  });

  it('decides about an application for brand messages, after a look at the proof of consent', async () => {
    const bench = await openShop();
    const applied = async (): Promise<void> => {
      const form = account({ senderKey: SHOP });
      form.set('file', new Blob([png(40, 30)]), '동의.png');
      await fetch(`${bench.url}/v4/msgr/profile/marketingAgree/upload`, { method: 'POST', body: form });
      expect(await newer(bench.url, '/profile/brandMessage/apply')).toEqual({ code: '200' });
    };
    const { page, errors } = await visit(bench.url);
    await page.getByText('Nothing is waiting.', { exact: false }).waitFor();
    await applied();
    await request(bench);
    await page.getByRole('link', { name: 'Templates 2' }).waitFor();
    await page.getByRole('heading', { name: 'shop', exact: true }).waitFor();
    const [proof] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: '동의.png' }).click(),
    ]);
    await proof.waitForLoadState();
    expect(await proof.locator('img').evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBe(40);
    await page.bringToFront();
    expect(await page.locator('textarea:visible').count()).toBe(0);
    await verdictsAccepted(page);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Rejected: shop').waitFor();
    await page.getByRole('heading', { name: '주문 결제 안내' }).waitFor();
    expect(await page.locator('textarea:visible').count()).toBe(1);
    await applied();
    await page.getByRole('link', { name: 'shop', exact: true }).click();
    await page.getByText('Application for brand messages', { exact: false }).waitFor();
    await verdictsAccepted(page);
    await page.keyboard.press('a');
    await page.getByText('Approved: shop').waitFor();
    expect(await bench.call('/profile')).toMatchObject({ data: { brandMessage: true } });
    expect((await bench.detail('order_paid'))['inspectionStatus']).toBe('REQ');
    expect(errors).toEqual([]);
  });
});
