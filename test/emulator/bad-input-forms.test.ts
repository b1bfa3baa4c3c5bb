import { expect, it } from 'vitest';
import { attachment, emulatorAccount, openBench, SHOP } from './support.ts';

const asked = { ...emulatorAccount, senderKey: SHOP, templateCode: 'order_paid', comment: '확인' };

function bodyOf(parts: readonly [parameters: string, content: string][]): string {
  const pieces = parts.map(
    ([parameters, content]) => `--x\r\ncontent-disposition: form-data; ${parameters}\r\n\r\n${content}\r\n`,
  );
  return `${pieces.join('')}--x--\r\n`;
}

it.each([
  ['name="comment"', { code: '405', message: 'a field is given twice' }],
  [
    'name="attachment"; filename="a%0D%0Ab.pdf"',
    { code: '610', message: 'the request is not a complete multipart form' },
  ],
])('a form with another part of %s is refused', async (parameters, answer) => {
  const { add, detail, url } = await openBench();
  await add();
  const fields = Object.entries(asked).map(([name, value]): [string, string] => [`name="${name}"`, value]);
  const response = await fetch(`${url}/v3/msgr/template/request_with_file`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: bodyOf([...fields, [parameters, Buffer.from(attachment('pdf', 20)).toString('latin1')]]),
  });
  expect(await response.json()).toEqual(answer);
  expect(await detail('order_paid')).toMatchObject({ inspectionStatus: 'REG' });
});
