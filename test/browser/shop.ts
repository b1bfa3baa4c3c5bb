import type { JsonObject } from '../../src/core/json.ts';
import type { EmulatorOptions } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { type Bench, messageOf, openBench, PHONE, SENDER, SHOP } from '../emulator/support.ts';

export { messageOf, PHONE, SHOP };

/** An emulator in real time: what a person sees happens in it too. Results of sends are known at once. */
export async function openShop(options: Partial<EmulatorOptions> = {}): Promise<Bench> {
  const bench = await openBench({ ports: systemPorts, ...options });
  await bench.control.settings({ deliveryMs: 0, rateLimit: { limit: 100_000, windowMs: 1000 } });
  return bench;
}

/** A template that waits for a verdict. */
export async function request(bench: Bench, changes: JsonObject = {}, comment?: string): Promise<void> {
  await expectOk(bench.add(changes));
  const templateCode = changes['templateCode'] ?? 'order_paid';
  await expectOk(bench.call('/template/request', { templateCode, ...(comment !== undefined && { comment }) }));
}

export async function send(bench: Bench, text: string, refkey = 'ref-1'): Promise<void> {
  const { body } = await bench.message({
    account: 'emulator',
    type: 'sms',
    from: SENDER,
    to: PHONE,
    refkey,
    content: { sms: { message: text } },
  });
  if (body['code'] !== 1000) throw new Error(JSON.stringify(body));
}

async function expectOk(answer: Promise<JsonObject>): Promise<void> {
  const body = await answer;
  if (body['code'] !== '200') throw new Error(JSON.stringify(body));
}
