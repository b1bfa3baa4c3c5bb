import { describe, expect, it } from 'vitest';
import { KeptBytes } from '../../src/emulator/resource/kept-bytes.ts';
import { systemFiles } from '../../src/files/system.ts';
import { png } from '../images.ts';
import { shownOn, templateAt } from './desk-support.ts';
import { type AttachmentType, account, attachment, type Bench, openBench, SHOP, temporaryFolder } from './support.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox";

/** Requests the inspection of `order_paid` with these files, and returns where the desk says that they open. */
async function attach(bench: Bench, files: [name: string, bytes: Uint8Array<ArrayBuffer>][]): Promise<string[]> {
  const form = account({ senderKey: SHOP, templateCode: 'order_paid', comment: '증빙입니다.' });
  for (const [name, bytes] of files) form.append('attachment', new Blob([bytes]), name);
  expect(await bench.upload('/template/request_with_file', form)).toEqual({ code: '200' });
  return addresses(bench);
}

async function addresses(bench: Bench): Promise<string[]> {
  return (await shownOn(bench, templateAt('order_paid'))).files;
}

describe('an attachment on the desk', () => {
  it.each<[type: AttachmentType, media: string, disposition: 'inline' | 'attachment']>([
    ['png', 'image/png', 'inline'],
    ['jpg', 'image/jpeg', 'inline'],
    ['gif', 'image/gif', 'inline'],
    ['pdf', 'application/pdf', 'inline'],
    ['hwp', 'application/x-hwp', 'attachment'],
    ['doc', 'application/msword', 'attachment'],
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'attachment'],
  ])('opens: %s as %s, %s, where nothing of it runs', async (type, media, disposition) => {
    const bench = await openBench();
    await bench.add();
    const bytes = attachment(type, 300_000);
    const [address = ''] = await attach(bench, [[`파일 1.${type}`, bytes]]);
    const served = await fetch(bench.url + address);
    expect(served.status).toBe(200);
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
    expect(served.headers.get('content-type')).toBe(media);
    expect(served.headers.get('content-disposition')).toBe(
      `${disposition}; filename*=UTF-8''%ED%8C%8C%EC%9D%BC%201.${type}`,
    );
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-security-policy')).toBe(POLICY);
  });

  it('is refused to a page of another origin', async () => {
    const bench = await openBench();
    await bench.add();
    const [address = ''] = await attach(bench, [['a.pdf', attachment('pdf')]]);
    const foreign = { origin: 'https://elsewhere.example' };
    expect((await fetch(bench.url + address, { headers: foreign })).status).toBe(403);
    expect((await fetch(bench.url + address, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  });

  it('opens after a restart with a data file, and after a restore; a snapshot holds no bytes', async () => {
    const data = `${await temporaryFolder()}/data.json`;
    const first = await openBench({ data });
    await first.add();
    const [address = ''] = await attach(first, [['a.pdf', attachment('pdf', 64)]]);
    await first.control.checkpoint('asked');
    await first.control.restore('asked');
    expect((await fetch(first.url + address)).status).toBe(200);
    const snapshot = JSON.stringify(await first.control.snapshot());
    expect(snapshot).toContain('"a.pdf"');
    expect(snapshot).not.toContain('%PDF');
    await first.emulator.close();
    const second = await openBench({ data });
    expect(await addresses(second)).toEqual([address]);
    expect((await fetch(second.url + address)).status).toBe(200);
  });
});

describe('the proof of consent', () => {
  it('opens as the image that it is', async () => {
    const bench = await openBench();
    const form = account({ senderKey: SHOP });
    form.set('file', new Blob([png(40, 30)]), '동의.png');
    const upload = await fetch(`${bench.url}/v4/msgr/profile/marketingAgree/upload`, { method: 'POST', body: form });
    expect(await upload.json()).toMatchObject({ code: '200' });
    const served = await fetch(`${bench.url}/_emulator/desk/proof?senderKey=${SHOP}`);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(served.headers.get('content-security-policy')).toBe(POLICY);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(png(40, 30));
    expect((await fetch(`${bench.url}/_emulator/desk/proof?senderKey=mall-key`)).status).toBe(404);
  });
});

describe('the memory for attachments', () => {
  it('forgets the oldest file first', async () => {
    const kept = new KeptBytes(systemFiles, undefined, 100);
    const bytes = (of: number): Uint8Array => new Uint8Array(40).fill(of);
    const [a, b] = [await kept.keep(bytes(1)), await kept.keep(bytes(2))];
    await kept.keep(bytes(1));
    const c = await kept.keep(bytes(3));
    expect(await kept.read(b)).toBeUndefined();
    expect([await kept.read(a), await kept.read(c)]).toEqual([bytes(1), bytes(3)]);
  });
});
