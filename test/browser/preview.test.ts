import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPage } from '../../src/cli/preview/drawing.ts';
import { declaredPreviews, type Previewed } from '../../src/cli/preview/entries.ts';
import { runProgram } from '../../src/cli/program.ts';
import { viewOf } from '../cli/streams.ts';
import { environment, load } from '../manifest/project.ts';
import { openPage, type Visit } from './chromium.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

/** Examples that have every part of the page. axe takes seconds for all of them. */
const SOME = ['order-paid', 'visit-booked', 'parcel-sent', 'winter-picks', 'harvest-film', 'gift-sets'];

let folder: string;
/** Addresses of the page of the examples, and of one of a plan. */
let gallery: string;
let changes: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notiform-preview-'));
  const view = viewOf({ cwd: EXAMPLES });
  expect(await runProgram(['preview', ...SOME, '--format', 'html', '--out', folder], view)).toBe(0);
  gallery = pathToFileURL(join(folder, 'preview.html')).href;
  changes = await pageOf('changes.html', await plannedExamples());
  expect(
    await runProgram(['preview', 'order-paid', '--format', 'svg', '--out', folder], viewOf({ cwd: EXAMPLES })),
  ).toBe(0);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function pageOf(file: string, previewed: readonly Previewed[]): Promise<string> {
  const drawn = drawPage({ previewed, images: new Map(), plan: { environment: 'production' } });
  await writeFile(join(folder, file), drawn.files[0]?.text ?? '');
  return pathToFileURL(join(folder, file)).href;
}

/** These examples as a plan would have them: one is new, one is deleted, one is blocked, the others change. */
async function plannedExamples(): Promise<Previewed[]> {
  const { resources } = await load(EXAMPLES, { environment });
  const some = declaredPreviews(resources).filter(({ address }) => SOME.includes(address.split('/').at(-1) ?? ''));
  return some.map((one, index) => {
    const before = { ...one.after, content: '고객님, 주문이 접수되었습니다.' };
    const fields = [
      { path: 'content', before: before.content, after: one.after?.['content'] ?? null, format: 'text' as const },
    ];
    if (index === 0) return { ...one, action: 'create', before: null };
    if (index === 1) return { ...one, action: 'delete', before: one.after, after: null };
    if (index === 2)
      return { ...one, action: 'blocked', reason: 'It is blocked', comment: '문구를 바꾸세요', before, fields };
    return { ...one, action: 'update', before, fields };
  });
}

/** What axe finds wrong with the page, by rule and element. */
async function violations({ page }: Visit): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

describe('the page of previews', () => {
  it('can be read by everybody, in both languages, where the system is light and where it is dark', async () => {
    for (const [address, locale, colorScheme] of [
      [gallery, 'en-US', 'light'],
      [changes, 'ko-KR', 'dark'],
    ] as const) {
      const found = await openPage(address, { colorScheme, locale });
      expect(await violations(found)).toEqual([]);
      const language = locale.slice(0, 2);
      expect(await found.page.evaluate(() => document.documentElement.lang)).toBe(language);
      const heading = found.page.getByRole('heading', { level: 1 });
      expect(await heading.innerText()).toMatch(language === 'ko' ? /미리보기|변경/ : /Previews|Changes/);
      expect([found.errors, found.strangers, found.asked]).toEqual([[], [], [new URL(address).pathname]]);
    }
  });

  it('switches the sample and the language from the keyboard', async () => {
    const { page } = await openPage(gallery, { locale: 'en-US' });
    const order = page.getByRole('article', { name: '주문 결제 안내' });
    await order.getByRole('radio', { name: '기본' }).focus();
    expect(await order.getByRole('img').count()).toBe(1);
    const shown = (): Promise<string> => order.getByRole('img').locator('desc').innerHTML();
    expect(await shown()).toContain('홍길동님');
    await page.keyboard.press('ArrowRight');
    expect(await shown()).toContain('남궁민수님');
    await page.keyboard.press('ArrowRight');
    expect(await shown()).toContain('#{이름}님');
    expect(await order.getByRole('heading', { name: 'Lengths' }).count()).toBe(1);
    await page.getByRole('button', { name: '한국어' }).press('Enter');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('미리보기');
    expect(await order.getByRole('radio', { name: '치환 변수 그대로' }).isChecked()).toBe(true);
  });

  it('scrolls nowhere sideways at 360 pixels', async () => {
    for (const address of [gallery, changes]) {
      const { page } = await openPage(address, { viewport: { width: 360, height: 740 } });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0);
    }
  });

  it('runs and loads nothing of a template', async () => {
    const text =
      '</script></style></title></svg><script>alert(1)</script><img src="https://evil.example/a.png" onerror="alert(1)"><svg onload="alert(1)">\u202E#{이름}';
    const content = {
      name: text,
      content: text,
      emphasis: { type: 'IMAGE', image: { url: 'https://evil.example/b.png' } },
      buttons: [{ type: 'WL', name: text, link: { mobile: 'javascript:alert(1)', pc: 'https://evil.example/c' } }],
    };
    const hostile: Previewed = {
      address: 'NotificationTemplate/shop/hostile',
      kind: 'NotificationTemplate',
      source: { file: text, line: 1 },
      action: 'update',
      before: content,
      after: { ...content, content: `${text}!` },
      fields: [{ path: text, before: text, after: `${text}!`, format: 'text' }],
      samples: [{ name: text, values: { 이름: text } }],
    };
    const found = await openPage(await pageOf('hostile.html', [hostile]));
    await found.page.getByRole('radio').last().check({ force: true });
    expect([found.errors, found.strangers]).toEqual([[], []]);
    expect(await found.page.locator('script').count()).toBe(1);
    expect(await found.page.locator('img, iframe, a[href^="http"], a[href^="javascript"]').count()).toBe(0);
    expect(await violations(found)).toEqual([]);
  });
});

it('a picture is drawn as the image of a page, as GitHub shows it', async () => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.svg'));
  const images = files.map((file) => `<img src="${file}" alt="">`).join('');
  await writeFile(join(folder, 'images.html'), `<!doctype html><title>images</title>${images}`);
  const { page, errors } = await openPage(pathToFileURL(join(folder, 'images.html')).href);
  const widths = await page
    .locator('img')
    .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));
  expect(widths).toHaveLength(2);
  expect(Math.min(...widths)).toBeGreaterThan(300);
  expect(errors).toEqual([]);
});
