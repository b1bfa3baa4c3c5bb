import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RunContext } from '../../../src/core/kind.ts';
import type { Live, Resource } from '../../../src/core/resource.ts';
import { templateOperations } from '../../../src/kinds/notification-template/operations.ts';
import { dormantAt } from '../../../src/kinds/notification-template/states.ts';
import type { Client } from '../../../src/wire/client.ts';
import { nothingBound } from '../bound.ts';
import { noFile, ofShop, recordedService, shop, signal } from '../recorded.ts';
import { live, want } from './standings.ts';

const bodyOfOrder = {
  templateCode: 'order_paid',
  templateName: '주문 결제 안내',
  categoryCode: '001001',
  templateMessageType: 'BA',
  templateEmphasizeType: 'NONE',
  templateContent: '#{이름}님, 결제가 완료되었습니다.',
  securityFlag: false,
  buttons: [{ linkType: 'WL', name: '주문 보기', linkMo: 'https://shop.example.com/o/#{주문번호}' }],
};

/** Runs an operation; what it returns and which calls it made. */
async function run(name: string, desired: Resource, at: Live | undefined, answers: Record<string, unknown> = {}) {
  const { service, calls } = recordedService(answers);
  const operation = templateOperations.find((row) => row.name === name);
  const context: RunContext<Client> = {
    service,
    profile: shop,
    desired,
    live: at,
    bound: nothingBound,
    readFile: async (path, sha256) => new TextEncoder().encode(`${path} ${sha256}`),
    openFile: noFile,
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    signal,
    answered: () => {},
  };
  const binding = await operation?.run(context);
  return { binding, calls };
}

test('every operation is looked for before it is called again', () => {
  expect([...new Set(templateOperations.map((operation) => operation.idempotence))]).toEqual([undefined]);
});

test('register sends the whole template and binds the code that the service gave', async () => {
  const answers = { 'template.add': { templateCode: 'order_paid' } };
  expect(await run('template.add', want('approved'), undefined, answers)).toEqual({
    binding: { code: 'order_paid' },
    calls: [['template.add', { ...ofShop, ...bodyOfOrder }]],
  });
});

describe('update', () => {
  const answers = { 'template.update': { templateCode: 'order_paid' } };

  test('names the code that it has', async () => {
    expect(await run('template.update', want('approved'), live({}), answers)).toEqual({
      binding: { code: 'order_paid' },
      calls: [['template.update', { ...ofShop, ...bodyOfOrder }]],
    });
  });

  test('writes a new code under the old one', async () => {
    expect(await run('template.update', want('approved', 'code'), live({}), answers)).toEqual({
      binding: { code: 'order_done' },
      calls: [['template.update', { ...ofShop, ...bodyOfOrder, newTemplateCode: 'order_done' }]],
    });
  });
});

describe('a request for inspection', () => {
  test('goes without a comment', async () => {
    const { calls } = await run('template.request', want('approved'), live({}));
    expect(calls).toEqual([['template.request', { ...ofShop, templateCode: 'order_paid', comment: undefined }]]);
  });

  test('goes with one', async () => {
    const desired = want('approved', 'same', { inputs: { comment: '확인 부탁드립니다' } });
    const { calls } = await run('template.request', desired, live({}));
    expect(calls).toEqual([
      ['template.request', { ...ofShop, templateCode: 'order_paid', comment: '확인 부탁드립니다' }],
    ]);
  });

  test('goes with attachments under their names, in their order', async () => {
    const attachments = [
      { path: 'manifests/evidence.pdf', sha256: 'e1' },
      { path: 'screen.png', sha256: 'e2' },
    ];
    const desired = want('approved', 'same', { inputs: { comment: '첨부 확인', attachments } });
    const { calls } = await run('template.request_with_file', desired, live({}));
    expect(calls).toEqual([
      [
        'template.requestWithFile',
        { ...ofShop, templateCode: 'order_paid', comment: '첨부 확인' },
        'attachment',
        [
          { name: 'evidence.pdf', bytes: new TextEncoder().encode('manifests/evidence.pdf e1') },
          { name: 'screen.png', bytes: new TextEncoder().encode('screen.png e2') },
        ],
      ],
    ]);
  });
});

