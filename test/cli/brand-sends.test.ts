import { describe, expect, it, onTestFinished } from 'vitest';
import type { Problem } from '../../src/core/problem.ts';
import type { SendResult } from '../../src/core/send-result.ts';
import { createEmulatorControl, emulatorCredentials, startEmulator } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { png } from '../images.ts';
import { EMULATOR_KEY, openProject, type Project } from './project.ts';

/** Brand messages from their manifests to the phone. */

const PROFILE = { alias: 'shop', key: 's'.repeat(40), type: 'S' } as const;
/** Noon in Korea, when brand messages are delivered. */
const AHEAD = Date.parse('2026-11-20T12:00:00+09:00') - Date.now();
const ports = { ...systemPorts, clock: { ...systemPorts.clock, now: () => Date.now() + AHEAD } };

const MANIFESTS = `kind: GroupTag
id: spring
profile: shop
name: 봄 행사
---
kind: Image
id: scarf
profile: shop
use: brand/default
file: ./scarf.png
---
kind: BrandTemplate
id: coat
profile: shop
name: 겨울 코트
bubble: IMAGE
content: "#{이름}님, 겨울 코트"
image: { file: ./coat.png, link: "https://shop.example.com" }
coupon: { title: "#{할인금액}원 할인 쿠폰", description: 전 상품, link: { mobile: "https://shop.example.com" } }
buttons: [{ type: WL, name: 보기, link: { mobile: "https://shop.example.com/#{번호}" } }]
samples: [{ name: 기본, values: { 이름: 홍길동, 할인금액: "1000", 번호: "1" } }]
`;

/** A project whose resources are applied, at an emulator of its own. */
async function opened(emulatorPorts = ports): Promise<Project> {
  const emulator = await startEmulator({
    inspect: 'auto',
    profiles: [{ ...PROFILE, brandMessage: true }],
    senders: ['15880000'],
    recipients: ['01000000000'],
    ports: emulatorPorts,
  });
  onTestFinished(() => emulator.close());
  await createEmulatorControl(emulator.url).settings({ deliveryMs: 0 });
  const project = await openProject(
    `defaults: { environment: here, sender: main, profile: shop }
environments:
  here:
    resourceUrl: ${emulator.resourceUrl}
    messageUrl: ${emulator.messageUrl}
    credentials: { bizId: emulator, apiKey: "\${env:KEY}", account: emulator, password: "\${env:PASSWORD}" }
    profiles: { shop: { key: ${PROFILE.key} } }
    senders: { main: "15880000" }
    recipients: { qa: "01000000000" }
`,
    { ...EMULATOR_KEY, PASSWORD: emulatorCredentials.password },
  );
  await project.write('manifests/brand.yaml', MANIFESTS);
  for (const [index, name] of ['coat', 'scarf', 'hat'].entries()) {
    await project.write(`manifests/${name}.png`, png(600 + 100 * index, 600));
  }
  expect(await project.run(['apply', '--yes'], { ports })).toMatchObject({ exit: 0 });
  return project;
}

interface Told {
  exit: number;
  sends: SendResult[];
  problems: Problem[];
}

/** Sends one test send of a template, or of none. */
async function sent(
  more: string,
  template = 'template: BrandTemplate/shop/coat\n',
  beside: Record<string, string> = {},
): Promise<Told> {
  const project = await opened();
  for (const [file, text] of Object.entries(beside)) await project.write(file, text);
  await project.write('manifests/sends.yaml', `kind: TestSend\nid: smoke\n${template}to: [qa]\n${more}`);
  const { exit, out } = await project.run(['send', 'smoke', '--json'], { ports });
  return { exit, ...JSON.parse(out) };
}

const night = { ...ports, clock: { ...ports.clock, now: () => ports.clock.now() + 10 * 3_600_000 } };

