import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../src/core/problem.ts';
import type { SendResult } from '../../src/core/send-result.ts';
import { type EmulatorServer, startEmulator } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { jpeg } from '../images.ts';
import { EMULATOR_KEY, hereOf, openProject, type Project } from './project.ts';

/** What `validate` and `send --dry-run` say of the same test sends. */

const PROFILES = [{ alias: 'shop', key: 's'.repeat(40), type: 'S' as const }];
const NOW = Date.parse('2026-11-20T09:00:00+09:00');
const clocked = { ports: { ...systemPorts, clock: { ...systemPorts.clock, now: () => NOW } } };

const TEMPLATE = `kind: NotificationTemplate
id: paid
profile: shop
name: 결제 안내
category: "001001"
messageType: BA
emphasis: { type: TEXT, title: "#{금액}원", subtitle: 결제 완료 }
content: "#{이름}님, 결제가 완료되었습니다."
buttons:
  - { type: WL, name: 주문 보기, link: { mobile: "https://shop.example.com/o" } }
  - { type: MP, name: 지도 }
samples:
  - { name: 기본, values: { 이름: 홍길동, 금액: "12,000" } }
  - { name: 나쁨, values: { 이름: "#{성}", 금액: "" } }
`;
const MAP = 'buttons: { 지도: { map: { address: 서울 } } }\n';

function send(more: string, id = 'smoke'): string {
  return `kind: TestSend\nid: ${id}\ntemplate: NotificationTemplate/shop/paid\n${more}`;
}

let emulator: EmulatorServer;
let isApplied = false;
beforeAll(async () => {
  emulator = await startEmulator({
    inspect: 'auto',
    profiles: PROFILES,
    senders: ['15880000'],
    recipients: ['01000000000'],
    ports: systemPorts,
  });
  return () => emulator.close();
});

/** A project whose template is approved, with these test sends. */
async function opened(sends: string, files: Record<string, string> = {}): Promise<Project> {
  const numbers = '    senders: { main: "15880000" }\n    recipients: { qa: "01000000000", manager: "01000000000" }\n';
  const project = await openProject(
    `defaults: { environment: here, sender: main }\n${hereOf(emulator, PROFILES, numbers)}`,
    EMULATOR_KEY,
  );
  await project.write('manifests/paid.yaml', TEMPLATE);
  if (!isApplied) {
    expect(await project.run(['apply', '--yes'])).toMatchObject({ exit: 0 });
    await expect.poll(async () => (await project.run(['get', 'templates'])).out).toContain('RDY');
    isApplied = true;
  }
  if (sends !== '') await project.write('manifests/sends.yaml', sends);
  for (const [file, text] of Object.entries(files)) await project.write(file, text);
  return project;
}

/** The problems of a command, as `code line:column path`. */
async function problemsOf(project: Project, words: readonly string[]): Promise<string[]> {
  const { out } = await project.run([...words, '--json'], clocked);
  return (JSON.parse(out).problems as Problem[])
    .filter(({ rule }) => rule === undefined)
    .map(
      ({ severity, code, place, path }) =>
        `${severity} ${code} ${place?.file.split('/').at(-1)} ${place?.line}:${place?.column} ${path}`,
    );
}

