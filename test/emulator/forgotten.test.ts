import { describe, expect, it } from 'vitest';
import { sendOf } from './message-support.ts';
import { NOON, openBench } from './support.ts';
import { receiver } from './webhook-support.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const greeting = { message: '안녕하세요' };

/** A send that goes out in an hour. */
const reserved = sendOf('sms', greeting, { sendtime: String((NOON + HOUR) / 1000) });

describe('a message that was deleted', () => {
  it('does not go out at its time', async () => {
    const { url: webhook, count } = await receiver();
    const { control, message } = await openBench({ webhook });
    const { body } = await message(reserved);
    expect(await control.deleteMessage(String(body['messagekey']))).toMatchObject({ ok: true });
    await control.clock({ advance: DAY });
    expect(await control.inbox()).toMatchObject({ total: 0 });
    expect(count()).toBe(0);
  });

  it('does not come back where a checkpoint did not have it', async () => {
    const { control, message } = await openBench();
    await control.checkpoint('empty');
    await message(reserved);
    await control.restore('empty');
    await control.clock({ advance: DAY });
    expect(await control.inbox()).toMatchObject({ total: 0 });
  });
});

it('a checkpoint keeps a message that a move of the clock deletes', async () => {
  const { control, message } = await openBench();
  await message(reserved);
  await control.checkpoint('sent');
  expect(await control.clock({ advance: 36 * DAY })).toMatchObject({ expiredMessages: 1 });
  await control.clock({ set: NOON });
  await control.restore('sent');
  expect(await control.inbox()).toMatchObject({ total: 1 });
});

describe('a checkpoint that is not there', () => {
  it('leaves the pause before the next push as it is', async () => {
    const { url: webhook, next, count } = await receiver(500);
    const { control, message } = await openBench({ webhook });
    await message(sendOf('sms', greeting));
    await control.clock({ advance: 300 });
    await next();
    await expect.poll(async () => pushTries(await control.snapshot())).toBe(1);
    expect(await control.restore('none')).toEqual({ ok: false, message: 'no such checkpoint: none' });
    await control.clock({ advance: 999 });
    expect(count()).toBe(1);
    await control.clock({ advance: 1 });
    await next();
    expect(count()).toBe(2);
  });
});

function pushTries(answer: unknown): unknown {
  return JSON.parse(/"push":(\{[^}]*\})/.exec(JSON.stringify(answer))?.[1] ?? '{}').tries;
}
