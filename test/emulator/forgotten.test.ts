import { expect, it } from 'vitest';
import { sendOf } from './message-support.ts';
import { NOON, openBench } from './support.ts';
import { receiver } from './webhook-support.ts';

it('a reserved message that was deleted does not go out at its time', async () => {
  const { url: webhook, count } = await receiver();
  const { control, message } = await openBench({ webhook });
  const sendtime = String((NOON + 3_600_000) / 1000);
  const { body } = await message(sendOf('sms', { message: '안녕하세요' }, { sendtime }));
  expect(await control.deleteMessage(String(body['messagekey']))).toMatchObject({ ok: true });
  await control.clock({ advance: 86_400_000 });
  expect(await control.inbox()).toMatchObject({ total: 0 });
  expect(count()).toBe(0);
});
