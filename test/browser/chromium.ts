import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';

let browser: Browser | undefined;

/** A page, and what happened on it that should not have. */
export interface Visit {
  page: Page;
  /** Addresses of other origins that it asked for. */
  strangers: string[];
  /** Errors of the page's program and of its console, and dialogs that opened. */
  errors: string[];
  /** What it asked of the emulator, by path. */
  asked: string[];
}

/** Opens the desk of an emulator in a browser that nobody used before. It is closed when the test ends. */
export async function visit(address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  return connected(await openPage(address, options));
}

/** Opens any page in a browser that nobody used before. It is closed when the test ends. */
export async function openPage(address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  browser ??= await chromium.connect(inject('chromium'));
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  onTestFinished(() => context.close());
  return watched(await context.newPage(), address);
}

/** A further tab of the same browser. */
export async function visitBeside({ page }: Visit, address: string): Promise<Visit> {
  return connected(await watched(await page.context().newPage(), address));
}

async function connected(found: Visit): Promise<Visit> {
  await found.page.getByText(/^(Live|연결됨)$/).waitFor();
  return found;
}

/** Waits until the form for a verdict accepts one: for a moment after the open row changed it does not. */
export async function verdictsAccepted(page: Page): Promise<void> {
  await page.locator('.verdict:visible').waitFor();
  await page.waitForFunction(() => performance.now() - Number(document.body.dataset['changed'] ?? 0) > 500);
}

async function watched(page: Page, address: string): Promise<Visit> {
  const { origin } = new URL(address);
  const found: Visit = { page, strangers: [], errors: [], asked: [] };
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol === 'data:') return;
    if (url.origin === origin) found.asked.push(url.pathname);
    else found.strangers.push(request.url());
  });
  page.on('pageerror', (error) => found.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') found.errors.push(message.text());
  });
  page.on('dialog', (dialog) => {
    found.errors.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(address);
  return found;
}
