import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scripts } from '../../src/cli/commands/completion.ts';
import { openProject, type Project } from './project.ts';

const CONFIG = `defaults: { environment: local }
environments:
  local:
    emulator: true
    profiles: { shop: { key: ${'a'.repeat(40)} } }
    senders: { main: "15880000" }
    recipients: { qa: "01000000000" }
  production:
    emulator: true
    profiles: { shop: { key: ${'b'.repeat(40)} }, mall: { key: ${'c'.repeat(40)}, type: G } }
`;

const MANIFESTS = `kind: NotificationTemplate
id: order-paid
profile: shop
name: 주문 결제
category: "002001"
messageType: BA
content: "#{이름}님, 감사합니다."
---
kind: GroupTag
id: order
profile: shop
name: 주문
---
kind: TestSend
id: order-smoke
template: NotificationTemplate/shop/order-paid
from: main
to: [qa]
`;

async function open(): Promise<Project> {
  const project = await openProject(CONFIG);
  await project.write('manifests/order.yaml', MANIFESTS);
  return project;
}

/** The candidates for the last word. */
async function candidates(project: Project, line: string): Promise<string[]> {
  const { exit, out, err } = await project.run(['completion', 'words', '--', 'notiform', ...line.split(' ')]);
  expect([exit, err]).toEqual([0, '']);
  return out.split('\n').filter((word) => word !== '');
}

const TEMPLATE = 'NotificationTemplate/shop/order-paid';

it.each([
  ['pl', ['plan']],
  ['state un', ['unlock']],
  ['-e local emulator re', ['requests', 'reject']],
  ['plan --det', ['--detailed-exitcode']],
  ['emulator approve --por', []],
  ['-e prod', ['production']],
  ['plan --refresh ', ['index', 'full']],
  ['plan --target Not', [TEMPLATE]],
  ['status or', ['order', 'order-paid', 'order-smoke']],
  ['status a b Gr', ['GroupTag/shop/order']],
  ['send Test', ['TestSend/order-smoke']],
  ['diff ', ['local', 'production']],
  ['get bran', ['brand-templates']],
  ['get templates ', []],
  ['diff local pro', ['production']],
  ['apply ', []],
  ['nosuch ', []],
])('completes %j', async (line, expected) => {
  expect(await candidates(await open(), line)).toEqual(expected);
});

it('has no names where no project is, and where it has mistakes has those that can be read', async () => {
  const project = await openProject('environments: [');
  expect(await candidates(project, 'plan --target ')).toEqual([]);
  const broken = await open();
  await broken.write('manifests/broken.yaml', 'kind: [');
  expect(await candidates(broken, 'plan --target N')).toEqual([TEMPLATE]);
});

it('the function of docs/project.md starts notiform of the project, else npx', async () => {
  const page = await readFile(new URL('../../docs/project.md', import.meta.url), 'utf8');
  const written = /`(notiform\(\) \{.*\})`$/m.exec(page)?.[1];
  const home = await mkdtemp(join(tmpdir(), 'notiform-completion-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  await writeFile(join(home, '.notiform-completion'), scripts.bash);
  const bin = join(home, 'shop/node_modules/.bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'notiform'), '#!/bin/sh\necho "project $2"\n', { mode: 0o755 });
  const npx = 'npx() { echo "npx $*" >&2; }';
  const complete = 'COMP_WORDS=(notiform p); COMP_CWORD=1; _notiform; echo "${COMPREPLY[@]}"; complete -p notiform';
  const script = `${npx}\nsource ~/.notiform-completion\n${written}\nnotiform plan\ncd shop\n${complete}`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home },
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual([
    'project words\ncomplete -o default -F _notiform notiform\n',
    'npx --no -- notiform plan\n',
  ]);
});
