// Runs a row's command and its floor in turn, in a project of their own with an emulator of their own.
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLimiter } from './limiter.mjs';
import { measure } from './measure.mjs';
import { seed, serve, writeConfig, writeManifests } from './project.mjs';

const floorProgram = fileURLToPath(new URL('floor.mjs', import.meta.url));

/** Returns the measured pairs of command and floor. The first turn warms the disk, and is not counted. */
export async function takeTurns(row, { program, count, runs }) {
  const folder = await mkdtemp(join(tmpdir(), 'notiform-bench-'));
  const stops = [];
  try {
    await writeConfig(folder, count);
    await mkdir(join(folder, 'manifests'));
    if (!row.empty) await writeManifests(folder, count, row);
    const emulator = row.args.includes('-e') ? await serve(program, folder) : undefined;
    if (emulator) stops.unshift(emulator.stop);
    const limiter = row.limit && (await startLimiter(emulator.url, row.limit));
    if (limiter) {
      stops.unshift(limiter.stop);
      await writeConfig(folder, count, { limiter: limiter.url });
    }
    if (row.live) await seed(emulator, count, row);
    if (row.adopted) await measure([program, '-e', 'local', 'apply', '--yes'], folder);
    await emulator?.control('checkpoint', { name: 'start' });
    if (row.delayMs) await emulator.control('faults', { rules: [{ kind: 'delay', delayMs: row.delayMs, times: 0 }] });

    const made = ['floor', 'floor.jsonl'];
    if (!row.adopted) made.push('.notiform/state');
    if (row.empty) made.push('manifests');
    let moved = 0;
    const restore = async () => {
      limiter?.reset();
      // The results of a run are moved away, not removed: for minutes, ext4 creates files slowly where it removed others.
      for (const path of made) {
        await rename(join(folder, path), join(folder, `moved-${moved}`)).catch(() => undefined);
        moved += 1;
      }
      if (!row.adopted) await emulator?.control('restore', { name: 'start' });
    };
    const floor = row.floor ? [floorProgram, row.floor, emulator?.url ?? '', folder, String(count)] : ['-e', '0'];

    const pairs = [];
    for (let run = 0; run <= runs; run += 1) {
      await restore();
      const command = await measure([program, ...row.args], folder, row.core);
      const limit = limiter?.tally();
      const state = row.tags ? await sizeOf(join(folder, '.notiform/state')) : undefined;
      await restore();
      pairs.push({ command, limit, state, floor: limiter ? undefined : await measure(floor, folder, row.core) });
    }
    return pairs.slice(1);
  } finally {
    for (const stop of stops) await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The bytes of the files in a folder. */
async function sizeOf(folder) {
  const paths = (await readdir(folder, { recursive: true })).map((path) => join(folder, path));
  const found = await Promise.all(paths.map((path) => stat(path)));
  return found.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0);
}
