import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jpeg } from '../../images.ts';
import { openProject, type Project } from '../project.ts';

const CONFIG = `environments:
  local:
    emulator: true
    profiles: { shop: { key: aaaa } }
    senders: { main: "15880000" }
    recipients: { qa: "01000000000", dev: "01000000001" }
defaults: { profile: shop, sender: main }
`;

const TEMPLATE = `kind: NotificationTemplate
id: paid
name: 결제 안내
category: "001001"
messageType: BA
content: "#{이름}님, 결제가 완료되었습니다."
samples: [{ name: 기본, values: { 이름: 홍길동 } }]
`;

const SENDS = `kind: TestSend
id: smoke
template: NotificationTemplate/shop/paid
to: [qa, dev]
fallback: [{ type: lms, subject: 안내, text: 결제 완료 }]
---
kind: TestSend
id: picture
message: { type: mms, text: "#{이름}님", files: [./a.jpg] }
to: [qa]
variables: { 이름: 홍길동 }
`;

async function opened(sends = SENDS): Promise<Project> {
  const project = await openProject(CONFIG);
  await project.write('manifests/paid.yaml', TEMPLATE);
  await project.write('manifests/sends.yaml', sends);
  await project.write('manifests/a.jpg', jpeg(20, 10));
  return project;
}

describe('preview of a test send', () => {
  it('draws its message and its fallbacks, once for all recipients', async () => {
    const project = await opened();
    expect(await project.run(['preview', 'TestSend/smoke'])).toMatchObject({
      exit: 0,
      err: '',
      out: `smoke · TestSend/smoke · Sample: 기본
shop
╭─ 알림 ───────────────────────────────────╮
│ 홍길동님, 결제가 완료되었습니다.         │
╰──────────────────────────────────────────╯

smoke · TestSend/smoke · Fallback 1: lms
15880000
╭─ LMS ────────────────────────────────────╮
│ 안내                                     │
│ 결제 완료                                │
╰──────────────────────────────────────────╯
`,
    });
    expect(await project.run(['preview', 'picture', '--language', 'ko'])).toMatchObject({
      exit: 0,
      out: `picture · TestSend/picture · 메시지
15880000
╭─ MMS ────────────────────────────────────╮
│ [이미지 20×10 a.jpg]                     │
├──────────────────────────────────────────┤
│ 홍길동님                                 │
╰──────────────────────────────────────────╯
`,
    });
  });

  it('is asked for by its address, its file or its folder, and is no part of all templates', async () => {
    const project = await opened();
    const drawn = async (...words: string[]): Promise<string[]> => {
      const { out } = await project.run(['preview', ...words, '--json']);
      const { preview } = JSON.parse(out) as { preview: { previews: { address: string }[] } };
      return preview.previews.map(({ address }) => address);
    };
    expect(await drawn()).toEqual(['NotificationTemplate/shop/paid']);
    expect(await drawn('TestSend/*')).toEqual(['TestSend/smoke', 'TestSend/picture']);
    expect(await drawn('manifests/sends.yaml')).toEqual(['TestSend/smoke', 'TestSend/picture']);
    expect(await drawn('manifests')).toEqual(['NotificationTemplate/shop/paid', 'TestSend/smoke', 'TestSend/picture']);
    expect(await project.run(['preview', 'manifests/other.yaml'])).toMatchObject({ exit: 64 });
  });

  it('has pictures with its images inside', async () => {
    const project = await opened();
    const run = await project.run(['preview', 'TestSend/*', '--format', 'svg', '--out', 'out']);
    expect(run).toMatchObject({ exit: 0, out: expect.stringContaining('Wrote 3 files to out') });
    const svg = await readFile(join(project.path, 'out/TestSend/picture.message.svg'), 'utf8');
    expect(svg).toContain('data:image/jpeg;base64,');
    expect(await readFile(join(project.path, 'out/TestSend/smoke.fallback-1-lms.svg'), 'utf8')).toContain('결제 완료');
    const page = await project.run(['preview', 'TestSend/*', '--format', 'html', '--out', 'page']);
    expect(page.exit).toBe(0);
    const html = await readFile(join(project.path, 'page/preview.html'), 'utf8');
    expect(html).toContain('대체 발송 1: lms');
    expect(html).toContain('테스트 발송');
  });
});
