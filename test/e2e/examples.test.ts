import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { SendResult } from '../../src/core/send-result.ts';
import { documentOf, emptyProject, exampleProject, type Project, type Ran } from './here.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');

const MANIFESTS = readdirSync(join(EXAMPLES, 'manifests'))
  .filter((name) => name.endsWith('.yaml'))
  .sort();

/** Every manifest of the examples, as plain data. */
const declared = MANIFESTS.flatMap((name) =>
  parseAllDocuments(readFileSync(join(EXAMPLES, 'manifests', name), 'utf8')).map(
    (document) => document.toJS() as Record<string, unknown>,
  ),
);

function ofKind(kind: string): Record<string, unknown>[] {
  return declared.filter((manifest) => manifest['kind'] === kind);
}

/** Every value that a member of a name has, wherever it stands. */
function valuesOf(name: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(key === name ? [inner] : []), ...valuesOf(name, inner)]);
}

function told({ exit, stdout, stderr }: Ran): string {
  return `${exit} ${stdout}${stderr}`;
}

interface PlanDocument {
  plan: Record<string, unknown> & {
    changes: { address: string; action: string }[];
    waiting: { address: string }[];
    blocked: { address: string }[];
  };
}

function planOf(ran: Ran): PlanDocument['plan'] {
  return (documentOf(ran) as unknown as PlanDocument).plan;
}

describe('the examples', () => {
  it('have every kind, and every emphasis, bubble and state that a manifest can ask for', () => {
    expect([...new Set(declared.map(({ kind }) => kind))].sort()).toEqual([
      'BrandTemplate',
      'GroupTag',
      'Image',
      'NotificationTemplate',
      'PluginCallback',
      'SenderProfile',
      'TestSend',
      'Video',
    ]);
    const templates = ofKind('NotificationTemplate');
    expect(new Set(templates.map(({ messageType }) => messageType))).toEqual(new Set(['BA', 'EX', 'AD', 'MI']));
    expect(new Set(templates.flatMap(({ emphasis }) => valuesOf('type', { emphasis })))).toEqual(
      new Set(['TEXT', 'IMAGE', 'ITEM_LIST']),
    );
    expect(new Set(templates.map(({ lifecycle }) => lifecycle))).toEqual(new Set([undefined, 'draft', 'stopped']));
    expect(new Set(templates.flatMap(({ buttons }) => valuesOf('type', buttons)))).toEqual(
      new Set(['WL', 'AL', 'DS', 'BK', 'MD', 'BC', 'BT', 'AC', 'P1', 'TN', 'MP']),
    );
    expect(
      ofKind('BrandTemplate')
        .map(({ bubble }) => bubble)
        .sort(),
    ).toEqual([
      'CAROUSEL_COMMERCE',
      'CAROUSEL_FEED',
      'COMMERCE',
      'IMAGE',
      'PREMIUM_VIDEO',
      'TEXT',
      'WIDE',
      'WIDE_ITEM_LIST',
    ]);
  });

  it('are valid without a warning, and laid out as `fmt` does it', async () => {
    const shop = await exampleProject();
    expect(await shop.run('validate')).toEqual({
      exit: 0,
      signal: null,
      stdout: `Valid: ${declared.length - ofKind('TestSend').length + inlineFiles(declared)} resources and ${ofKind('TestSend').length} test sends (local, production).\n`,
      stderr: '',
    });
    expect(await shop.run('fmt', '--check')).toMatchObject({ exit: 0 });
  });

  it('name every file that they have', () => {
    const texts = MANIFESTS.map((name) => readFileSync(join(EXAMPLES, 'manifests', name), 'utf8')).join('\n');
    const manifests = join(EXAMPLES, 'manifests');
    const files = readdirSync(manifests, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(manifests.length + 1))
      .filter((path) => !path.endsWith('.yaml'));
    expect(files.length).toBeGreaterThan(15);
    expect(files.filter((path) => !texts.includes(`./${path}`))).toEqual([]);
  });

  it('keep what belongs to one machine out of git, as a project of `init` does', async () => {
    const project = await emptyProject();
    await project.run('init');
    expect(readFileSync(join(EXAMPLES, '.gitignore'), 'utf8')).toBe(await project.read('.gitignore'));
  });

  it('plan the same bytes, however their files are named and their documents ordered', async () => {
    const plain = await exampleProject();
    const shuffled = await exampleProject();
    await reverseOrder(shuffled);
    const [one, other] = [await plain.run('plan', '--json'), await shuffled.run('plan', '--json')];
    expect(withoutPlaces(planOf(other))).toBe(withoutPlaces(planOf(one)));
  });

  it('are there after one apply, one verdict and one wait, and a plan is empty', async () => {
    const shop = await exampleProject();
    const applied = await shop.run('apply', '--yes', '--json');
    expect(applied.exit, told(applied)).toBe(0);

    const approved = await shop.run('emulator', 'approve', '*');
    expect(approved.exit, told(approved)).toBe(0);
    const waited = await shop.run('wait', '--timeout', '2m');
    expect(waited.exit, told(waited)).toBe(0);
    const film = await shop.run('apply', '--yes');
    expect(film.exit, told(film)).toBe(0);
    expect(film.stdout).toContain('Done: 1 created, 1 updated.');
    expect(await shop.run('emulator', 'approve', 'shop')).toMatchObject({ exit: 0 });

    const { changes, waiting, blocked } = planOf(await shop.run('plan', '--json'));
    expect({ changes, waiting, blocked }).toEqual({ changes: [], waiting: [], blocked: [] });
    // Brand messages have sending hours.
    const proofs = await shop.run('send', '--dry-run', '--at', tomorrowMorning());
    expect(proofs.exit, told(proofs)).toBe(0);
    expect(proofs.stdout).toContain('14 messages: 14 proved.');
    const sent = await shop.run(
      ...['send', '--at', tomorrowMorning(), '--no-wait', '--yes', '--allow', 'locks-text', '--json'],
    );
    expect(sent.exit, told(sent)).toBe(0);
    const { sends } = documentOf(sent) as unknown as { sends: SendResult[] };
    expect(sends.filter(({ outcome }) => outcome !== 'accepted')).toEqual([]);
    const used = new Set(sends.flatMap(({ type, fallbacks }) => [type, ...fallbacks.map((one) => one.type)]));
    expect([...used].sort()).toEqual(['ai', 'at', 'lms', 'mms', 'rcs', 'sms', 'ua', 'ui', 'ul', 'ut']);
  });
});

