import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unitsOf } from '../../src/account/statistics/days.ts';
import { drawStatisticsPage } from '../../src/report/statistics/page.ts';
import { openPage } from './chromium.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notiform-stats-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const span = { from: '20261001', to: '20261031' };

it.each([
  ['en', 'light', 1200],
  ['ko', 'dark', 360],
] as const)(
  'the page of statistics can be read by everybody, in %s, %s, %i pixels wide',
  async (language, colorScheme, width) => {
    const rows = unitsOf(span, 'day').map((date, index) => ({
      profile: 'shop',
      date,
      messageType: 'AT',
      successCount: index * 10,
      validFailCount: index,
      readCount: index < 2 ? null : index * 4,
    }));
    const page = drawStatisticsPage(
      {
        question: { of: 'send', product: 'notification', by: 'day', span, filters: {} },
        rows,
        mode: null,
        notYet: null,
        partialMonth: null,
        elapsedNotYet: [],
        problems: [],
      },
      'production',
      language,
    );
    const file = join(folder, `${language}.html`);
    await writeFile(file, page);
    const address = pathToFileURL(file).href;
    const found = await openPage(address, { colorScheme, viewport: { width, height: 900 } });
    await found.page.evaluate(axe.source);
    const { violations } = await found.page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect([found.errors, found.strangers, found.asked]).toEqual([[], [], [new URL(address).pathname]]);
    expect(await found.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await found.page.getByRole('img').count()).toBe(1);
  },
);
