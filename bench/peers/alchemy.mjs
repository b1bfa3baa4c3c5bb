// The job with alchemy: a resource with its calls, and a program that declares one for each file in templates/.
import { readdir, readFile } from 'node:fs/promises';
import alchemy, { Resource } from 'alchemy';

const { ORIGIN, ACCOUNT } = process.env;
const account = JSON.parse(ACCOUNT);

/** Calls the service. An answer with another code than 200 ends the run. */
async function call(name, fields) {
  const answer = await fetch(`${ORIGIN}/v3/msgr/template/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, ...fields }),
  });
  const { code, message } = await answer.json();
  if (code !== '200') throw new Error(`${name}: ${code} ${message}`);
}

const Template = Resource('bench::Template', async function (_id, fields) {
  const { templateCode } = fields;
  if (this.phase === 'delete') {
    await call('delete', { templateCode });
    return this.destroy();
  }
  if (this.phase === 'update') {
    await call('cancel_request', { templateCode });
    await call('update', fields);
  } else await call('add', fields);
  await call('request', { templateCode });
  return { templateCode };
});

const app = await alchemy('bench', { stage: 'bench', quiet: true, noTrack: true });
const files = (await readdir('templates')).values();
const lanes = Array.from({ length: 16 }, async () => {
  for (const file of files) {
    const fields = JSON.parse(await readFile(`templates/${file}`, 'utf8'));
    await Template(fields.templateCode, fields);
  }
});
await Promise.all(lanes);
await app.finalize();