/** Ten o'clock in Korea, on the next day there. */
function tomorrowMorning(): string {
  const tomorrow = new Date(Date.now() + (24 + 9) * 3_600_000).toISOString();
  return `${tomorrow.slice(0, 10)}T10:00+09:00`;
}

/** Images that no document declares: each file that is shown by a template. */
function inlineFiles(manifests: readonly Record<string, unknown>[]): number {
  const shown = manifests
    .filter(({ kind }) => kind === 'NotificationTemplate' || kind === 'BrandTemplate')
    .flatMap((manifest) => [...valuesOf('image', manifest), ...valuesOf('thumbnail', manifest)]);
  return shown.filter((image) => typeof image === 'string' || valuesOf('file', image).length > 0).length;
}

/** The bytes of a plan without when it was made and where in which file each resource is declared. */
function withoutPlaces(plan: object): string {
  return JSON.stringify(plan, (key, value: unknown) => (key === 'source' || key === 'createdAt' ? null : value), 1);
}

/** The same manifests in files whose names sort the other way, each with its documents from the last to the first. */
async function reverseOrder({ path }: Project): Promise<void> {
  for (const [index, name] of MANIFESTS.entries()) {
    const file = join(path, 'manifests', name);
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text
        .split(/^---\n/m)
        .reverse()
        .join('---\n'),
    );
    await rename(file, join(dirname(file), `${String.fromCharCode(122 - index)}-${basename(file)}`));
  }
}
