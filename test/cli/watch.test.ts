import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { systemPorts } from '../../src/files/system.ts';
import { openProject } from './project.ts';
import { type View, viewOf } from './streams.ts';

const CONFIG = `environments: { local: { emulator: true, profiles: { shop: { key: ${'a'.repeat(40)} } } } }\n`;
const TAG = 'kind: GroupTag\nid: sale\nprofile: shop\nname: 세일\n';

/** Waits until a stream has a text. */
async function shown(view: View, text: string): Promise<void> {
  await expect.poll(() => view.out() + view.err(), { timeout: 10_000, interval: 20 }).toContain(text);
}

it('checks again after each change, also of a broken configuration, until a signal', async () => {
  const project = await openProject(CONFIG);
  await project.write('manifests/tag.yaml', TAG);
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const view = viewOf({ cwd: project.path, signal: stop.signal });
  const ended = runProgram(['validate', '--watch'], view);
  await shown(view, 'Valid: 1 resource and 0 test sends (local).');
  await shown(view, 'Watching the project');
  await project.write('manifests/tag.yaml', TAG.replace('name:', 'nmae:'));
  await shown(view, 'manifests/tag.yaml:4:1: error: `nmae` is not a field');
  await project.write('manifests/deep/other.yaml', TAG.replace('sale', 'other').replace('세일', '신상'));
  await project.write('manifests/tag.yaml', TAG);
  await shown(view, 'Valid: 2 resources');
  await project.write('notiform.yaml', 'version: 2\n');
  await shown(view, 'notiform.yaml:1');
  await project.write('notiform.yaml', `version: 1\nmanifests: manifests/deep\n${CONFIG}`);
  await expect.poll(view.out, { timeout: 10_000, interval: 20 }).toMatch(/Valid: 2 [\s\S]*Valid: 1 resource/);
  stop.abort();
  expect(await ended).toBe(0);
});

it('prints the time of each check', async () => {
  const project = await openProject(CONFIG);
  await project.write('manifests/tag.yaml', TAG);
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  let now = Date.parse('2026-11-20T00:00:05Z');
  const clock = { ...systemPorts.clock, now: () => now };
  const view = viewOf({ cwd: project.path, signal: stop.signal, ports: { ...systemPorts, clock } });
  const ended = runProgram(['validate', '--watch'], view);
  await shown(view, 'Watching the project');
  expect(view.err()).toContain('Checked at 2026-11-20 09:00:05 KST');
  now += 60_000;
  await project.write('manifests/tag.yaml', TAG.replace('name:', 'nmae:'));
  await shown(view, '`nmae` is not a field');
  expect(view.err()).toContain('Checked at 2026-11-20 09:01:05 KST');
  stop.abort();
  expect(await ended).toBe(0);
});

it.each([
  ['a path without manifests', CONFIG, ['validate', 'nosuch/*.yaml']],
  ['a path that does not exist', CONFIG, ['validate', 'nosuch.yaml']],
  ['an environment that does not exist', CONFIG, ['-e', 'nosuch', 'validate']],
  ['a folder without a project', undefined, ['validate']],
])('ends at once as without --watch: %s', async (_what, config, argv) => {
  const project = await openProject(CONFIG);
  await project.write('manifests/tag.yaml', TAG);
  if (config === undefined) await rm(join(project.path, 'notiform.yaml'));
  const once = await project.run(argv);
  // A watch that goes on would wait for this signal, and end with 0.
  const watched = await project.run([...argv, '--watch'], { signal: AbortSignal.timeout(20_000) });
  expect(once.exit).toBeGreaterThan(0);
  expect(watched).toEqual({ ...once, err: expect.not.stringContaining('Watching') });
});

it.each(['--json', '--rules', '--format=sarif'])('is refused with %s', async (flag) => {
  const { exit, out, err } = await (await openProject(CONFIG)).run(['validate', '--watch', flag]);
  expect([exit, out + err]).toEqual([64, expect.stringContaining('--watch cannot be combined')]);
});
