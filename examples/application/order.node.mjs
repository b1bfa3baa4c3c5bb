import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmulator } from 'notiform/emulator';
import { sendOrderPaid } from './order.mjs';

let emulator;
before(async () => {
  emulator = await startEmulator();
});
after(() => emulator?.stop());

test('sends after the template is approved', async () => {
  await emulator.seed({
    templates: [{
      profile: 'shop', templateCode: 'order_paid', inspectionStatus: 'REQ',
      templateContent: '#{이름}님, 결제가 완료되었습니다.',
    }],
  });
  await emulator.inspections.approve({ templateCode: 'order_paid' });
  await sendOrderPaid(emulator, '01000000000', '홍길동');
  const message = await emulator.inbox.waitFor({ to: '010-0000-0000', result: 'any' });
  assert.equal(message.result, '7000');
});

test('a token expires after a day', async () => {
  await emulator.clock.advance(24 * 60 * 60 * 1000);
  const { korean } = await emulator.clock.get();
  assert.match(korean, /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
});
