import { expect, test } from 'vitest';
import { checkCodes } from '../../../src/kinds/notification-template/preflight.ts';
import { ofShop, recordedService, refused, shop, signal, unclear } from '../recorded.ts';
import { want } from './standings.ts';

const other = want('approved', 'code', { address: 'NotificationTemplate/shop/order-done', id: 'order-done' });

test('each code to be made is asked for once', async () => {
  const { service, calls } = recordedService();
  let checked = 0;
  const onChecked = (): void => {
    checked += 1;
  };
  expect(await checkCodes(service, shop, [want('approved'), other], signal, onChecked)).toEqual([]);
  expect(checked).toBe(2);
  expect(calls).toEqual([
    ['template.codeCheck', { ...ofShop, templateCode: 'order_paid' }],
    ['template.codeCheck', { ...ofShop, templateCode: 'order_done' }],
  ]);
});

test('a refused code is a problem at its template’s place, in the service’s words', async () => {
  const { service } = recordedService({
    'template.codeCheck': ({ templateCode }: { templateCode: string }) => {
      if (templateCode === 'order_done') throw refused('504', '이미 사용 중인 코드입니다');
    },
    'template.detail': refused('509'),
  });
  expect(await checkCodes(service, shop, [want('approved'), other], signal)).toEqual([
    {
      code: 'code-refused',
      severity: 'error',
      message: "the service does not take order_done as a new template's code: 이미 사용 중인 코드입니다",
      hint: 'Choose another `code`',
      place: { file: 'manifests/order.yaml', line: 1, column: 1 },
      address: 'NotificationTemplate/shop/order-done',
      service: { code: '504', message: '이미 사용 중인 코드입니다' },
    },
  ]);
});

test('a template that is there by now is no wrong code: another run made it meanwhile', async () => {
  const { service, calls } = recordedService({ 'template.codeCheck': refused('504'), 'template.detail': {} });
  expect(await checkCodes(service, shop, [other], signal)).toEqual([
    {
      code: 'code-appeared',
      severity: 'error',
      message: 'order_done was registered on shop while this plan was made: another run is changing templates',
      hint: 'Run the command again with `--lock-timeout 10m`: it waits until the other run ends',
      place: { file: 'manifests/order.yaml', line: 1, column: 1 },
      address: 'NotificationTemplate/shop/order-done',
    },
  ]);
  expect(calls.at(-1)).toEqual(['template.detail', { ...ofShop, templateCode: 'order_done' }]);
});

test('where nobody knows whether it is there, that is what is said', async () => {
  const failure = unclear();
  const { service } = recordedService({ 'template.codeCheck': refused('504'), 'template.detail': failure });
  await expect(checkCodes(service, shop, [other], signal)).rejects.toBe(failure);
});

test('a refusal without words is told without them', async () => {
  const wordless = refused('504');
  delete wordless.problem.service;
  const { service } = recordedService({ 'template.codeCheck': wordless, 'template.detail': refused('509') });
  expect(await checkCodes(service, shop, [other], signal)).toMatchObject([
    { message: "the service does not take order_done as a new template's code" },
  ]);
});

test.each([
  ['an unclear failure', unclear()],
  ['a bug', new TypeError('a bug')],
])('%s is no answer', async (_, failure) => {
  const { service } = recordedService({ 'template.codeCheck': failure });
  await expect(checkCodes(service, shop, [other], signal)).rejects.toBe(failure);
});
