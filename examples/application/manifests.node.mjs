import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { startEmulator } from 'notiform/emulator';
import { sendOrderPaid } from './order.mjs';

const project = import.meta.dirname;
const program = join(project, 'node_modules/notiform/dist/notiform.js');
const folder = mkdtempSync(join(tmpdir(), 'emulator-'));

let emulator;
before(async () => {
  for (const name of ['notiform.yaml', 'manifests']) cpSync(join(project, name), join(folder, name), { recursive: true });
  const words = [program, '-e', 'local', 'emulator', '--from-manifests', '--data', 'data.json', '--json', '--end-with-stdin'];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: folder, input: '', encoding: 'utf8' });
  assert.equal(status, 0, stdout);
  emulator = await startEmulator({ data: join(folder, 'data.json') });
  await emulator.checkpoint('manifests');
});
beforeEach(() => emulator.restore('manifests'));
after(async () => {
  await emulator?.stop();
  rmSync(folder, { recursive: true });
});

for (const name of ['홍길동', '김철수'])
  test(`sends the text of the manifest to ${name}`, async () => {
    assert.deepEqual(await emulator.inbox.list(), []);
    await sendOrderPaid(emulator, '01000000000', name);
    const message = await emulator.inbox.waitFor({ refkey: 'order-1', result: 'any' });
    assert.equal(message.result, '7000', message.reason);
  });