describe('a test send with a mistake', () => {
  it.each<[name: string, more: string, expected: string, severity?: string]>([
    [
      'an empty value',
      `to: [qa]\nvariables: { 이름: "" }\n${MAP}`,
      'send-empty-value sends.yaml 5:18 variables.이름',
      'warning',
    ],
    [
      'a variable in a value',
      `to: [qa]\nvariables: { 이름: "#{고객명}" }\n${MAP}`,
      'send-leftover sends.yaml 5:18 variables.이름',
    ],
    [
      'a button that the template does not have',
      'to: [qa]\nbuttons:\n  지도: { map: { address: 서울 } }\n  주문: { chatExtra: a }\n',
      'send-button-value sends.yaml 7:3 buttons.주문',
    ],
    [
      'an empty value in a sample',
      `to: [qa]\nsample: 나쁨\nvariables: { 이름: 홍 }\n${MAP}`,
      'send-empty-value paid.yaml 14:43 samples[1].values.금액',
      'warning',
    ],
    [
      'a variable in a sample',
      `to: [qa]\nsample: 나쁨\nvariables: { 금액: "1" }\n${MAP}`,
      'send-leftover paid.yaml 14:31 samples[1].values.이름',
    ],
    ['an unknown recipient', `to: [qa, nobody]\n${MAP}`, 'config-unknown-name sends.yaml 4:10 to[1]'],
    ['an unknown sample', `to: [qa]\nsample: 없음\n${MAP}`, 'send-sample sends.yaml 5:9 sample'],
    ['a code that means delivery', `to: [qa]\nexpect: failed:7000\n${MAP}`, 'send-expectation sends.yaml 5:9 expect'],
    ['a day that does not exist', `to: [qa]\nat: 2026-02-30T09:00+09:00\n${MAP}`, 'send-time sends.yaml 5:5 at'],
  ])('has its place in both commands: %s', async (_, more, expected, severity = 'error') => {
    const project = await opened(send(more));
    expect(await problemsOf(project, ['validate'])).toEqual([`${severity} ${expected}`]);
    expect(await problemsOf(project, ['send', 'smoke', '--dry-run'])).toEqual([`${severity} ${expected}`]);
  });
});

it('a map button without a map is a warning: no document requires one', async () => {
  const project = await opened(send('to: [qa]\n'));
  for (const words of [['validate'], ['send', 'smoke', '--dry-run']])
    expect(await problemsOf(project, words)).toEqual([
      'warning send-button-value sends.yaml 3:11 buttons.지도.map.address',
    ]);
  expect((await project.run(['send', 'smoke', '--dry-run'], clocked)).exit).toBe(0);
});

describe('commands about resources', () => {
  it('delete no resource that became part of a test send or is wrong beside one', async () => {
    const tag = 'kind: GroupTag\nid: spring\nprofile: shop\nname: 봄\n';
    const wrongTag = tag.replace('name', 'nmae');
    const smoke = send(`to: [qa]\n${MAP}`);
    const project = await opened(`${smoke}---\n${tag}`);
    expect((await project.run(['apply', '--yes'])).exit).toBe(0);
    const indented = tag.replaceAll(/^/gm, '  ').trimEnd();
    const broken = {
      'no marker': smoke + tag,
      'no marker and no second kind': `${smoke}name: 봄\n`,
      'beside the marker': `${smoke}--- {kind: GroupTag, id: spring, profile: shop, nmae: 봄}\n`,
      'after a flood of mistakes': `${smoke}allow: [${Array.from({ length: 205 }, (_, at) => `a${at}`)}]\n---\n${wrongTag}`,
      'inside a mapping': `${smoke}variables:\n${indented}\n  tags: []\n`,
      'inside a mapping that knows other fields': `${smoke}message:\n${indented}\n`,
      'inside a text': `${smoke}userinfo: "\n${indented}"\nexpect: failed\n`,
    };
    const ended: [string, number, number][] = [];
    for (const [how, text] of Object.entries(broken)) {
      await project.write('manifests/sends.yaml', text);
      const [plan, apply] = [await project.run(['plan']), await project.run(['apply', '--yes'])];
      ended.push([how, plan.exit, apply.exit]);
    }
    expect(ended).toEqual(Object.keys(broken).map((how) => [how, 3, 3]));
    await project.write('manifests/sends.yaml', `${smoke}---\n${tag}`);
    expect((await project.run(['plan', '--json'])).exit).toBe(0);
    await project.write('manifests/sends.yaml', smoke);
    expect((await project.run(['plan'])).out).toContain('spring');
    expect((await project.run(['apply', '--yes'])).exit).toBe(0);
  });
});

