import { describe, expect, test } from 'vitest';
import { type LiveProject, openLiveProject, shop } from '../live-project.ts';
import { signal } from '../recorded.ts';
import { document, manifest, manifests, writeFiles } from './fixtures.ts';

/** Manifests, engine, kinds and client together against the emulator, which was written from the documents by others. */

async function open(profiles = [shop]): Promise<LiveProject> {
  const project = await openLiveProject(profiles);
  await writeFiles(project);
  return project;
}

/** The brand templates among the addresses. */
function templates(of: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(of).filter(([address]) => address.startsWith('BrandTemplate/')));
}

async function codes(project: LiveProject): Promise<Record<string, string>> {
  const { rows } = await project.service.resource.brandTemplate.list(shop, {}, signal);
  return Object.fromEntries(rows.map(({ templateName, templateCode }) => [templateName, templateCode]).sort());
}

/** The encoding of a video takes its time. */
async function encode(project: LiveProject): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await project.control.clock({ advance: 600_000 });
}

describe.each([...manifests.keys()])('%s', (name) => {
  const id = String(document(name)['id']);
  const address = `BrandTemplate/shop/${id}`;
  const title = String(document(name)['name']);

  test('is registered, changed, renamed and deleted, and nothing is left to do after each', async () => {
    const project = await open();
    const isFilm = name === 'premium-video';
    await project.declare(manifest(name));
    if (isFilm) {
      expect(templates(await project.actions())).toEqual({});
      expect(Object.values(await project.apply())).toEqual(['done', 'done']);
      await encode(project);
    }
    expect(templates(await project.actions())).toEqual({ [address]: 'create: brandTemplate.add' });
    expect(new Set(Object.values(await project.apply()))).toEqual(new Set(['done']));
    expect(await project.actions()).toEqual({});
    const made = await codes(project);
    expect(Object.keys(made)).toEqual([title]);
    expect(project.binding(address)).toEqual({ code: made[title] });

    const changed = manifest(name).replace(`name: ${title}`, 'name: 바뀐 이름');
    await project.declare(changed);
    expect(await project.actions()).toEqual({ [address]: 'update: brandTemplate.update' });
    expect(await project.apply()).toEqual({ [address]: 'done' });
    expect(await project.actions()).toEqual({});
    expect(await codes(project)).toEqual({ '바뀐 이름': made[title] });

    await project.declare(changed.replace(`id: ${id}`, `id: renamed\nrenamedFrom: ${id}`));
    expect(new Set(Object.values(await project.actions()))).toEqual(new Set(['move']));
    await project.apply();
    expect(await project.actions()).toEqual({});
    expect(project.binding('BrandTemplate/shop/renamed')).toEqual({ code: made[title] });

    await project.declare('');
    expect(templates(await project.actions())).toEqual({
      'BrandTemplate/shop/renamed': 'delete: brandTemplate.delete',
    });
    expect(new Set(Object.values(await project.apply()))).toEqual(new Set(['done']));
    expect(await project.actions()).toEqual({});
    expect(await codes(project)).toEqual({});
  });
});
