import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemPorts } from '../../src/files/system.ts';
import { createFileStore } from '../../src/state/file-store.ts';
import { withoutSecretRows } from '../../src/state/secret-rows.ts';
import { Redaction } from '../../src/text/redaction.ts';
import { ann, document } from './contract.ts';

const SECRET = 'Qzkwfy-secret-of-the-run';

it('a row with a secret is left out of the document, and its entry and the other rows stay', async () => {
  const path = await mkdtemp(join(tmpdir(), 'notiform-rows-'));
  onTestFinished(() => rm(path, { recursive: true }));
  const redaction = new Redaction();
  redaction.hide(SECRET);
  const plain = createFileStore({ environment: 'test', ports: systemPorts, isAlive: () => true, path, shown: 'state' });
  const store = withoutSecretRows(plain, redaction);
  const first = document(1);
  const [[address, entry] = []] = Object.entries(first.entries);
  if (address === undefined || entry?.row == null) throw new Error('the document has no row');
  const echoed = { ...entry, row: { ...entry.row, title: `echo ${SECRET}` } };
  const lease = await store.lock('shop', ann);
  await lease.write(first);
  await lease.write({ ...first, serial: 2, entries: { ...first.entries, 'Thing/shop/b': echoed } });
  await lease.release();
  expect((await store.read('shop'))?.entries).toEqual({
    [address]: entry,
    'Thing/shop/b': { ...echoed, row: null },
  });
  expect(await readFile(join(path, 'test', 'shop.json'), 'utf8')).not.toContain(SECRET);
});
