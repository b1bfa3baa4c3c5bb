import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { createEmulatorControl } from '../../src/emulator/emulator.ts';
import { type Echo, openEcho } from './echo.ts';
import { openEmulator, openProject, type Project, type Ran } from './project.ts';
import { commandsIn } from './runner.ts';

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };

/** Secrets that every encoding writes in another way. Their letters are the same in all of them but base64. */
const KEY = `Qzkwfy"Vxjpgd\\Wbfgzh'Hjkmvc\nRtyzql열쇠비밀 Mnpqxs+/==`;
const PASSWORD = `Pgzkwv"Lwxvqf\\Tdjrzb'Sbnqkx가나다라&<$x>+/=`;
const PIECES = /[A-Z][a-z]{5}|[가-힣]{2,}/g;

/** What no output may hold: the pieces of the secrets, and each as base64 writes it at each of the three positions. */
const LEAKS = [...`${KEY} ${PASSWORD}`.matchAll(PIECES)].flatMap(([piece]) => [
  piece,
  piece.slice(0, 4),
  encodeURIComponent(piece),
  ...['', 'x', 'xy'].map((before) =>
    Buffer.from(`${before}${piece}`)
      .toString('base64')
      .slice(Math.ceil((before.length * 4) / 3), -4),
  ),
]);

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** Every secret in every encoding. */
const ECHO = [KEY, PASSWORD]
  .flatMap((secret) => [
    secret,
    json(secret),
    json(json(secret)),
    encodeURIComponent(secret),
    base64(secret),
    base64(`emulator:${secret}`),
    secret.replaceAll("'", `'\\''`),
    secret.replaceAll("'", "''"),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  ])
  .join(' | ');

/** What of a text is a secret, also where rows part it. */
function leaksIn(text: string): string[] {
  const joined = stripVTControlCharacters(text).replaceAll(/[\s│]+/g, '');
  return LEAKS.filter((leak) => text.includes(leak) || joined.includes(leak));
}

function config(url: string): string {
  return `defaults: { environment: here }
environments:
  here:
    resourceUrl: ${url}
    messageUrl: ${url}
    credentials: { bizId: emulator, apiKey: "\${env:KEY}", account: emulator, password: "\${env:PASSWORD}" }
    profiles: { shop: { key: ${SHOP.key} } }
    senders: { main: "15880000" }
    recipients: { qa: "01012345678" }
`;
}

const TEMPLATES = ['order', 'plain', 'said']
  .map(
    (id) => `kind: NotificationTemplate
id: ${id}
profile: shop
name: ${id}
category: "001001"
messageType: BA
content: 고맙습니다${id === 'order' ? ' ECHO' : ''}
`,
  )
  .join('---\n');

const SEND =
  'kind: TestSend\nid: smoke\ntemplate: NotificationTemplate/shop/plain\nfrom: main\nto: [qa]\nallow: [locks-text]\n';

async function open(): Promise<Project & { echo: Echo; control: ReturnType<typeof createEmulatorControl> }> {
  const emulator = await openEmulator([SHOP], ['15880000']);
  const echo = await openEcho(emulator, ECHO);
  const project = await openProject(config(echo.url), { KEY, PASSWORD });
  await project.write('manifests/templates.yaml', TEMPLATES);
  await project.write('manifests/smoke.yaml', SEND);
  return { ...project, echo, control: createEmulatorControl(emulator.url) };
}

/** Runs command lines and gives what any of them shows, or leaves in a file, that it must not. */
async function leaksOf(project: Project, lines: readonly string[], ran: Ran[] = []): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const line of lines) {
    const result = await project.run(line.split(' '));
    ran.push(result);
    const files = Object.entries(await filesOf(project.path));
    const texts = [['stdout', result.out], ['stderr', result.err], ...files];
    for (const [where, text = ''] of texts) {
      const leaks = leaksIn(text);
      if (leaks.length > 0) found.push([line, where, leaks]);
    }
  }
  return found;
}

/** Everything that commands wrote, by its path. */
async function filesOf(root: string): Promise<Record<string, string>> {
  const paths = await readdir(root, { recursive: true, withFileTypes: true });
  const files = paths.filter((one) => one.isFile() && one.parentPath !== join(root, 'manifests'));
  const read = files.map(
    async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'utf8')] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

/** What `-v` prints has what is printed without it. */
const READING = [
  'plan',
  'status',
  'get templates said',
  'doctor',
  'state show',
  'state export',
  'import --update *',
].flatMap((line) => [`${line} -v`, `${line} --json`]);

