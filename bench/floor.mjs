// What a row of the table could cost at least: the same files parsed with `yaml`, the same calls on a bare pool of
// undici, and nothing else. Usage: floor.mjs JOB ORIGIN FOLDER COUNT, where COUNT is the number of templates.
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const [job, origin, folder, count] = process.argv.slice(2);
const AT_ONCE = 16;

/** Runs the work of all items, 16 at once. */
async function each(items, work) {
  const rest = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}

/** Reads and parses every manifest. */
async function readManifests(parse) {
  const found = await readdir(join(folder, 'manifests'), { recursive: true });
  const files = found.filter((name) => name.endsWith('.yaml'));
  await each(files, async (file) => parse(await readFile(join(folder, 'manifests', file), 'utf8')));
}

/** Opens a pool and returns what the jobs call. */
async function service() {
  const { Pool } = await import('undici');
  const { account, keyOf, profilesOf, templateOf } = await import('./project.mjs');
  const pool = new Pool(origin, { connections: AT_ONCE, pipelining: 1 });
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const call = async (path, fields) => {
    const body = JSON.stringify({ ...account, ...fields });
    const answer = await pool.request({ method: 'POST', path, headers, body });
    const { code, message, data } = await answer.body.json();
    if (code !== '200') throw new Error(`${path}: ${code} ${message}`);
    return data;
  };
  const senders = profilesOf(Number(count)).map((_, index) => ({ senderKey: keyOf(index) }));
  const senderOf = (index) => senders[Math.floor(index / 1000)];
  const numbers = Array.from({ length: Number(count) }, (_, index) => index);
  return { pool, call, senders, senderOf, numbers, templateOf };
}

/** The calls that every plan makes of a profile: the profile, its callbacks, its tags and all pages of its lists. */
async function readLists({ call, senders, numbers }) {
  const pages = senders.flatMap((sender, index) => {
    const inProfile = Math.min(1000, numbers.length - index * 1000);
    return Array.from({ length: Math.ceil(inProfile / 100) }, (_, page) => ({ ...sender, page: page + 1, count: 100 }));
  });
  await each(senders, async (sender) => {
    await call('/v3/msgr/profile', sender);
    await call('/v3/msgr/plugin/callbackUrl/list', sender);
    await call('/v4/msgr/groupTag/list', sender);
    await call('/v4/msgr/brand/template/list', { ...sender, page: '1', count: '100' });
  });
  await each(pages, (page) => call('/v3/msgr/template/list', page));
}

function readDetails({ call, numbers, senderOf }, use = () => undefined) {
  return each(numbers, async (index) => {
    use(await call('/v3/msgr/template/detail', { ...senderOf(index), templateCode: `order_${index}` }), index);
  });
}

/** Waits until a file is on the disk, and closes it. */
async function flush(file) {
  await file.datasync();
  await file.close();
}

const parse = async () => (await import('yaml')).parse;

const jobs = {
  parse: async () => readManifests(await parse()),
  listsAndParse: async (api) => {
    await Promise.all([readManifests(await parse()), readLists(api)]);
  },
  details: async (api) => {
    await Promise.all([readManifests(await parse()), readLists(api)]);
    await readDetails(api);
  },
  /**
   * Every template as a new file of its own, without a check of what is in it, and a line for each in a journal. As after an
   * import, all of them are on the disk at the end: the files first, then their folder, then the journal.
   */
  import: async (api) => {
    const { stringify } = await import('yaml');
    await readLists(api);
    const made = join(folder, 'floor');
    await mkdir(made);
    const writing = [];
    const lines = [];
    await readDetails(api, (detail, index) => {
      writing.push(writeFile(join(made, `${index}.yaml`), stringify(detail), { flag: 'wx', flush: true }));
      lines.push(`${JSON.stringify({ code: detail.templateCode, file: `${index}.yaml` })}\n`);
    });
    await Promise.all(writing);
    await flush(await open(made));
    const journal = await open(join(folder, 'floor.jsonl'), 'a');
    await journal.writeFile(lines.join(''));
    await flush(journal);
  },
  /** One line for each tag, all on the disk at once. */
  tags: async ({ call, senders }) => {
    const { parseAllDocuments } = await import('yaml');
    await Promise.all([readManifests(parseAllDocuments), readLists({ call, senders, numbers: [] })]);
    const found = await call('/v4/msgr/groupTag/list', senders[0]);
    const file = await open(join(folder, 'floor.jsonl'), 'a');
    await file.writeFile(found.map((tag) => `${JSON.stringify(tag)}\n`).join(''));
    await flush(file);
  },
  /** A line that is on the disk before each write, then the write and what it left. */
  adds: async (api) => {
    const { call, numbers, senderOf, templateOf } = api;
    await Promise.all([readManifests(await parse()), readLists(api)]);
    const journal = await open(join(folder, 'floor.jsonl'), 'a');
    const append = async (text) => {
      await journal.write(`${text}\n`);
      await journal.datasync();
    };
    await each(numbers, (index) =>
      call('/v3/msgr/template/codeCheck', { ...senderOf(index), templateCode: `order_${index}` }),
    );
    await each(numbers, async (index) => {
      const named = { ...senderOf(index), templateCode: `order_${index}` };
      for (const [path, fields] of [
        ['/v3/msgr/template/add', { ...senderOf(index), ...templateOf(index) }],
        ['/v3/msgr/template/request', named],
      ]) {
        await append(JSON.stringify({ path, code: named.templateCode }));
        await call(path, fields);
        await call('/v3/msgr/template/detail', named);
      }
    });
    await journal.close();
  },
};

const api = origin === '' ? undefined : await service();
await jobs[job](api);
await api?.pool.close();