it('validate only warns in an environment without any sender and recipient, and send still refuses there', async () => {
  const shop = `profiles: { shop: { key: ${'a'.repeat(40)} } }`;
  const numbers = 'senders: { main: "15880000" }, recipients: { qa: "01000000000" }';
  const configOf = (production: string): string => `defaults: { sender: main }
environments:
  dev: { emulator: true, ${shop}, ${numbers} }
  production: { emulator: true, ${shop}${production} }
`;
  const project = await openProject(configOf(''), {});
  await project.write('manifests/paid.yaml', TEMPLATE);
  await project.write('manifests/sends.yaml', send(`to: [qa]\nfrom: main\n${MAP}`));
  expect(await problemsOf(project, ['validate'])).toEqual([
    'warning config-unknown-name sends.yaml 4:6 to[0]',
    'warning config-unknown-name sends.yaml 5:7 from',
  ]);
  expect(await project.run(['validate'])).toMatchObject({ exit: 0 });
  expect(await project.run(['-e', 'production', 'send', 'smoke', '--dry-run'])).toMatchObject({ exit: 3 });
  await project.write('notiform.yaml', `version: 1\n${configOf(', recipients: { other: "01000000000" }')}`);
  expect(await problemsOf(project, ['validate'])).toEqual([
    'error config-unknown-name sends.yaml 4:6 to[0]',
    'error config-unknown-name sends.yaml 5:7 from',
  ]);
});

describe('a test send for some environments', () => {
  const shop = `emulator: true, profiles: { shop: { key: ${'a'.repeat(40)} } }, senders: { main: "15880000" }`;
  const config = `defaults: { sender: main, environment: local }
environments:
  local: { ${shop}, recipients: { qa: "01000000000" }, variables: { greeting: 안녕하세요 } }
  production: { ${shop}, recipients: { ops: "01000000000" } }
`;
  const LIMITED = `${MAP}variables: { 이름: "\${var:greeting}", 금액: "1" }\nto: [qa]\nenvironments: [local]\n`;
  const limited = async (...sends: string[]): Promise<Project> => {
    const project = await openProject(config, {});
    await project.write('manifests/paid.yaml', TEMPLATE);
    await project.write('manifests/sends.yaml', sends.join('---\n'));
    return project;
  };

  it('is checked, chosen and completed only there', async () => {
    const project = await limited(send(LIMITED));
    expect(await problemsOf(project, ['validate'])).toEqual([]);
    expect((await project.run(['validate'])).out).toContain('1 resource and 1 test send (local, production)');
    expect((await project.run(['-e', 'production', 'validate'])).out).toContain('0 test sends (production)');
    expect((await project.run(['preview', 'TestSend/smoke'])).out).toContain('안녕하세요님');
    const completed = (name: string) =>
      project.run(['completion', 'words', '--', 'notiform', '-e', name, 'send', 'Test']);
    expect((await completed('local')).out).toContain('TestSend/smoke');
    expect((await completed('production')).out).not.toContain('TestSend/smoke');
  });

  it.each([
    [['send', 'smoke', '--dry-run'], 'TestSend/smoke is not for the environment `production`'],
    [['send'], 'These 2 test sends are not for the environment `production`'],
  ])('is refused elsewhere: %s', async (words, message) => {
    const project = await limited(send(LIMITED), send(LIMITED, 'other'));
    const { exit, err } = await project.run(['-e', 'production', ...words]);
    expect(err).toContain(message);
    expect(err).toContain('Run with `--environment` `local`, or add `production` to ');
    expect(exit).toBe(64);
  });
});

describe('a text message', () => {
  const written = (message: string, more = ''): string =>
    `kind: TestSend\nid: smoke\nto: [qa]\nmessage:\n${message.replaceAll(/^/gm, '  ')}\n${more}`;

  it('is proved, sent and reported like a message of a template', async () => {
    const sms = written('type: sms\ntext: "#{이름}님, 시험 발송입니다."', 'variables: { 이름: 홍길동 }\n');
    const mms = written('type: mms\nsubject: 안내\nfiles: [a.jpg]').replace('smoke', 'picture');
    const project = await opened(`${sms}---\n${mms}`);
    await project.write('manifests/a.jpg', jpeg(10, 10));
    const config = await readFile(join(project.path, 'notiform.yaml'), 'utf8');
    const account = 'apiKey: "${env:KEY}", account: emulator, password: emulator-password }';
    await project.write(
      'notiform.yaml',
      config.replace('apiKey: "${env:KEY}" }', `${account}\n    messageUrl: ${emulator.messageUrl}`),
    );
    const dry = await project.run(['send', '--dry-run']);
    expect(dry).toMatchObject({ exit: 0, out: expect.stringContaining('"key": "<after upload>"') });
    expect(dry.out).toContain('│ 홍길동님, 시험 발송입니다.               │');
    expect(dry.out).toContain('│ [image 10×10 a.jpg]                      │');
    const { exit, out } = await project.run(['send', '--json']);
    const { sends } = JSON.parse(out) as { sends: SendResult[] };
    expect([exit, sends.map(({ send: id, template, type, outcome }) => [id, template, type, outcome])]).toEqual([
      0,
      [
        ['smoke', null, 'sms', 'delivered'],
        ['picture', null, 'mms', 'delivered'],
      ],
    ]);
    expect(out).not.toContain('01000000000');
    expect(sends[1]?.payload['content']).toEqual({
      mms: { subject: '안내', file: [{ type: 'IMG', key: expect.stringMatching(/^[0-9a-f]+\.jpg$/) }] },
    });
    const junit = await project.run(['send', 'smoke', '--format', 'junit']);
    expect(junit).toMatchObject({ exit: 0, out: expect.stringContaining('tests="1" failures="0"') });
  });
});

