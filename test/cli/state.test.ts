import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { neutralWire } from '../../src/core/wire.ts';
import { emulatorCredentials, startEmulator } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { messageEndpoints } from '../../src/send/endpoints.ts';
import { type StateDocument, serializeDocument } from '../../src/state/document.ts';
import { createClient } from '../../src/wire/client.ts';
import { api } from '../api.ts';
import { ranIn } from './project.ts';
import { viewOf } from './streams.ts';

/** `state …`, as a user runs it. Only `bind` asks the service anything. */

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' } as const;
const ORDER = 'NotificationTemplate/shop/order';
const TAG = 'GroupTag/shop/promo';

interface Project {
  path: string;
  run(words: string[], given?: Parameters<typeof viewOf>[0]): Promise<{ exit: number; out: string; err: string }>;
  json(...words: string[]): Promise<Record<string, unknown>>;
}

async function open(environment: string): Promise<Project> {
  const path = await mkdtemp(join(tmpdir(), 'notiform-state-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  await writeFile(
    join(path, 'notiform.yaml'),
    `version: 1
manifests: manifests
environments:
  here:
    profiles: { shop: { key: ${SHOP.key} }, mall: { key: ${'b'.repeat(40)}, type: G } }
    credentials: { bizId: "\${env:BIZ}", apiKey: "\${env:KEY}" }
${environment}`,
  );
  const run: Project['run'] = async (words, given = {}) => {
    const env = { BIZ: emulatorCredentials.bizId, KEY: emulatorCredentials.apiKey };
    const view = viewOf({ cwd: path, env, ...given });
    return ranIn(view, words);
  };
  return { path, run, json: async (...words) => JSON.parse((await run(['--json', ...words])).out) };
}

const entry = { binding: { code: 'order' }, protect: false, applied: 'x', row: null };
const document: StateDocument = {
  formatVersion: 3,
  environment: 'here',
  profile: 'shop',
  account: 'acc',
  serial: 7,
  entries: {
    [ORDER]: {
      ...entry,
      row: { name: 'order', title: '주문', state: 'REQ', modifiedAt: '2026-11-20 09:00:00' },
    },
    [TAG]: { ...entry, binding: { key: 'T1' }, protect: true },
    'Image/shop/x': { ...entry, binding: { use: 'notification/template' } },
  },
};

/** A project with a state and no service behind it. */
async function withState(environment = ''): Promise<Project> {
  const project = await open(environment);
  await mkdir(join(project.path, '.notiform', 'state', 'here'), { recursive: true });
  await writeFile(stateOf(project), serializeDocument(document));
  return project;
}

function stateOf({ path }: Project): string {
  return join(path, '.notiform', 'state', 'here', 'shop.json');
}

async function addresses(project: Project): Promise<string[]> {
  return Object.keys(JSON.parse(await readFile(stateOf(project), 'utf8')).entries);
}

describe('state show', () => {
  it('tells what each address is bound to, without asking the service', async () => {
    const project = await withState();
    expect(await project.run(['state', 'show'])).toEqual({
      exit: 0,
      out: `State of here

mall  nothing was ever applied

shop  serial 7
  GroupTag/shop/promo              T1     protected
  Image/shop/x
  NotificationTemplate/shop/order  order  REQ in inspection 2026-11-20 09:00 KST

3 addresses bound.
`,
      err: '',
    });
  });
});

describe('state move', () => {
  it('moves nothing to an alias of another key', async () => {
    const project = await withState();
    expect(await project.run(['state', 'move', 'store', 'shop'])).toMatchObject({
      exit: 64,
      err: expect.stringContaining('The state has no document for `store` with the key of `shop`'),
    });
    expect(await addresses(project)).toEqual([TAG, 'Image/shop/x', ORDER]);
  });
});

describe('state forget', () => {
  it('asks, and where nobody is there says what confirms it', async () => {
    const project = await withState();
    const asked = await project.run(['state', 'forget', ORDER]);
    expect(asked.exit).toBe(7);
    expect(asked.err).toContain(
      `∅ ${ORDER}\nForget this address of here? This is not a terminal, so notiform cannot ask.\n`,
    );
    expect(asked.err).toContain(`To confirm, run: notiform -e here state forget ${ORDER} --yes\n`);
    expect(await addresses(project)).toContain(ORDER);
  });

  it('forgets, and says that nothing was changed at the service', async () => {
    const project = await withState();
    expect(await project.run(['state', 'forget', ORDER, 'Image/**', '-y'])).toEqual({
      exit: 0,
      out: `∅ Image/shop/x
∅ ${ORDER}

Removed from the state. Nothing changed on the service. The next plan finds declared resources again; the others are now unmanaged.
`,
      err: '',
    });
    expect(await addresses(project)).toEqual([TAG]);
  });

  it('wants the name of a protected environment', async () => {
    const project = await withState('    protected: true\n');
    const answer = (line: string) => {
      const stdin = new PassThrough();
      stdin.write(line);
      return { terminal: true, stdin: Object.assign(stdin, { isTTY: true }) };
    };
    expect(await project.run(['state', 'forget', ORDER], answer('y\n'))).toMatchObject({ exit: 7 });
    const typed = await project.run(['state', 'forget', ORDER], answer('here\n'));
    expect(typed.err).toContain('Type here to continue:');
    expect(typed.exit).toBe(0);
  });

  it('leaves what is protected, unless --unprotect names it', async () => {
    const project = await withState();
    const held = await project.run(['state', 'forget', '**', '--yes']);
    expect(held.exit).toBe(7);
    expect(held.err).toContain(`${TAG} is protected, and forgetting it would`);
    expect(held.err).toContain(`--unprotect ${TAG}`);
    expect(await project.json('state', 'forget', '**', '--yes', '--unprotect', TAG)).toMatchObject({
      forgotten: [TAG, 'Image/shop/x', ORDER],
    });
  });
});

describe('state unlock', () => {
  const lockOf = ({ path }: Project): string => join(path, '.notiform', 'state', 'here', 'shop.json.lock');
  const lock = {
    pid: 41,
    host: 'build-7',
    command: 'apply',
    user: 'kim',
    run: 'https://ci.example.com/runs/9',
    startedAt: '2026-11-20T00:00:00.000Z',
    token: 'abc',
    fence: 3,
  };
  const words =
    'by `apply` of kim on build-7 (process 41) since 2026-11-20 09:00:00 KST, https://ci.example.com/runs/9';

  async function locked(): Promise<Project> {
    const project = await withState();
    await writeFile(lockOf(project), JSON.stringify(lock));
    return project;
  }

  it('is what show and whoever finds the lock lead to', async () => {
    const project = await locked();
    expect((await project.run(['state', 'show'])).out).toContain(
      'shop  serial 7\n  locked by `apply` of kim on build-7',
    );
    const held = await project.run(['state', 'forget', ORDER, '--yes']);
    expect(held.exit).toBe(6);
    expect(held.err).toContain('`notiform -e here state unlock shop');
  });

  it('breaks it', async () => {
    const project = await locked();
    expect(await project.run(['state', 'unlock', '--all', '-y'])).toEqual({
      exit: 0,
      out: `shop is now unlocked. It was locked ${words}.\n`,
      err: '',
    });
    expect(await project.run(['state', 'unlock', 'mall'])).toMatchObject({
      exit: 0,
      out: 'No lock is held.\n',
    });
    expect(await project.json('state', 'unlock', 'shop')).toMatchObject({ unlocked: [] });
    expect(await project.run(['state', 'forget', ORDER, '-y'])).toMatchObject({ exit: 0 });
  });

  it('wants to be told which', async () => {
    const project = await locked();
    expect(await project.run(['state', 'unlock'])).toMatchObject({ exit: 64 });
    expect(await project.run(['state', 'unlock', 'shop', '--all'])).toMatchObject({ exit: 64 });
    expect((await project.run(['state', 'unlock', 'shpo'])).err).toContain('It has `shop`, `mall`');
    expect((await project.run(['state', 'unlock', 'elsewhere'])).err).toContain('It has `shop`, `mall`');
  });
});

describe('state export', () => {
  it('prints the documents as one', async () => {
    const project = await withState();
    const { out } = await project.run(['state', 'export']);
    expect(JSON.parse(out)).toEqual({ formatVersion: 1, environment: 'here', documents: [document] });
    expect((await project.run(['state', 'export'])).out).toBe(out);
    expect(await project.json('state', 'export')).toMatchObject({ export: { documents: [document] } });
  });
});

describe('state bind', () => {
  it('says which of two tags of one name is meant, with the command that the plan told', async () => {
    const { BIZ, KEY } = { BIZ: emulatorCredentials.bizId, KEY: emulatorCredentials.apiKey };
    const emulator = await startEmulator({
      inspect: 'manual',
      profiles: [SHOP, { alias: 'mall', key: 'b'.repeat(40), type: 'G' }],
      senders: [],
      recipients: [],
      ports: systemPorts,
    });
    onTestFinished(() => emulator.close());
    const { resourceUrl } = emulator;
    const project = await open(`    resourceUrl: ${resourceUrl}\n`);
    await mkdir(join(project.path, 'manifests'));
    const manifest = 'kind: GroupTag\nid: promo\nprofile: shop\nname: 특가\n';
    await writeFile(join(project.path, 'manifests', 'tag.yaml'), manifest);
    const service = createClient({
      token: messageEndpoints.token,
      resourceUrl,
      messageUrl: undefined,
      credentials: { bizId: BIZ, apiKey: KEY, account: '', password: '' },
      wire: neutralWire,
      limits: { inFlight: 1, perSecond: 1000, timeoutMs: 5000 },
      insecureTls: false,
      ports: systemPorts,
    });
    onTestFinished(() => service.close());
    const { signal } = new AbortController();
    const first = await api(service).tag.create(SHOP, '특가', signal);
    const second = await api(service).tag.create(SHOP, '특가', signal);

    const [low] = [first.groupTagKey, second.groupTagKey].sort();
    const command = `state bind ${TAG} ${low}`;
    expect((await project.json('plan'))['plan']).toMatchObject({
      blocked: [{ opens: expect.stringContaining(`\`notiform ${command}\``) }],
    });
    expect(await project.run(['-q', ...command.split(' ')])).toEqual({
      exit: 0,
      out: `${TAG} is bound to ${low} (present).\n`,
      err: '',
    });
    expect((await project.run(['-q', ...command.split(' ')])).out).toBe(`${TAG} is already bound to ${low}.\n`);
    expect((await project.json('plan'))['plan']).toMatchObject({ changes: [], blocked: [] });
    const other = [first.groupTagKey, second.groupTagKey].find((key) => key !== low) ?? '';
    const asked = await project.run(['-q', 'state', 'bind', 'promo', other]);
    expect(asked).toMatchObject({ exit: 7, out: '' });
    expect(asked.err).toContain(`${TAG} is bound to ${low}. Bind it to ${other} (present) in its place on here?`);
    expect(asked.err).toContain(`To confirm, run: notiform -e here -q state bind promo ${other} --yes\n`);
    expect(asked.err).toContain(`Not confirmed. ${TAG} is still bound to`);
    expect((await project.run(['-q', 'state', 'bind', 'promo', other, '--yes'])).out).toBe(
      `${TAG} is bound to ${other} (present). ${low}, the previous binding, is now unmanaged and unchanged.\n`,
    );
    expect(await project.json('state', 'bind', TAG, low ?? '', '--yes')).toMatchObject({
      address: TAG,
      name: low,
      state: 'present',
      outcome: 'done',
      former: other,
    });
    expect(await project.run(['-q', 'state', 'bind', TAG, 'nothing'])).toMatchObject({ exit: 1, out: '' });
  });
});