test.each([
  ['template.delete', 'delete'],
  ['template.cancel_request', 'cancelRequest'],
  ['template.stop', 'stop'],
  ['template.reuse', 'reuse'],
  ['template.cancel_approval', 'cancelApproval'],
])('%s names the code that it has and leaves the binding alone', async (operation, method) => {
  expect(await run(operation, want('approved', 'code'), live({}))).toEqual({
    binding: undefined,
    calls: [[`template.${method}`, { ...ofShop, templateCode: 'order_paid' }]],
  });
});

test('template.release stores its time, from which the next dormancy is counted', async () => {
  const { binding, calls } = await run('template.release', want('approved', 'code'), live({}));
  expect(calls).toEqual([['template.release', { ...ofShop, templateCode: 'order_paid' }]]);
  expect(binding).toEqual({ code: 'order_paid', releasedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
});

test('a released template becomes dormant again after 30 days, in a state in which it can be sent', () => {
  const binding = { code: 'order_paid', releasedAt: '2026-11-01T00:00:00.000Z' };
  const at = (facts: Parameters<typeof live>[0], bound: JsonObject = binding) => dormantAt(live(facts), bound);
  const active = { inspectionStatus: 'APR', status: 'A' } as const;
  expect(at(active)).toBe(Date.parse('2026-12-01T00:00:00.000Z'));
  expect(at({ ...active, status: 'R' })).toBe(Date.parse('2026-12-01T00:00:00.000Z'));
  expect(at({ ...active, dormant: true })).toBeUndefined();
  expect(at({ ...active, status: 'S' })).toBeUndefined();
  expect(at(active, { code: 'order_paid' })).toBeUndefined();
});

test('without a live template the code is the one that is wanted', async () => {
  const { calls } = await run('template.delete', want('removed', 'code'), undefined);
  expect(calls).toEqual([['template.delete', { ...ofShop, templateCode: 'order_done' }]]);
});

test('nothing but `add` passes, or leads anywhere, where there is no template', () => {
  const wanted = want('removed', 'same', {
    inputs: { comment: '확인', attachments: [{ path: 'a.pdf', sha256: 'e' }] },
  });
  const passing = templateOperations.filter((row) => row.requires(undefined, wanted) === undefined);
  expect(passing.map((row) => row.name)).toEqual(['template.add']);
  const leading = templateOperations.filter((row) => row.predicts(undefined, wanted).some((at) => at !== undefined));
  expect(leading.map((row) => row.name)).toEqual(['template.add']);
  for (const row of templateOperations) expect(row.note?.(undefined, want('approved'))).toBeUndefined();
  const past = { madeBy: 'person', isUnchanged: true } as const;
  const risky = templateOperations.filter((row) => row.risk?.(undefined, want('approved'), past) === 'resubmits');
  expect(risky).toEqual([]);
});

test.each([
  [['APR', 'REJ'], 'resubmits'],
  [['REJ', 'APR'], undefined],
])(
  'a text that a person corrected is replaced at a risk only if the last verdict is a rejection: %j',
  (words, risk) => {
    const comments = words.map((status) => ({ content: '', createdAt: '', status, userName: '' }));
    const update = templateOperations.find(({ name }) => name === 'template.update');
    const past = { madeBy: 'person', isUnchanged: true } as const;
    expect(update?.risk?.({ ...live({}), comments }, want('approved', 'changed'), past)).toBe(risk);
  },
);

test('template.convertAddCh names its profile by the key alone', async () => {
  expect(await run('template.convertAddCh', want('approved', 'code'), live({}))).toEqual({
    binding: undefined,
    calls: [['template.convertAddCh', { senderKey: shop.key, templateCode: 'order_paid' }]],
  });
});
