import { expect, it } from 'vitest';
import { createEmulatorControl } from '../../src/emulator/emulator.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, tagsOf } from './project.ts';

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };

function brandsOf(names: Record<string, string>): string {
  return Object.entries(names)
    .map(([id, name]) => `kind: BrandTemplate\nid: ${id}\nprofile: shop\nname: ${name}\nbubble: TEXT\ncontent: ${id}\n`)
    .join('---\n');
}

async function open() {
  const emulator = await openEmulator([SHOP]);
  const project = await openProject(hereOf(emulator, [SHOP]), EMULATOR_KEY);
  const control = createEmulatorControl(emulator.url);
  /** The names that the service has for tags and brand templates, by what each is. */
  const live = async () => {
    const answer = await control.snapshot();
    if (!answer.ok) throw new Error('no snapshot');
    const { groupTags, brandTemplates } = answer.snapshot as unknown as {
      groupTags: { groupTagKey: string; groupTagName: string }[];
      brandTemplates: { content: { content: string; templateName: string } }[];
    };
    return {
      tags: Object.fromEntries(groupTags.map(({ groupTagKey, groupTagName }) => [groupTagKey, groupTagName])),
      brands: Object.fromEntries(brandTemplates.map(({ content }) => [content.content, content.templateName])),
    };
  };
  return { project, live };
}

it('tags and brand templates exchange names in one apply of a plan file, which says how', async () => {
  const { project, live } = await open();
  const declare = async (tags: Record<string, string>, brands: Record<string, string>) => {
    await project.write('manifests/tags.yaml', tagsOf(tags));
    await project.write('manifests/brands.yaml', brandsOf(brands));
  };
  await declare({ x: '봄', y: '여름', z: '가을' }, { a: '첫 소식', b: '둘째 소식' });
  expect(await project.run(['apply', '--yes'])).toMatchObject({ exit: 0 });
  // The tags are added side by side, so only their keys identify them.
  const { tags } = await live();
  expect(Object.values(tags).sort()).toEqual(['가을', '봄', '여름']);

  await declare({ x: '여름', y: '가을', z: '봄' }, { a: '둘째 소식', b: '첫 소식' });
  expect(await project.run(['validate'])).toMatchObject({ exit: 0 });
  const planned = await project.run(['plan', '--out', 'plan.json']);
  expect(planned).toMatchObject({ exit: 0, err: expect.not.stringContaining('names-exchanged') });
  expect(planned.out.replaceAll(/\s+/g, ' ')).toMatch(
    /rename \(for now "notiform-renaming-[0-9a-f]{8}"\) → present ─ rename, after GroupTag\/shop\/y → present/,
  );
  expect(planned.out).toContain('Plan: 5 to update.');
  expect(await project.run(['apply', 'plan.json'])).toMatchObject({ exit: 0 });
  const next: Record<string, string> = { 봄: '여름', 여름: '가을', 가을: '봄' };
  expect(await live()).toEqual({
    tags: Object.fromEntries(Object.entries(tags).map(([key, name]) => [key, next[name]])),
    brands: { a: '둘째 소식', b: '첫 소식' },
  });
  expect(await project.run(['plan', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
  // The file is through: it does nothing more.
  const again = await project.run(['apply', 'plan.json', '--json']);
  expect(JSON.parse(again.out)).toMatchObject({ receipt: { counts: { done: 0, 'already-so': 5 } } });
});