it('a value of the command line is for the test sends that have its variable', async () => {
  const project = await opened(send(`to: [qa]\n${MAP}`));
  // A number in a value is masked wherever it is shown.
  for (const more of [[], ['--verbose'], ['--json']]) {
    const { out } = await project.run(['send', 'smoke', '--dry-run', '--var', '이름=010-2345-6789', ...more]);
    expect([out.includes('010-****-6789'), /2345/.test(out)]).toEqual([true, false]);
  }
  expect(await problemsOf(project, ['send', 'smoke', '--dry-run', '--var', '쿠폰번호=A'])).toEqual([
    'warning send-unused-value undefined undefined:undefined variables.쿠폰번호',
  ]);
});

const word = fc.constantFrom('홍길동', '홍길동', '', '#{성}', '12,000', '9'.repeat(70));
const button = fc.constantFrom(
  { map: { address: '서울' } },
  { map: { address: '서울' } },
  { chatExtra: 'a' },
  undefined,
);
const some = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined, freq: 2 });
const sends = fc.array(
  fc.record({
    to: fc.constantFrom(['qa'], ['qa'], ['qa'], ['qa'], ['qa'], ['nobody']),
    sample: some(fc.constantFrom('기본', '기본', '기본', '기본', '나쁨', '없음')),
    variables: some(fc.record({ 이름: some(word), 금액: some(word), 쿠폰: some(word) })),
    buttons: fc.record({
      지도: button,
      '주문 보기': some(button),
      없음: fc.constantFrom(undefined, undefined, undefined, undefined, {}),
    }),
    expect: fc.constantFrom(undefined, undefined, 'delivered', 'failed:7322', 'failed:7000'),
    brand: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, undefined, {}),
  }),
  { minLength: 24, maxLength: 24 },
);

it('validate has an error exactly if a dry run refuses', async () => {
  await fc.assert(
    fc.asyncProperty(sends, async (made) => {
      const right = { to: ['qa'], buttons: { 지도: { map: { address: '서울' } } } };
      const named = [...made, right].map((more, index) => ({ ...more, id: `send-${index}` }));
      const text = named.map((one) =>
        JSON.stringify({ kind: 'TestSend', template: 'NotificationTemplate/shop/paid', ...one }),
      );
      const project = await opened('', Object.fromEntries(text.map((one, at) => [`manifests/send-${at}.yaml`, one])));
      const { problems } = JSON.parse((await project.run(['validate', '--json'])).out) as { problems: Problem[] };
      const places = problems
        .filter(({ severity }) => severity === 'error')
        .flatMap(({ place, related = [] }) => [place, ...related.map((one) => one.place)]);
      const wrong = new Set(places.map((place) => place?.file));
      const refused: string[] = [];
      for (const { id } of named) {
        if ((await project.run(['send', id, '--dry-run'])).exit !== 0) refused.push(id);
      }
      expect(refused).toEqual(named.map(({ id }) => id).filter((id) => wrong.has(`manifests/${id}.yaml`)));
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.length).toBeLessThan(named.length);
    }),
    { numRuns: 1, endOnFailure: true },
  );
});
