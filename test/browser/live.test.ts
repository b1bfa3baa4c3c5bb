import { describe, expect, it, onTestFinished } from 'vitest';
import { startEmulator } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { verdictsAccepted, visit, visitBeside } from './chromium.ts';
import { openShop, request, SHOP, send } from './shop.ts';

describe('a page that is open', () => {
  it('shows a message when it arrives, and its result, newest first', async () => {
    const bench = await openShop();
    const { page, errors } = await visit(`${bench.url}/?area=inbox`);
    await page.getByText('No messages yet.', { exact: false }).waitFor();
    await send(bench, '첫 번째 문자입니다.');
    const inbox = page.getByRole('list', { name: 'Inbox' });
    await page.getByRole('img', { name: /문자 메시지/ }).waitFor();
    await inbox.getByText('Delivered').waitFor();
    expect(await page.getByRole('img').textContent()).toContain('첫 번째 문자입니다.');
    const row = inbox.getByRole('listitem').first();
    expect(await row.innerText()).toMatch(
      /^To 01000000000\s+Delivered\s+SMS · \d\d-\d\d [\d:]{8} KST 첫 번째 문자입니다\.$/,
    );
    expect(await inbox.getByRole('img').count()).toBe(0);
    await send(bench, '두 번째 문자입니다.', 'ref-2');
    await expect.poll(() => inbox.getByRole('listitem').count()).toBe(2);
    await expect.poll(() => inbox.getByRole('listitem').first().innerText()).toContain('두 번째 문자입니다.');
    await page.getByRole('link', { name: 'Inbox 2' }).waitFor();
    await page.getByRole('status').getByText('0 waiting, 2 messages').waitFor();
    expect(errors).toEqual([]);
  });

  it('shows a request when it is filed, tells those who do not see it, and forgets one that is withdrawn', async () => {
    const bench = await openShop();
    const { page } = await visit(bench.url);
    await page.getByText('Nothing is waiting', { exact: false }).waitFor();
    await request(bench);
    await page.getByRole('link', { name: '주문 결제 안내' }).waitFor();
    await expect.poll(() => page.title()).toBe('(1) Waiting for inspection · notiform desk');
    await page.getByRole('status').getByText('1 waiting, 0 messages').waitFor();
    await verdictsAccepted(page);
    // The buttons that are there when the list is drawn without the request.
    const left = await page.evaluateHandle(() => {
      const drawn = new Promise<number>((resolve) => {
        new MutationObserver((_changes, observer) => {
          if (document.querySelector('main .row') !== null) return;
          observer.disconnect();
          resolve(document.querySelectorAll('main .approve').length);
        }).observe(document.body, { subtree: true, childList: true });
      });
      return { drawn };
    });
    await bench.call('/template/cancel_request', { templateCode: 'order_paid' });
    await page.getByText('Nothing is waiting', { exact: false }).waitFor();
    expect(await left.evaluate(({ drawn }) => drawn)).toBe(0);
  });

  it('keeps the focus, the choice and the words while the list changes', async () => {
    const bench = await openShop();
    await request(bench);
    const { page } = await visit(`${bench.url}/?state=`);
    const link = page.getByRole('link', { name: '주문 결제 안내' });
    await link.waitFor();
    await link.focus();
    await page.getByLabel('Comment (required to reject)').fill('끝나지 않은 말');
    await link.focus();
    for (let count = 0; count < 5; count += 1)
      await bench.add({ templateCode: `new_${count}`, templateName: `새 템플릿 ${count}` });
    await page.getByRole('link', { name: '새 템플릿 4' }).waitFor();
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await link.getAttribute('aria-current')).toBe('true');
    expect(await page.getByLabel('Comment (required to reject)').inputValue()).toBe('끝나지 않은 말');
  });

  it('is fed in each of several tabs by one connection', async () => {
    const bench = await openShop();
    const first = await visit(`${bench.url}/?area=inbox`);
    const tabs = [first];
    for (let count = 0; count < 3; count += 1) tabs.push(await visitBeside(first, `${bench.url}/?area=inbox`));
    const streams = (): number => tabs.flatMap(({ asked }) => asked).filter((path) => path.endsWith('/events')).length;
    expect(streams()).toBe(1);
    await send(bench, '모두에게');
    for (const { page } of tabs)
      await page
        .getByRole('img', { name: /문자 메시지/ })
        .first()
        .waitFor();
    await first.page.close();
    await expect.poll(streams).toBe(2);
    await send(bench, '첫 탭이 닫힌 뒤', 'ref-2');
    for (const { page } of tabs.slice(1)) await page.getByRole('link', { name: 'Inbox 2' }).waitFor();
  });

  it('says when the emulator is gone, and catches up when it is back', async () => {
    const bench = await openShop();
    const { page } = await visit(`${bench.url}/?state=`);
    await bench.emulator.close();
    await page.getByText('Connecting …').waitFor();
    const again = await startEmulator({
      port: Number(new URL(bench.url).port),
      inspect: 'auto',
      profiles: [{ alias: 'shop', key: 'shop-key', type: 'S' }],
      senders: [],
      recipients: [],
      ports: systemPorts,
    });
    onTestFinished(() => again.close());
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText('Auto-approval is on').waitFor();
    await page.getByText('No templates yet.', { exact: false }).waitFor();
  });

  it('draws a row anew when its state changes, and the rows and the detail beside it', async () => {
    const bench = await openShop();
    await request(bench, { templateCode: 'second', templateName: '둘째' });
    await request(bench);
    const { page } = await visit(`${bench.url}/?state=`);
    const rows = page.locator('main .row');
    await page.locator('.detail-pane').getByRole('heading', { name: '주문 결제 안내' }).waitFor();
    for (const templateCode of ['order_paid', 'second'])
      expect(await bench.control.verdict({ profile: SHOP, templateCode, verdict: 'approve' })).toMatchObject({
        ok: true,
      });
    await page.locator('main .detail-head').getByText('Approved, never sent', { exact: true }).waitFor();
    await expect
      .poll(() => rows.locator('.badge').allTextContents())
      .toEqual(['Approved, never sent', 'Approved, never sent']);
  });

  it('shows the newer of two answers, also if the older one comes last', async () => {
    const bench = await openShop();
    await request(bench);
    const { page } = await visit(`${bench.url}/?open=notification%2F${SHOP}%2Forder_paid`);
    // The first answer is read at once, and arrives when it is released.
    let hold = (_release: () => Promise<void>): void => undefined;
    const held = new Promise<() => Promise<void>>((resolve) => {
      hold = resolve;
    });
    await page.route(
      '**/?open=*',
      async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        hold(() => route.fulfill({ status: response.status(), headers: response.headers(), body }));
      },
      { times: 1 },
    );
    const write = (templateContent: string): Promise<unknown> =>
      bench.control.template({ profile: SHOP, templateCode: 'order_paid', templateContent });
    await write('older');
    const release = await held;
    await write('newer');
    const shown = page.locator('.detail-pane').getByText('newer', { exact: true });
    await shown.waitFor();
    await release();
    await page.evaluate(async () => (await fetch('/_emulator/health')).text());
    expect(await shown.count()).toBe(1);
  });
});