it('what a service echoes is nowhere, in no encoding', async () => {
  const project = await open();
  const { run, control, echo } = project;
  await leaksOf(project, ['apply --yes']);
  await control.verdict({ profile: 'shop', templateCode: 'said', verdict: 'reject', comment: 'no, ECHO' });
  await control.verdict({ profile: 'shop', templateCode: 'plain', verdict: 'approve' });
  const ran: Ran[] = [];
  expect(
    await leaksOf(
      project,
      [
        ...READING,
        'wait --timeout 1s -v',
        'plan --format markdown',
        'plan --out plan.json',
        'send smoke --dry-run -v',
        'apply --yes --receipt receipt.json',
        'apply --yes --json',
        'apply --yes -v',
        'apply --wait --timeout 1s --yes',
      ],
      ran,
    ),
  ).toEqual([]);
  expect(ran.filter(({ out }) => out.includes('****')).length).toBeGreaterThan(4);

  echo.refused.add('/v3/message');
  const sends = [
    'send smoke --yes',
    'send smoke --yes --json',
    'send smoke --yes --format junit',
    'send smoke --yes -v',
  ];
  ran.length = 0;
  expect(await leaksOf(project, sends, ran)).toEqual([]);
  expect(ran.map(({ out, err }) => `${out}${err}`.includes('****'))).toEqual(sends.map(() => true));

  for (const end of ['template/list', 'template/detail', 'template/add', 'template/modify']) echo.refused.add(end);
  await project.write('manifests/more.yaml', TEMPLATES.replaceAll(/id: (\w+)/g, 'id: $1-2'));
  const refused = ['plan', 'plan --json', 'status', 'apply --yes', 'apply --yes --json', 'send smoke --yes'];
  expect(await leaksOf(project, refused)).toEqual([]);
  expect((await run(['plan'])).err).toContain('****');
});

it('what a user wrote by mistake is shown nowhere, in no encoding', async () => {
  const project = await open();
  const quoted = JSON.stringify(`say ${ECHO}`);
  await project.write('manifests/templates.yaml', TEMPLATES.replace('고맙습니다 ECHO', quoted));
  const ran: Ran[] = [];
  const lines = [...READING, 'plan --format markdown', 'plan --out plan.json', 'apply', 'apply --json', 'validate'];
  expect(await leaksOf(project, lines, ran)).toEqual([]);
  expect(ran.map(({ exit }) => exit)).not.toContain(70);
});

it('a mistake in a manifest shows no secret, wherever it was cut, wrapped, escaped or framed', async () => {
  const project = await open();
  const single = KEY.replaceAll('\n', ' ');
  for (const before of [0, 9, 18, 27, 36, 80, 90]) {
    const value = JSON.stringify(`${'x'.repeat(before)}${KEY}`);
    await project.write(
      `manifests/broken-${before}.yaml`,
      `kind: NotificationTemplate
id: broken-${before}
profile: shop
name: ${value}
category: ${value}
messageType: ${value}
${JSON.stringify(single)}: 1
content: |
  ${KEY.replaceAll('\n', '\n  ')}
  a: [
buttons: [{ name: ${value}, type: ${value} }]
`,
    );
    await project.write(
      `manifests/unread-${before}.yaml`,
      `kind: ${value}\nid: [${value}\nname: '${KEY.replaceAll("'", "''")}'\n`,
    );
  }
  const formats = ['', ' --json', ' --format sarif', ' --format github'].map((format) => `validate${format}`);
  const ran: Ran[] = [];
  expect(await leaksOf(project, [...formats, 'plan', 'plan --json', 'fmt --check', 'fmt --check --json'], ran)).toEqual(
    [],
  );
  expect(ran.slice(0, 4).map(({ out, err }) => `${out}${err}`.includes('***'))).toEqual([true, true, true, true]);
  for (const columns of ['40', '61', '83']) {
    const { err } = await project.run(['validate'], { env: { COLUMNS: columns } });
    expect([columns, leaksIn(err)]).toEqual([columns, []]);
  }
});

it('in a GitHub job no output holds a command of its runner but ours', async () => {
  const project = await open();
  const body = '"x\\n::error::a\\n  ##[error]b\\n::stop-commands::mine\\nx ##[add-mask]c"';
  const named = TEMPLATES.replaceAll('고맙습니다', body)
    .replace(' ECHO', '')
    .replaceAll('name: ', 'name: "##[error]" #');
  await project.write('manifests/templates.yaml', named);
  await project.write(
    'manifests/broken.yaml',
    'kind: GroupTag\nid: a\nprofile: shop\nname: "##[error]x"\n::error::x: "\\n::error::y"\n',
  );
  const job = { env: { GITHUB_ACTIONS: 'true', CI: 'true', NOTIFORM_ENVIRONMENT: 'here' } };
  const heard = async (line: string) => {
    const { out, err } = await project.run(line.split(' '), job);
    return [line, commandsIn(out), commandsIn(err), commandsIn(`${err}${out}`), commandsIn(`${out}${err}`)];
  };
  const none = (line: string) => [line, [], [], [], []];
  const broken = [
    'validate',
    'validate --json',
    'validate --format sarif',
    'plan',
    'nothing ##[error]x',
    'plan --##[error]x',
  ];
  for (const line of broken) expect(await heard(line)).toEqual(none(line));
  const [, annotations] = await heard('validate --format github');
  expect(annotations).not.toEqual([]);
  expect((annotations as string[]).every((line) => line.startsWith('::error ') || line.startsWith('::warning '))).toBe(
    true,
  );

  await project.write('manifests/broken.yaml', '');
  const lines = [
    'plan',
    'plan -v',
    'plan --json',
    'plan --format markdown',
    'apply',
    'apply --yes',
    'status -v',
    'status --json',
  ];
  for (const line of [
    ...lines,
    'state show',
    'state export',
    'import',
    'plan --json',
    'send smoke --yes --format junit',
  ])
    expect(await heard(line)).toEqual(none(line));
});
