import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { jpeg, png } from '../images.ts';
import {
  newer,
  noKey,
  notAGroup,
  ok,
  refused,
  shopProfile,
  steer,
  unusable,
  unusableStates,
} from './profile-support.ts';
import { account, attachment, type Bench, MALL, objectOf, openBench, SHOP } from './support.ts';

const MB = 1024 * 1024;
const LIMIT = 5 * MB;

function proof(bytes: Uint8Array<ArrayBuffer> = png(10, 10), name = 'consent.png', fields = {}): FormData {
  const form = account({ senderKey: SHOP, ...fields });
  form.set('file', new Blob([bytes]), name);
  return form;
}

async function upload({ url }: Bench, form: FormData = proof()): Promise<JsonObject> {
  const path = `${url}/v4/msgr/profile/marketingAgree/upload`;
  return objectOf(await (await fetch(path, { method: 'POST', body: form })).json());
}

const apply = ({ url }: Bench, body: JsonObject = {}): Promise<JsonObject> =>
  newer(url, '/profile/brandMessage/apply', body);

describe('the proof of consent', () => {
  it('is kept, and given back from its address', async () => {
    const bench = await openBench();
    await bench.control.clock({ advance: 1000 });
    const bytes = png(300, 900, LIMIT);
    const answer = await upload(bench, proof(bytes));
    expect(answer).toEqual({
      code: '200',
      data: {
        fileKey: expect.stringMatching(/^[0-9a-f]{32}$/),
        fileUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/images\/[0-9a-f]{24}\.png$/),
      },
    });
    const file = await fetch(String(objectOf(answer['data'])['fileUrl']));
    expect(file.headers.get('content-type')).toBe('image/png');
    // Not toEqual: to walk five million elements takes a minute.
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    expect(await bench.call('/profile')).toEqual({
      code: '200',
      data: { ...shopProfile, modifiedAt: '2026-11-20 12:00:01' },
    });
  });

  it.each([
    ['consent.jpg', jpeg(10, 10)],
    ['consent.JPEG', jpeg(10, 10)],
    ['consent.PNG', png(1, 1)],
  ])('may be %s', async (name, bytes) => {
    expect(await upload(await openBench(), proof(bytes, name))).toMatchObject(ok);
  });

  const tooLarge = refused('611', `file may have ${LIMIT} bytes`);
  const noImage = refused('612', 'file is not a readable PNG or JPEG');
  const misnamed = refused('612', 'the name of the file does not end as its type: png, jpg or jpeg');
  it.each<[string, FormData, JsonObject]>([
    ['one byte too large', proof(png(10, 10, LIMIT + 1)), tooLarge],
    ['far too large', proof(png(10, 10, LIMIT + 2 * MB)), tooLarge],
    ['empty', proof(new Uint8Array()), refused('610', 'file is empty')],
    ['a GIF', proof(attachment('gif'), 'consent.gif'), noImage],
    ['a GIF that is called PNG', proof(attachment('gif', 64), 'consent.png'), noImage],
    ['a PDF', proof(attachment('pdf'), 'consent.pdf'), noImage],
    ['the beginning of a PNG', proof(png(10, 10).slice(0, 12)), noImage],
    ['a PNG that is called JPEG', proof(png(10, 10), 'consent.jpg'), misnamed],
    ['a JPEG without an ending', proof(jpeg(10, 10), 'consent'), misnamed],
    ['missing', account({ senderKey: SHOP }), refused('405', 'file is required')],
    ['a text', account({ senderKey: SHOP, file: 'consent' }), refused('405', 'file is required')],
  ])('is not taken where it is %s', async (_, form, answer) => {
    const bench = await openBench();
    expect(await upload(bench, form)).toEqual(answer);
    expect(await apply(bench)).toEqual(refused('509', 'the proof of marketing consent has to be uploaded first'));
  });
});

describe('an application for brand messages', () => {
  it('needs the proof first, and is made once', async () => {
    const bench = await openBench();
    expect(await apply(bench)).toEqual(refused('509', 'the proof of marketing consent has to be uploaded first'));
    await upload(bench);
    expect(await apply(bench)).toEqual(ok);
    expect(await apply(bench)).toEqual(refused('509', 'brand messages are applied for already'));
    expect(await bench.call('/profile')).toEqual({ code: '200', data: shopProfile });
  });

  it('waits for a person, who approves it', async () => {
    const bench = await openBench();
    await upload(bench);
    await apply(bench);
    await bench.control.clock({ advance: 30 * 86_400_000 });
    expect(await bench.call('/profile')).toMatchObject({ data: { brandMessage: false } });
    const approved = { ...shopProfile, brandMessage: true, modifiedAt: '2026-12-20 12:00:00' };
    expect(await steer(bench.url, '/profile', { profile: SHOP, brandMessage: true })).toEqual({
      ok: true,
      profile: approved,
    });
    expect(await bench.call('/profile')).toEqual({ code: '200', data: approved });
    expect(await apply(bench)).toEqual(refused('509', 'brand messages are approved already'));
  });

  it('is listed while it waits', async () => {
    const bench = await openBench();
    const { control } = bench;
    expect(await control.brandApplications()).toEqual({ ok: true, applications: [] });
    const { fileKey } = objectOf((await upload(bench))['data']);
    expect(await control.brandApplications()).toEqual({ ok: true, applications: [] });
    await control.clock({ advance: 1000 });
    await apply(bench);
    const waiting = {
      profile: 'shop',
      senderKey: SHOP,
      name: 'shop',
      appliedAt: '2026-11-20 12:00:01',
      proof: { name: 'consent.png', size: 68, fileKey },
    };
    expect(await control.brandApplications()).toEqual({ ok: true, applications: [waiting] });
    expect(await control.profile({ profile: 'shop', brandMessage: true })).toMatchObject({ ok: true });
    expect(await control.brandApplications()).toEqual({ ok: true, applications: [] });
  });

  it('may be made again after a no', async () => {
    const bench = await openBench();
    await upload(bench);
    await apply(bench);
    await steer(bench.url, '/profile', { profile: 'shop', brandMessage: false });
    expect(await apply(bench)).toEqual(ok);
  });

  it('is approved by the clock with inspect: auto', async () => {
    const bench = await openBench({ inspect: 'auto' });
    await upload(bench);
    await apply(bench);
    await bench.control.clock({ advance: 999 });
    expect(await bench.call('/profile')).toMatchObject({ data: { brandMessage: false } });
    await bench.control.clock({ advance: 1 });
    expect(await bench.call('/profile')).toEqual({
      code: '200',
      data: { ...shopProfile, brandMessage: true, modifiedAt: '2026-11-20 12:00:01' },
    });
  });

  it('is of a profile that can be used', async () => {
    const bench = await openBench();
    await upload(bench);
    expect(await apply(bench, { senderKey: 'other' })).toEqual(noKey);
    expect(await apply(bench, { senderKey: MALL, senderKeyType: 'G' })).toEqual(notAGroup);
    for (const [, state] of unusableStates) {
      await steer(bench.url, '/profile', { profile: 'shop', ...state });
      expect(await apply(bench)).toEqual(unusable);
      await steer(bench.url, '/profile', { profile: 'shop', block: false, dormant: false, profileStatus: 'A' });
    }
    expect(await apply(bench)).toEqual(ok);
  });
});
