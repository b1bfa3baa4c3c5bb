import { readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Clock, type Ports, seededRandom } from '../../src/core/ports.ts';
import { claimData } from '../../src/emulator/claim.ts';
import { systemFiles, systemPorts } from '../../src/files/system.ts';
import { thisMachine } from '../../src/files/this-machine.ts';
import { NOON, temporaryFolder } from './support.ts';

/** Ports whose sleeps end when the test says so. */
function portsOf(during: () => Promise<void> = async () => undefined, seed = 1): { ports: Ports; slept: number[] } {
  const slept: number[] = [];
  const sleep: Clock['sleep'] = async (ms, signal) => {
    slept.push(ms);
    // Without a signal, another machine's lock is watched.
    if (signal === undefined) return during();
    await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
  };
  return { ports: { clock: { now: () => NOON, sleep }, random: seededRandom(seed), files: systemFiles }, slept };
}

const here = { pid: process.pid, host: hostname(), ...thisMachine(), token: 'abc' };
const elsewhere = { ...here, pidNamespace: 'pid:[1]' };

async function dataWith(lock: object): Promise<string> {
  const data = join(await temporaryFolder(), 'data.json');
  await writeFile(`${data}.lock`, JSON.stringify(lock));
  return data;
}

const filesOf = (data: string): Promise<string[]> => readdir(dirname(data));

describe('the claim of a data file', () => {
  it.each([
    ['a killed container that started again, with the same process id', elsewhere],
    ['a container of another name', { ...elsewhere, host: 'c0ffee' }],
    ['an earlier version', { pid: process.pid, host: hostname(), token: 'abc' }],
    ['nobody knows whom', {}],
  ])('of %s is taken over if it does not change while it is watched', async (_whose, lock) => {
    const data = await dataWith(lock);
    const { ports, slept } = portsOf();
    const release = await claimData(data, ports);
    expect(slept).toEqual([15_000, 5000]);
    expect(await filesOf(data)).toEqual(['data.json.lock']);
    await release();
    expect(await filesOf(data)).toEqual([]);
  });

  it('of an emulator elsewhere that writes it again is refused', async () => {
    const data = await dataWith(elsewhere);
    const { ports } = portsOf(() => writeFile(`${data}.lock`, JSON.stringify({ ...elsewhere, at: 'later' })));
    await expect(claimData(data, ports)).rejects.toMatchObject({
      problems: [{ code: 'emulator-running', hint: `Name another file. If no emulator uses it, remove ${data}.lock` }],
    });
  });

  it('of an emulator elsewhere stays if a signal ends the watch', async () => {
    const data = await dataWith(elsewhere);
    await expect(claimData(data, systemPorts, AbortSignal.abort())).rejects.toThrow('aborted');
    expect(await readFile(`${data}.lock`, 'utf8')).toBe(JSON.stringify(elsewhere));
  });

  it('of a process of this machine is judged by the process, at once', async () => {
    const data = await dataWith(here);
    const { ports, slept } = portsOf();
    await expect(claimData(data, ports)).rejects.toThrow('already uses the data file');
    await writeFile(`${data}.lock`, JSON.stringify({ ...here, pid: 2 ** 22 + 1 }));
    // A process that died while it took the lock over.
    await writeFile(`${data}.lock.abc`, JSON.stringify({ ...here, pid: 2 ** 22 + 2, token: 'def' }));
    const release = await claimData(data, ports);
    expect(slept).toEqual([5000]);
    await release();
    expect(await filesOf(data)).toEqual([]);
  });

  it('of an earlier process with the id of a living one is taken over at once', async () => {
    const data = await dataWith({ ...here, started: 'earlier' });
    const { ports, slept } = portsOf();
    const release = await claimData(data, ports);
    expect(slept).toEqual([5000]);
    await expect(claimData(data, portsOf(undefined, 2).ports)).rejects.toThrow('already uses the data file');
    await release();
    expect(await filesOf(data)).toEqual([]);
  });

  it('is written again as long as it is held, and never over that of another emulator', async () => {
    const data = join(await temporaryFolder(), 'data.json');
    const wakes: (() => void)[] = [];
    const { ports } = portsOf();
    let now = NOON;
    const clock: Clock = { now: () => now, sleep: () => new Promise((resolve) => wakes.push(resolve)) };
    const release = await claimData(data, { ...ports, clock });
    const read = async (): Promise<{ at?: string; token?: string }> =>
      JSON.parse(await readFile(`${data}.lock`, 'utf8')) as { at?: string; token?: string };
    const beat = async (): Promise<void> => {
      wakes.shift()?.();
      await expect.poll(() => wakes.length).toBe(1);
    };
    now += 5000;
    await beat();
    expect(await read()).toMatchObject({ at: new Date(NOON + 5000).toISOString() });
    await writeFile(`${data}.lock`, JSON.stringify(elsewhere));
    await beat();
    await release();
    expect(await read()).toEqual(elsewhere);
  });

  it('is not written again after its release', async () => {
    const data = join(await temporaryFolder(), 'data.json');
    const { ports } = portsOf();
    const written: string[] = [];
    const writeAtomic: typeof systemFiles.writeAtomic = async (path) => void written.push(path);
    let wake = (): void => undefined;
    const clock: Clock = {
      now: () => NOON,
      sleep: () =>
        new Promise((resolve) => {
          wake = resolve;
        }),
    };
    const release = await claimData(data, { ...ports, clock, files: { ...systemFiles, writeAtomic } });
    wake();
    await release();
    expect([written, await filesOf(data)]).toEqual([[], []]);
  });
});
