import { expect, it } from 'vitest';
import { documentOf, smallShop } from './here.ts';

const ONE = '결제가 완료되었습니다';
const TWO = '결제가 잘 끝났습니다';
const THREE = '결제를 확인했습니다';

it('a test send has the text of its manifest, under the code of the approved version with it, or is not sent', async () => {
  const shop = await smallShop();
  const order = 'manifests/order.yaml';
  const done = async (...words: string[]): Promise<void> => {
    const ran = await shop.run(...words);
    expect(ran.exit, `${words.join(' ')}\n${ran.stdout}${ran.stderr}`).toBe(0);
  };
  /** Sends, with the code and outcome of the message, the codes of problems, and what the journal of sends says of codes. */
  const send = async (): Promise<unknown> => {
    const ran = await shop.run('--json', 'send', 'order-paid-smoke', '--allow', 'locks-text', '--yes');
    const { sends, problems } = documentOf(ran) as {
      sends: { templateCode: string; outcome: string; proof: { code: string; path: string }[] }[];
      problems: { code: string; message: string }[];
    };
    const [{ templateCode, outcome, proof } = { templateCode: '', outcome: '', proof: [] }, ...others] = sends;
    expect(others).toEqual([]);
    const named = problems.flatMap((problem) =>
      problem.code === 'send-version' ? [problem.message.replace(/.*, /, '')] : [],
    );
    return [ran.exit, outcome, templateCode, proof.map((one) => `${one.code} ${one.path}`), named];
  };
  const sentCodes = async (): Promise<string[]> => {
    const lines = (await shop.read('.notiform/sends.jsonl')).trim().split('\n');
    const events = lines.map((line) => JSON.parse(line) as { event: string; code: string });
    return events.flatMap(({ event, code }) => (event === 'sending' ? [code] : []));
  };
  const delivered = (code: string, warned: string[] = []) => [0, 'delivered', code, [], warned];
  const kept = (code: string) => [1, 'unproved', code, ['send-differs message'], [code]];

  await shop.edit(order, 'id: order-paid\n', 'id: order-paid\nversions: true\n');
  await done('apply', '--yes');
  await done('emulator', 'approve', 'order-paid');
  // The approved text differs from the manifest, without and with a version of that text in inspection.
  await shop.edit(order, ONE, TWO);
  expect(await send()).toEqual(kept('order_paid'));
  await done('apply', '--yes');
  expect(await send()).toEqual(kept('order_paid'));
  // The manifest has the approved text again, and the newer version is still in inspection.
  await shop.edit(order, TWO, ONE);
  expect(await send()).toEqual(delivered('order_paid'));
  // The newest of two approved versions differs.
  await done('emulator', 'approve', 'order-paid');
  await shop.edit(order, ONE, THREE);
  expect(await send()).toEqual(kept('order_paid_v2'));
  // What differs is no part of the message.
  await shop.edit(order, THREE, TWO);
  await shop.edit(order, '발송됩니다.', '발송되었습니다.');
  expect(await send()).toEqual(delivered('order_paid_v2', ['order_paid_v2']));
  expect(await sentCodes()).toEqual(['order_paid', 'order_paid_v2']);
});
