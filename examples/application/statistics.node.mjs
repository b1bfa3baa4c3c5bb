import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmulator } from 'notiform/emulator';
import { sendOrderPaid } from './order.mjs';

const template = {
  profile: 'shop',
  templateCode: 'order_paid',
  templateContent: '#{이름}님, 결제가 완료되었습니다.',
  inspectionStatus: 'APR',
};

let emulator;
before(async () => {
  emulator = await startEmulator({ settings: { deliveryMs: 0 }, seed: { templates: [template] } });
});
after(() => emulator?.stop());

test('counts the sends of a day', async () => {
  await emulator.clock.set('2030-01-15 12:00');
  for (let count = 0; count < 3; count += 1) await sendOrderPaid(emulator, '01000000000', '홍길동');
  await emulator.inbox.waitFor({ refkey: 'order-1', result: 'any' });
  await emulator.clock.set('2030-01-16 07:00');
  const { bizId, apiKey } = emulator.credentials;
  const day = { startDate: '20300115', endDate: '20300115' };
  const response = await fetch(`${emulator.url}/v4/msgr/stat/send/daily`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ bizId, apiKey, senderKey: emulator.senderKey, product: 'noticetalk', ...day }),
  });
  const { data } = await response.json();
  assert.deepEqual(
    data.list.map(({ chargedSuccessCount }) => chargedSuccessCount),
    [3],
  );
});
