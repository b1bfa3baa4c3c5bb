import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { scripts } from '../../src/cli/completion/scripts.ts';
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
    profiles: { shop: { key: ${'b'.repeat(40)} }, mall: { key: ${'c'.repeat(40)} } }
`;

const MANIFESTS = `kind: NotificationTemplate
id: order-paid
profile: shop
name: 주문 결제
category: "002001"
messageType: BA
content: "#{이름}님, 감사합니다."
samples:
  - { name: 긴 상품명, values: { 이름: 홍길동 } }
  - { name: 기본, values: { 이름: 홍길동 } }
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
sample: 기본
`;

async function open(): Promise<Project> {
  const project = await openProject(CONFIG);
  await project.write('manifests/order.yaml', MANIFESTS);
  return project;
}

/** The candidates for the last word, without what they mean. */
async function candidates(project: Project, line: string): Promise<string[]> {
  const { exit, out, err } = await project.run(['completion', 'words', '--', 'notiform', ...line.split(' ')]);
  expect([exit, err]).toEqual([0, '']);
  return out.split('\n').flatMap((text) => (text === '' ? [] : [text.split('\t')[0] ?? '']));
}

const TEMPLATE = 'NotificationTemplate/shop/order-paid';

it.each([
  ['pl', ['plan']],
  ['state un', ['unlock']],
  ['-e local emulator re', ['requests', 'reject']],
  ['plan --det', ['--detailed-exitcode']],
  ['emulator approve --por', []],
  ['-e prod', ['production']],
  ['--environment=loc', ['--environment=local']],
  ['plan --refresh ', ['index', 'full']],
  ['plan --refresh=f', ['--refresh=full']],
  ['plan --target Not', [TEMPLATE]],
  ['plan --target=Not', [`--target=${TEMPLATE}`]],
  ['status or', ['order', 'order-paid', 'order-smoke']],
  ['status shop/order-', ['shop/order-paid']],
  ['status a b Gr', ['GroupTag/shop/order']],
  ['send Test', ['TestSend/order-smoke', ':files']],
  ['send --to ', ['qa']],
  ['send --from ', ['main']],
  ['stats send --from ', []],
  ['profile create --category ', []],
  ['send order-paid --sample ', ['기본', '긴 상품명']],
  ['state bind order-paid or', ['order_paid']],
  ['diff ', ['local', 'production']],
  ['get bran', ['brand-templates']],
  ['stats direct ', ['send', 'read', 'click']],
  ['diff local pro', ['production']],
  ['import --profile ', ['shop']],
  ['-e production import --profile ', ['shop', 'mall']],
  ['import --kind Gr', ['GroupTag']],
  ['explain too-lo', ['too-long']],
  ['explain AT0', ['AT01', 'AT02', 'AT03', 'AT04', 'AT05', 'AT06', 'AT07', 'AT08', 'AT09']],
  ['apply ', [':files']],
  ['validate manif', [':files']],
  ['plan ', []],
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

it('completes the categories that the last plan read', async () => {
  const project = await open();
  const complete = () => candidates(project, 'get templates --category 0010');
  expect(await complete()).toEqual([]);
  expect((await project.run(['plan'])).exit).toBe(0);
  expect(await complete()).toContain('001001');
});

it('refuses a shell without a script', async () => {
  const { exit, err } = await (await open()).run(['completion', 'tcsh']);
  expect([exit, err]).toEqual([64, expect.stringContaining('help: Write one of bash, zsh, fish')]);
});

it('fills COMPREPLY in bash, quotes spaces, and leaves files to the shell', () => {
  const fake =
    'notiform() { printf \'%s\\n\' "긴 상품명" "plan\tShow the changes" ":files"; }; compopt() { echo "compopt $*"; }';
  const test = 'COMP_WORDS=(notiform p); COMP_CWORD=1; _notiform; printf \'<%s>\\n\' "${COMPREPLY[@]}"';
  const script = `${fake}\n${scripts.bash}\n${test}`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect([status, stderr, stdout]).toEqual([0, '', 'compopt -o default\n<긴\\ 상품명>\n<plan>\n']);
});
