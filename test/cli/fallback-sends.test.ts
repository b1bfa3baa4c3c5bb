import { PassThrough } from 'node:stream';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SendResult } from '../../src/core/send-result.ts';
import { createEmulatorControl, type EmulatorServer, startEmulator } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { jpeg } from '../images.ts';
import { EMULATOR_KEY, openProject, type Project } from './project.ts';

/** Fallbacks from their manifests to the phone. */

const KEY = 's'.repeat(40);
const TEMPLATE = `kind: NotificationTemplate
id: paid
profile: shop
name: 결제 안내
category: "001001"
messageType: BA
content: "#{이름}님, 결제가 완료되었습니다."
samples: [{ name: 기본, values: { 이름: 홍길동 } }]
`;
const SENDS = `kind: TestSend
id: rich
message:
  type: rcs
  content:
    messagebaseid: SS000000
    chatbotid: "15880000"
    brandkey: BK.0123456789
    header: "0"
    message: { title: "#{이름}님", description: 결제 안내 }
variables: { 이름: 홍길동 }
to: [qa]
fallback:
  - { type: at, template: NotificationTemplate/shop/paid }
  - { type: sms, text: "#{이름}님, 결제" }
---
kind: TestSend
id: paid
template: NotificationTemplate/shop/paid
to: [qa]
fallback: [{ type: mms, text: "#{이름}님, 결제", files: [a.jpg] }]
`;

let emulator: EmulatorServer;
let project: Project;
const control = () => createEmulatorControl(emulator.url);

beforeAll(async () => {
  emulator = await startEmulator({
    inspect: 'auto',
    profiles: [{ alias: 'shop', key: KEY, type: 'S' }],
    senders: ['15880000'],
    recipients: ['01000000000'],
    ports: systemPorts,
  });
  await control().settings({ deliveryMs: 0, inspectMs: 0 });
  return () => emulator.close();
});

let isApplied = false;
beforeEach(async () => {
  await control().settings({ results: [] });
  const environment = (name: string, more = '') => `  ${name}:
${more}    resourceUrl: ${emulator.resourceUrl}
    messageUrl: ${emulator.messageUrl}
    credentials: { bizId: emulator, apiKey: "\${env:KEY}", account: emulator, password: emulator-password }
    profiles: { shop: { key: ${KEY} } }
    senders: { main: "15880000" }
    recipients: { qa: "01000000000" }
`;
  project = await openProject(
    `defaults: { environment: here, sender: main, profile: shop }\nenvironments:\n${environment('here')}${environment('live', '    protected: true\n')}`,
    EMULATOR_KEY,
  );
  await project.write('manifests/paid.yaml', TEMPLATE);
  await project.write('manifests/sends.yaml', SENDS);
  await project.write('manifests/a.jpg', jpeg(10, 10));
  if (!isApplied) expect(await project.run(['apply', '--yes'])).toMatchObject({ exit: 0 });
  isApplied = true;
});

/** Every message of these types fails. */
async function failing(...types: string[]): Promise<void> {
  await control().settings({ results: types.map((type) => ({ type, result: '4400' })) });
}

async function sent(...words: string[]): Promise<[number, SendResult[]]> {
  const { exit, out } = await project.run(['send', ...words, '--yes', '--allow', 'locks-text', '--json']);
  return [exit, (JSON.parse(out) as { sends: SendResult[] }).sends];
}

describe('a fallback', () => {
  it('is named in the question, because it costs and goes to the same recipient', async () => {
    const stdin = new PassThrough();
    const asked = project.run(['-e', 'live', 'send', 'paid', '--allow', 'locks-text'], {
      stdin: Object.assign(stdin, { isTTY: true }),
      terminal: true,
    });
    stdin.write('no\n');
    const { exit, err } = await asked;
    expect(exit).toBe(7);
    expect(err.replace(/\s+/g, ' ')).toContain('If it fails, mms is sent to the same recipient, at its own cost');
  });

  it('of a template fails the test of the template, and has its image', async () => {
    await failing('at');
    expect(await sent('paid')).toMatchObject([
      8,
      [
        {
          outcome: 'failed',
          asExpected: false,
          delivery: { code: '6600', channel: 'mms', fallback: 'first' },
          problem: { code: 'send-fell-back' },
          payload: {
            resend: { first: 'mms' },
            recontent: { mms: { file: [{ key: expect.stringMatching(/\.jpg$/) }] } },
          },
        },
      ],
    ]);
    const { exit, out } = await project.run(['send', 'paid', '--yes']);
    expect(exit).toBe(8);
    expect(out.replace(/\s+/g, ' ')).toContain('not delivered by notification (at), delivered by mms (first fallback)');
    expect((await project.run(['send', 'paid', '--yes', '--format', 'junit'])).out).toContain(
      'failed, expected delivered: NotificationTemplate/shop/paid was not delivered to qa as at: the first fallback, mms, was delivered instead',
    );
  });
});
