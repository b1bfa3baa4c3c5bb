import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { viewOf } from './streams.ts';

const TEMPLATE = `kind: BrandTemplate
id: coupon
profile: shop
name: 쿠폰
bubble: TEXT
content: 쿠폰이 왔습니다
coupon: { title: 배송비 할인 쿠폰, description: 오늘만, link: { android: "noticetalk=coupon://12345" } }
`;

/** A project with an environment for each of two `wire`s, both in the emulator, and what a command comes to in it. */
async function open() {
  const path = await mkdtemp(join(tmpdir(), 'notiform-wire-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  const environment = (wire: string): string =>
    `{ emulator: true, wire: ${wire}, profiles: { shop: { key: ${'a'.repeat(40)} } } }`;
  await writeFile(
    join(path, 'notiform.yaml'),
    `version: 1
manifests: manifests
environments:
  here: ${environment('{ segment: talk, product: card, couponScheme: chat }')}
  there: ${environment('{}')}
`,
  );
  await mkdir(join(path, 'manifests'));
  await writeFile(join(path, 'manifests', 'coupon.yaml'), TEMPLATE);
  return {
    path,
    run: async (words: string[], signal = new AbortController().signal): Promise<[number, string]> => {
      const view = viewOf({ cwd: path, signal });
      return [await runProgram(['-q', ...words], view), view.out() + view.err()];
    },
  };
}

it('an emulator has the words of its environment, and a manifest the neutral ones', async () => {
  const { path, run } = await open();
  expect(await run(['apply', '--yes', '-e', 'here'])).toMatchObject([0, expect.any(String)]);
  const data = await readFile(join(path, '.notiform', 'emulator-data.json'), 'utf8');
  expect(data).toContain('"linkAndroid":"chat=coupon://12345"');
  expect(data).not.toContain('noticetalk=coupon');
  expect(await run(['plan', '--detailed-exitcode', '-e', 'here'])).toMatchObject([0, expect.any(String)]);
});
