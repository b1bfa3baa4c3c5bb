import { expect, it } from 'vitest';
import { sendOf } from './message-support.ts';
import { NOON, openBench } from './support.ts';
import { receiver } from './webhook-support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

it('what happened stays so after the clock went back, and after a restart', async () => {
  const { url: webhook, next } = await receiver();
  const { control, message } = await openBench({ webhook });
  await message(sendOf('sms', { message: '안녕' }));
  await control.clock({ advance: DAY });
  await next();
  await expect.poll(() => control.inbox({ result: '4100' })).toMatchObject({ messages: [{ pushed: true }] });
  await control.clock({ real: true });
  expect(await control.inbox({ result: '4100' })).toMatchObject({ messages: [{ pushed: true, result: '4100' }] });
});

it('more messages than are kept drop the oldest that nobody waits for, and the statistics count on', async () => {
  const { control, message, token, url } = await openBench({ keep: 2 });
  const keys: string[] = [];
  const send = async (refkey: string, sendtime: number): Promise<void> => {
    const { body } = await message(sendOf('sms', { message: '안녕' }, { refkey, sendtime: String(sendtime / 1000) }));
    keys.push(String(body['messagekey']));
    await control.clock({ advance: 300 });
  };
  await send('later', NOON + DAY);
  await send('kept', NOON);
  await send('fetched', NOON);
  const refkeys = async (): Promise<string[]> => {
    const answer = await control.inbox();
    return answer.ok ? answer.messages.map(({ refkey }) => refkey) : [];
  };
  expect(await refkeys()).toEqual(['fetched', 'later']);
  await send('last', NOON);
  expect(await refkeys()).toEqual(['last', 'later']);
  expect(await control.health()).toMatchObject({ dropped: 2 });
  const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' };
  const report = { account: 'emulator', messagekey: keys[3] };
  await fetch(`${url}/v2/report`, { method: 'POST', headers, body: JSON.stringify(report) });
  await send('newest', NOON);
  expect(await refkeys()).toEqual(['newest', 'later']);
});
