import { describe, expect, it } from 'vitest';
import { emulatorAccount, NOON, objectOf, openBench, PHONE, plainMessage, postJson, SENDER, SHOP } from './support.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

describe('a turned clock', () => {
  it('ends a token after 24 hours, and not before', async () => {
    const { control, token, url } = await openBench();
    const authorization = `Bearer ${await token()}`;
    const send = async () => (await postJson(`${url}/v3/message`, plainMessage, { authorization })).body['code'];
    await control.clock({ advance: DAY - 1 });
    expect(await send()).toBe(1000);
    await control.clock({ advance: 1 });
    expect(await send()).toBe(3005);
  });

  it('is told by the `Date` of every answer', async () => {
    const { control, url } = await openBench();
    const dateOf = async (path: string) => (await fetch(url + path, { method: 'POST' })).headers.get('date');
    expect(await dateOf('/v3/msgr/template/list')).toBe(new Date(NOON).toUTCString());
    await control.clock({ advance: DAY });
    expect(await dateOf('/v3/msgr/template/list')).toBe(new Date(NOON + DAY).toUTCString());
    expect(await dateOf('/nowhere')).toBe(new Date(NOON + DAY).toUTCString());
  });

  it('ends the address of a video’s upload after 5 minutes', async () => {
    const { control, url } = await openBench();
    const upload = async (waitMs: number): Promise<unknown> => {
      const body = { ...emulatorAccount, senderKey: SHOP, fileName: 'a.mp4', fileSize: 4 };
      const { body: registered } = await postJson(`${url}/v4/msgr/brand/video/upload/register`, body);
      const { uploadUrl, token } = registered['data'] as { uploadUrl: string; token: string };
      await control.clock({ advance: waitMs });
      const form = new FormData();
      form.set('file', new Blob([Uint8Array.from([0, 0, 0, 24])]), 'a.mp4');
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(uploadUrl, { method: 'POST', headers, body: form });
      return objectOf(await answer.json())['message'];
    };
    expect(await upload(5 * MINUTE)).toBe('file is not a readable video of the MP4 family');
    expect(await upload(5 * MINUTE + 1)).toBe('the upload address and its token were valid for 5 minutes');
  });

  it('sends what was reserved when its time has come', async () => {
    const { control, message } = await openBench();
    const sms = { ...plainMessage, from: SENDER, to: PHONE, type: 'sms', content: { sms: { message: '안녕' } } };
    await message({ ...sms, sendtime: String((NOON + DAY) / 1000) });
    await control.clock({ advance: DAY - 1 });
    expect(await control.inbox({ result: 'any' })).toMatchObject({ total: 0 });
    await control.clock({ advance: 301 });
    expect(await control.inbox({ result: 'any' })).toMatchObject({ total: 1 });
  });
});
