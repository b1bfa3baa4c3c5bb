import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Project, type Ran, smallShop } from './project.ts';

/** A kill in a test must not be undone by a request that goes on: it is held for longer than any test. */
export const FOREVER = 3_600_000;

export interface Control {
  get(path: string): Promise<Record<string, unknown>>;
  post(path: string, body?: unknown): Promise<void>;
}

/** A project with two templates and an image, and an emulator of its own process. */
export async function shopWithEmulator(): Promise<{ shop: Project; control: Control }> {
  const shop = await smallShop();
  await rm(join(shop.path, 'manifests/order.yaml'));
  await rm(join(shop.path, 'manifests/sends.yaml'));
  const { child } = shop.start('emulator', '--json');
  const [chunk] = await once(child.stdout ?? child, 'data');
  const { url } = JSON.parse(String(chunk)) as { url: string };
  const call = async (path: string, init?: RequestInit): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${url}/_emulator/${path}`, init);
    return (await answer.json()) as Record<string, unknown>;
  };
  return {
    shop,
    control: {
      get: (path) => call(path),
      post: async (path, body = {}) => {
        const answer = await call(path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        });
        expect(answer).toMatchObject({ ok: true });
      },
    },
  };
}

/** Resolves to true when a fault struck, false when the run ended before. */
export async function struckOrEnded(control: Control, ended: Promise<Ran>): Promise<boolean> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const isStruck = async (): Promise<boolean> => {
    const { rules } = (await control.get('faults')) as { rules: { struck: number }[] };
    return rules.some(({ struck }) => struck > 0);
  };
  await expect.poll(async () => isOver || (await isStruck())).toBe(true);
  return isStruck();
}

export async function writesOf(control: Control): Promise<string[]> {
  const { entries } = (await control.get('journal')) as {
    entries: { path: string; templateCode: string | null; code: string | null }[];
  };
  return entries
    .filter(
      ({ path, code }) =>
        code === '200' && /(?:template|groupTag|callbackUrl)\/(?:add|create|request|update|delete)$/.test(path),
    )
    .map(({ path, templateCode }) => `${path.split('/').at(-1)} ${templateCode}`)
    .sort();
}

/** What it takes to have the two templates as their manifests say. */
export const WRITES = ['add login_code', 'add welcome', 'request login_code', 'request welcome'];