it('compares the hours of a message without a template with the clock of the service', async () => {
  const project = await opened();
  await project.write(
    'manifests/sends.yaml',
    'kind: TestSend\nid: free\nto: [qa]\nbrand: { bubble: TEXT, content: 안녕 }\n',
  );
  const { out } = await project.run(['send', 'free', '--dry-run', '--json'], { ports: night });
  expect((JSON.parse(out) as Told).problems).toEqual([]);
});

/** The content of the message that was delivered. */
function delivered({ exit, sends, problems }: Told): unknown {
  expect([exit, problems.map(({ message }) => message), sends.map(({ outcome }) => outcome)]).toEqual([
    0,
    [],
    ['delivered'],
  ]);
  const [send] = sends;
  return Object.values(send?.payload['content'] ?? {})[0];
}

const IMAGE_URL = expect.stringContaining('http');

describe('a brand message is delivered', () => {
  it('with the values of the sample, and without its coupon', async () => {
    expect(delivered(await sent('brand: { coupon: omit, groupTag: spring, push: false }\n'))).toEqual({
      senderkey: 'ssss****',
      brandmessagetype: 'BASIC',
      templatecode: expect.any(String),
      sendtarget: 'friend',
      pushalarm: 'N',
      grouptagkey: expect.any(String),
      messagevariable: { 이름: '홍길동' },
      buttonvariable: { 번호: '1' },
      couponvariable: { 할인금액: 'ESCAPE_COUPON' },
    });
  });

  it('of its own text, with an image that a template uploaded, to consenting members', async () => {
    const brand = `brand:
  target: marketing
  targeting: M
  unsubscribe: { phone: "0801234567", auth: "1234" }
  bubble: IMAGE
  content: "#{이름}님, 안녕하세요"
  image: ./coat.png
variables: { 이름: 김철수 }
`;
    expect(delivered(await sent(brand, ''))).toEqual({
      senderkey: 'ssss****',
      brandmessagetype: 'FREE',
      sendtarget: 'marketing',
      targeting: 'M',
      unsubscribephonenumber: '0801234567',
      unsubscribeauthnumber: '1234',
      message: '김철수님, 안녕하세요',
      image: { img_url: IMAGE_URL },
    });
  });
});

it('a payload of another program is proved against the template that the state has under its code', async () => {
  const project = await opened();
  await project.write(
    'manifests/sends.yaml',
    'kind: TestSend\nid: smoke\ntemplate: BrandTemplate/shop/coat\nto: [qa]\n',
  );
  const { out } = await project.run(['send', 'smoke', '--dry-run', '--json'], { ports });
  const templatecode: unknown = JSON.parse(out).sends[0].templateCode;
  const envelope = { account: 'emulator', from: '15880000', to: '01000000000', refkey: 'r1' };
  const basic = { senderkey: PROFILE.key, brandmessagetype: 'BASIC', templatecode, sendtarget: 'friend' };
  const checked = async (type: string, content: object): Promise<unknown> => {
    await project.write('payload.json', JSON.stringify({ ...envelope, type, content: { [type]: content } }));
    const told = await project.run(['send', '--check', 'payload.json', '--json'], { ports });
    const { sends, problems } = JSON.parse(told.out);
    return [told.exit, problems, sends[0]?.outcome, sends[0]?.proof.map(({ path }: { path: string }) => path)];
  };
  const variables = {
    messagevariable: { 이름: '김철수' },
    buttonvariable: { 번호: '2' },
    couponvariable: { 할인금액: '1' },
  };
  expect(await checked('ui', { ...basic, ...variables })).toEqual([0, [], 'proved', []]);
  expect(await checked('ui', { ...basic, ...variables, buttonvariable: {} })).toEqual([
    1,
    [],
    'unproved',
    ['buttonvariable.번호'],
  ]);
  const free = { senderkey: PROFILE.key, brandmessagetype: 'FREE', sendtarget: 'friend', message: '안녕하세요' };
  expect(await checked('ut', free)).toEqual([0, [], 'proved', []]);
  expect(await checked('ut', { ...free, header: '제목' })).toMatchObject([0, [{ path: 'header' }], 'proved', []]);
});
