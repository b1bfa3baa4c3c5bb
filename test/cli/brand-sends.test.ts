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

it('compares the hours of a fallback without a template with the clock of the service, and points at the fallback', async () => {
  const problemsOf = async (service: typeof ports, machine: typeof ports): Promise<Problem[]> => {
    const project = await opened(service);
    await project.write('manifests/sends.yaml', sends);
    const { out } = await project.run(['send', 'free', '--dry-run', '--json'], { ports: machine });
    return (JSON.parse(out) as Told).problems;
  };
  const sends = `kind: TestSend
id: free
to: [qa]
message: { type: rcs, content: { messagebaseid: SS000000, chatbotid: "15880000", header: "0", message: { title: 안녕 } } }
fallback:
  - { type: ut, brand: { bubble: TEXT, content: 안녕 } }
`;
  expect(await problemsOf(ports, night)).toEqual([]);
  expect(await problemsOf(night, ports)).toMatchObject([
    {
      code: 'send-hours',
      severity: 'warning',
      message: expect.stringMatching(
        /^It is 22:.* in Korea, and the brand message \(ut\) of the fallback is delivered from 08:00/,
      ),
      path: 'fallback[0]',
      place: { line: 6 },
    },
  ]);
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

  it('with an uploaded image in place of that of the template', async () => {
    expect(delivered(await sent('brand: { image: { ref: scarf } }\n'))).toMatchObject({ imagevariable: [IMAGE_URL] });
  });

  it('with the full text, and the image of the template', async () => {
    expect(delivered(await sent('brand: { mode: full }\n'))).toMatchObject({
      brandmessagetype: 'BASIC',
      message: '홍길동님, 겨울 코트',
      image: { img_url: IMAGE_URL, img_link: 'https://shop.example.com' },
    });
  });

  it('without naming the template whose content it has', async () => {
    const content = delivered(await sent('brand: { mode: free }\n'));
    expect(content).toMatchObject({ brandmessagetype: 'FREE', image: { img_url: IMAGE_URL } });
    expect(content).not.toHaveProperty('templatecode');
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

const RCS = 'message: { type: rcs, content: { messagebaseid: SS000000, chatbotid: "15880000", header: "0" } }\n';

describe('a brand message is the fallback of an RCS message', () => {
  const template = 'template: BrandTemplate/shop/coat';

  it('with settings, values and an image of its own', async () => {
    const brand = 'brand: { coupon: omit, groupTag: spring, image: { ref: scarf } }';
    const told = await sent(`fallback: [{ type: ui, ${template}, variables: { 이름: 김철수 }, ${brand} }]\n`, RCS);
    delivered(told);
    expect(told.sends[0]?.fallbacks).toMatchObject([{ type: 'ui', template: 'BrandTemplate/shop/coat' }]);
    expect(told.sends[0]?.payload).toMatchObject({
      resend: { first: 'ui' },
      recontent: {
        ui: {
          senderkey: 'ssss****',
          brandmessagetype: 'BASIC',
          grouptagkey: expect.any(String),
          messagevariable: { 이름: '김철수' },
          couponvariable: { 할인금액: 'ESCAPE_COUPON' },
          imagevariable: [IMAGE_URL],
        },
      },
    });
  });

  it('with the content of a template that it does not name', async () => {
    const told = await sent(`fallback: [{ type: ui, ${template}, brand: { mode: free } }]\n`, RCS);
    delivered(told);
    expect(told.sends[0]?.payload).toMatchObject({
      recontent: { ui: { brandmessagetype: 'FREE', message: '홍길동님, 겨울 코트' } },
    });
  });

  it.each([
    ['of another bubble', `type: ut, ${template}`, 'send-value fallback[0].type 5:20'],
    ['of another bubble, unnamed', `type: ut, ${template}, brand: { mode: free }`, 'send-value fallback[0].type 5:20'],
    [
      'with an image that is not uploaded',
      `type: ui, ${template}, brand: { image: ./hat.png }`,
      'image-not-uploaded fallback[0].brand.image 5:75',
    ],
  ])('unless it is wrong: %s', async (_, fallback, expected) => {
    const { exit, problems, sends } = await sent(`fallback: [{ ${fallback} }]\n`, RCS);
    expect([
      exit,
      problems.map(({ code, path, place }) => `${code} ${path} ${place?.line}:${place?.column}`),
      sends,
    ]).toEqual([3, [expected], []]);
  });
});

describe('a brand message is not sent', () => {
  const codes = ({ exit, problems, sends }: Told): unknown[] => [
    exit,
    problems.map(({ code, path, place }) => `${code} ${path} ${place?.line}:${place?.column}`),
    sends.length,
  ];

  it('with an image that is not uploaded', async () => {
    const told = await sent('brand: { bubble: IMAGE, content: 안녕, image: ./hat.png }\n', '');
    expect(codes(told)).toEqual([3, ['image-not-uploaded brand.image 4:45'], 0]);
  });

  it('of a template that is not applied', async () => {
    const later = 'kind: BrandTemplate\nid: later\nname: 나중\nbubble: TEXT\ncontent: 안녕\n';
    const told = await sent('', 'template: BrandTemplate/shop/later\n', { 'manifests/later.yaml': later });
    expect(codes(told)).toEqual([3, ['send-template template 3:11'], 0]);
  });

  it('with a tag that is not applied', async () => {
    const tag = { 'manifests/tag.yaml': 'kind: GroupTag\nid: autumn\nprofile: shop\nname: 가을\n' };
    const told = await sent('brand: { groupTag: autumn }\n', undefined, tag);
    expect(codes(told)).toEqual([3, ['send-brand brand.groupTag 5:20'], 0]);
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

describe('a full text that a test send writes itself', () => {
  /** The errors of `validate`, each with its field and its line. */
  const errorsOf = async (sends: string): Promise<string[]> => {
    const project = await openProject(
      `defaults: { environment: here, sender: main, profile: shop }
environments:
  here:
    resourceUrl: http://127.0.0.1:1
    messageUrl: http://127.0.0.1:1
    credentials: { bizId: emulator, apiKey: key, account: emulator, password: word }
    profiles: { shop: { key: ${PROFILE.key} } }
    senders: { main: "15880000" }
    recipients: { qa: "01000000000" }
`,
    );
    await project.write(
      'manifests/hello.yaml',
      `kind: BrandTemplate
id: hello
name: 인사
bubble: TEXT
content: "#{이름}님, 안녕하세요. #{끝인사}"
samples: [{ name: 기본, values: { 이름: 홍길동, 끝인사: 또 봐요 } }]
`,
    );
    await project.write('manifests/sends.yaml', sends);
    const { out } = await project.run(['validate', '--json'], { ports });
    const { problems } = JSON.parse(out) as Told;
    return problems
      .filter(({ severity }) => severity === 'error')
      .map(({ code, path, place }) => `${code} ${path} ${place?.line}:${place?.column}`);
  };
  const written = (content: string): string =>
    `kind: TestSend
id: own
template: BrandTemplate/shop/hello
to: [qa]
brand: { bubble: TEXT, content: "${content}" }
`;
  const asFallback = (content: string): string =>
    `kind: TestSend
id: own
message: { type: rcs, content: { messagebaseid: S, chatbotid: "1", header: "0" } }
to: [qa]
fallback: [{ type: ut, template: BrandTemplate/shop/hello, brand: { bubble: TEXT, content: "${content}" } }]
`;

  it.each([
    ['of its own', '김철수님, 안녕하세요. 잘 가요'],
    ['of the sample and of its own', '김철수님, 안녕하세요. #{끝인사}'],
    ['of the sample', '#{이름}님, 안녕하세요. #{끝인사}'],
  ])('has words %s in place of the variables', async (_, content) => {
    expect(await errorsOf(written(content))).toEqual([]);
    expect(await errorsOf(asFallback(content))).toEqual([]);
  });

  it('differs from its template, and the problem is in the message that differs', async () => {
    expect(await errorsOf(written('김철수님, 안녕. #{끝인사}'))).toEqual(['send-differs brand 5:1']);
    expect(await errorsOf(asFallback('김철수님, 안녕. #{끝인사}'))).toEqual(['send-differs fallback[0].brand 5:60']);
  });
});

const CAROUSEL = `kind: BrandTemplate
id: feed
profile: shop
name: 겨울 모음
bubble: CAROUSEL_FEED
carousel:
  cards:
    - { header: 코트, content: "#{이름}님의 코트", image: { file: ./coat.png }, buttons: [{ type: WL, name: 보기, link: { mobile: "https://shop.example.com" } }] }
    - { header: 목도리, content: 따뜻한 목도리, image: { file: ./coat.png }, buttons: [{ type: WL, name: 보기, link: { mobile: "https://shop.example.com" } }] }
samples: [{ name: 기본, values: { 이름: 홍길동 } }]
`;

it('shows every card of a carousel after the send', async () => {
  const project = await opened();
  await project.write('manifests/feed.yaml', CAROUSEL);
  expect(await project.run(['apply', '--yes'], { ports })).toMatchObject({ exit: 0 });
  await project.write(
    'manifests/sends.yaml',
    'kind: TestSend\nid: smoke\ntemplate: BrandTemplate/shop/feed\nto: [qa]\n',
  );
  const { exit, out } = await project.run(['send', 'smoke'], { ports });
  expect(exit).toBe(0);
  expect(out).toMatch(/홍길동님의 코트[\s\S]*따뜻한 목도리/);
});
