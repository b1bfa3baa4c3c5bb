import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { CHANNEL_ADD_NOTICE } from '../../src/emulator/resource/template/operations.ts';
import { type Bench, objectOf, openBench, plainMessage, plainTemplate } from './support.ts';

interface State {
  inspectionStatus: 'REG' | 'REQ' | 'REJ' | 'APR';
  status: 'S' | 'A' | 'R';
  block: boolean;
  dormant: boolean;
}

const flags = [false, true];
const states: State[] = (['REG', 'REQ', 'REJ', 'APR'] as const).flatMap((inspectionStatus) =>
  (['S', 'A', 'R'] as const).flatMap((status) =>
    flags.flatMap((block) => flags.map((dormant) => ({ inspectionStatus, status, block, dormant }))),
  ),
);

/** Section 3 in one column: the states that an operation takes, written `inspection/status` with + for block and dormancy. */
const table: Record<string, string[]> = {
  update: ['REG/R', 'REG/R+dormant', 'REJ/R', 'REJ/R+dormant'],
  delete: ['REG/R', 'REG/R+dormant', 'REJ/R', 'REJ/R+dormant'],
  request: ['REG/R', 'REG/R+dormant'],
  cancel_request: ['REQ/R', 'REQ/R+dormant'],
  stop: [
    'APR/A',
    'APR/A+dormant',
    'APR/A+block',
    'APR/A+block+dormant',
    'APR/R',
    'APR/R+dormant',
    'APR/R+block',
    'APR/R+block+dormant',
  ],
  reuse: ['APR/S', 'APR/S+dormant'],
  cancel_approval: ['APR/R'],
  release: states.filter(({ block, dormant }) => dormant && !block).map(nameOf),
  convertAddCh: ['APR/A'],
};

function nameOf({ inspectionStatus, status, block, dormant }: State): string {
  return `${inspectionStatus}/${status}${block ? '+block' : ''}${dormant ? '+dormant' : ''}`;
}

describe('the required states of section 3', () => {
  it.each(Object.keys(table))('%s', async (operation) => {
    const { control, call } = await openBench();
    const templates = states.map((state, index) => ({ profile: 'shop', templateCode: `code-${index}`, ...state }));
    await control.seed({ templates });
    const accepted: string[] = [];
    const codes = new Set<unknown>();
    for (const { templateCode, ...state } of templates) {
      const body = { ...plainTemplate, templateName: templateCode, templateCode };
      const { code } = await call(`/template/${operation}`, operation === 'update' ? body : { templateCode });
      codes.add(code);
      if (code === '200') accepted.push(nameOf(state));
    }
    expect(accepted.sort()).toEqual([...(table[operation] ?? [])].sort());
    expect(codes).toEqual(new Set(['200', '509']));
  });

  it.each([...Object.keys(table), 'detail'])('%s says 508 where there is no template', async (operation) => {
    const { call } = await openBench();
    expect(await call(`/template/${operation}`, plainTemplate)).toEqual({ code: '508', message: 'no such template' });
    expect(await call(`/template/${operation}`, { templateCode: null })).toEqual({
      code: '405',
      message: 'templateCode is required',
    });
  });
});

describe('the service status of a list row', () => {
  const word = ({ inspectionStatus, status, block, dormant }: State): string => {
    if (block) return 'BLK';
    if (dormant) return 'DMT';
    if (status === 'S') return 'STP';
    if (inspectionStatus !== 'APR') return inspectionStatus;
    return status === 'R' ? 'RDY' : 'ACT';
  };

  it('is derived as assumption 3 says', async () => {
    const { control, call } = await openBench();
    await control.seed({
      templates: states.map((state) => ({ profile: 'shop', templateCode: nameOf(state), ...state })),
    });
    const { data } = await call('/template/list', { count: 100 });
    const rows = objectOf(data)['list'];
    const found = Array.isArray(rows)
      ? rows.map((row) => [objectOf(row)['templateCode'], objectOf(row)['serviceStatus']])
      : [];
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(states.map((state) => [nameOf(state), word(state)])));
  });
});

/** Plays operations and verdicts on a fresh template and gives what the detail says of its state. */
async function play(...moves: (string | [path: string, body: JsonObject])[]): Promise<JsonObject> {
  const bench = await openBench();
  await bench.add();
  for (const move of moves) await make(bench, move);
  const { inspectionStatus, status, block, dormant } = await bench.detail('order_paid');
  return { inspectionStatus, status, block, dormant } as JsonObject;
}

async function make({ control, call, message }: Bench, move: string | [string, JsonObject]): Promise<void> {
  const of = { profile: 'shop', templateCode: 'order_paid' };
  const [name, body] = typeof move === 'string' ? [move, {}] : move;
  if (name === 'approve') expect(await control.verdict({ ...of, verdict: 'approve' })).toMatchObject({ ok: true });
  else if (name === 'reject')
    expect(await control.verdict({ ...of, verdict: 'reject', comment: '반려' })).toMatchObject({ ok: true });
  else if (name === 'sleep') await control.template({ ...of, dormant: true });
  else if (name === 'send') await sendPlain(message);
  else expect(await call(`/template/${name}`, { templateCode: 'order_paid', ...body })).toMatchObject({ code: '200' });
}

async function sendPlain(message: Bench['message']): Promise<void> {
  expect((await message(plainMessage)).body).toMatchObject({ code: 1000 });
}

describe('what an operation leads to', () => {
  const state = (inspectionStatus: string, status: string, dormant = false) => ({
    inspectionStatus,
    status,
    block: false,
    dormant,
  });

  it.each([
    [['request'], state('REQ', 'R')],
    [['request', 'cancel_request'], state('REG', 'R')],
    [['request', 'approve'], state('APR', 'R')],
    [['request', 'reject'], state('REJ', 'R')],
    [['request', 'reject', 'update'], state('REG', 'R')],
    [['request', 'approve', 'cancel_approval'], state('REG', 'R')],
    [['request', 'approve', 'send'], state('APR', 'A')],
    [['request', 'approve', 'stop'], state('APR', 'S')],
    [['request', 'approve', 'stop', 'reuse'], state('APR', 'R')],
    [['request', 'approve', 'send', 'stop', 'reuse'], state('APR', 'A')],
    [['request', 'approve', 'send', 'sleep'], state('APR', 'A', true)],
    [['request', 'approve', 'send', 'sleep', 'release'], state('APR', 'A')],
    [['request', 'approve', 'send', 'sleep', 'stop'], state('APR', 'S')],
  ])('%j', async (moves, expected) => {
    expect(
      await play(
        ...moves.map((move) => (move === 'update' ? ([move, plainTemplate] satisfies [string, JsonObject]) : move)),
      ),
    ).toEqual(expected);
  });
});

describe('dormancy after a release', () => {
  const DAY = 86_400_000;

  it('comes back after thirty days unused, and a send puts it off', async () => {
    const { control, call, detail, message } = await openBench();
    const templateContent = String(plainTemplate['templateContent']);
    await control.seed({
      templates: [
        {
          profile: 'shop',
          templateCode: 'order_paid',
          templateContent,
          inspectionStatus: 'APR',
          status: 'A',
          dormant: true,
        },
      ],
    });
    await call('/template/release', { templateCode: 'order_paid' });
    await control.clock({ advance: 30 * DAY - 1 });
    expect(await detail('order_paid')).toMatchObject({ dormant: false });
    await message(plainMessage);
    await control.clock({ advance: 30 * DAY - 1 });
    expect(await detail('order_paid')).toMatchObject({ dormant: false });
    await control.clock({ advance: 1 });
    expect(await detail('order_paid')).toMatchObject({ dormant: true });
    expect(await call('/template/list', { templateStatus: 'DMT' })).toMatchObject({ totalCount: 1 });
  });
});

describe('dormancy after a release and a stop', () => {
  const DAY = 86_400_000;

  it('is due all the same once the template is used again, and not while it is stopped', async () => {
    const { control, call, detail } = await openBench();
    const state = { inspectionStatus: 'APR', status: 'A', dormant: true } as const;
    await control.seed({ templates: [{ profile: 'shop', templateCode: 'order_paid', ...state }] });
    const act = (name: string) => call(`/template/${name}`, { templateCode: 'order_paid' });
    await act('release');
    await act('stop');
    await control.clock({ advance: 30 * DAY });
    expect(await detail('order_paid')).toMatchObject({ status: 'S', dormant: false });
    await control.clock({ advance: 1000 });
    await act('reuse');
    expect(await detail('order_paid')).toMatchObject({
      status: 'A',
      dormant: true,
      modifiedAt: '2026-12-20 12:00:01',
    });
  });
});

describe('dormancy after a release and a cancelled approval', () => {
  it('comes no more: a template that nobody can send is not unused', async () => {
    const { control, call, detail } = await openBench();
    const state = { inspectionStatus: 'APR', status: 'R', dormant: true } as const;
    await control.seed({ templates: [{ profile: 'shop', templateCode: 'order_paid', ...state }] });
    for (const name of ['release', 'cancel_approval'])
      expect(await call(`/template/${name}`, { templateCode: 'order_paid' })).toEqual({ code: '200' });
    await control.clock({ advance: 31 * 86_400_000 });
    expect(await detail('order_paid')).toMatchObject({ inspectionStatus: 'REG', status: 'R', dormant: false });
  });
});

describe('comments of an inspection', () => {
  it('hold the request and the inspector’s words', async () => {
    const { add, call, control, detail } = await openBench();
    await add();
    await call('/template/request', { templateCode: 'order_paid', comment: '확인 부탁드립니다' });
    await control.clock({ advance: 1000 });
    await control.verdict({
      profile: 'shop',
      templateCode: 'order_paid',
      verdict: 'reject',
      comment: '변수가 너무 많습니다',
    });
    const { comments } = await detail('order_paid');
    expect(comments).toEqual([
      {
        content: '확인 부탁드립니다',
        createdAt: '2026-11-20 12:00:00',
        status: 'REQ',
        userName: 'emulator',
        attachment: [],
      },
      {
        content: '변수가 너무 많습니다',
        createdAt: '2026-11-20 12:00:01',
        status: 'REJ',
        userName: 'inspector',
        attachment: [],
      },
    ]);
  });

  it('have 500 characters at most', async () => {
    const { add, call } = await openBench();
    await add();
    const request = (comment: string) => call('/template/request', { templateCode: 'order_paid', comment });
    expect(await request('가'.repeat(501))).toEqual({
      code: '405',
      message: 'comment may have 500 characters, not 501',
    });
    expect(await request('가'.repeat(500))).toEqual({ code: '200' });
  });
});

describe('inspect: auto', () => {
  it('approves a request after a second, and no other', async () => {
    const { add, call, control, detail } = await openBench({ inspect: 'auto' });
    await add();
    await call('/template/request', { templateCode: 'order_paid' });
    await control.clock({ advance: 999 });
    expect(await detail('order_paid')).toMatchObject({ inspectionStatus: 'REQ' });
    await call('/template/cancel_request', { templateCode: 'order_paid' });
    await call('/template/request', { templateCode: 'order_paid' });
    await control.clock({ advance: 999 });
    expect(await detail('order_paid')).toMatchObject({ inspectionStatus: 'REQ' });
    await control.clock({ advance: 86_400_000 });
    expect(await detail('order_paid')).toMatchObject({
      inspectionStatus: 'APR',
      status: 'R',
      comments: [],
      modifiedAt: '2026-11-20 12:00:01',
    });
  });
});

describe('convertAddCh', () => {
  const web = { name: '보기', linkType: 'WL', linkMo: 'https://m.example.com' };

  async function convert(seed: JsonObject) {
    const { control, call, detail } = await openBench();
    await control.seed({
      templates: [{ profile: 'shop', templateCode: 'a', inspectionStatus: 'APR', status: 'A', ...seed }],
    });
    return { answer: await call('/template/convertAddCh', { templateCode: 'a' }), after: await detail('a') };
  }

  it.each([
    ['BA', 'AD'],
    ['EX', 'MI'],
  ])('makes %s to %s, the channel button first, the notice at the end', async (templateMessageType, expected) => {
    const { answer, after } = await convert({ templateMessageType, templateContent: '글', buttons: [web] });
    expect(answer).toEqual({ code: '200' });
    expect(after).toMatchObject({
      templateMessageType: expected,
      templateContent: `글${CHANNEL_ADD_NOTICE}`,
      inspectionStatus: 'APR',
      status: 'A',
      buttons: [
        { name: '채널 추가', linkType: 'AC', ordering: 1 },
        { name: '보기', linkType: 'WL', ordering: 2 },
      ],
    });
  });

  const reply = { name: '답', linkType: 'BK' };
  it.each([
    ['4 buttons', { buttons: [web, web, web, web] }, { code: '200' }],
    [
      '5 buttons',
      { buttons: [web, web, web, web, web] },
      { code: '510', message: 'the template has 5 buttons already' },
    ],
    ['an AC button already', { buttons: [web, { name: '채널 추가', linkType: 'AC' }] }, { code: '200' }],
    ['a body of 928, and 36 of the notice', { templateContent: '😀'.repeat(928) }, { code: '200' }],
    [
      'a body of 929',
      { templateContent: '😀'.repeat(929) },
      { code: '506', message: 'the body may have 964 characters with the channel-add notice' },
    ],
    ['quick replies and a button', { buttons: [web], quickReplies: [reply] }, { code: '200' }],
    [
      'quick replies and 2 buttons',
      { buttons: [web, web], quickReplies: [reply] },
      { code: '510', message: 'the template has quick replies and 2 buttons already' },
    ],
    [
      'AD',
      { templateMessageType: 'AD' },
      { code: '509', message: 'only a template of type BA or EX can be converted' },
    ],
    [
      'MI',
      { templateMessageType: 'MI' },
      { code: '509', message: 'only a template of type BA or EX can be converted' },
    ],
    [
      'a template before its first send',
      { status: 'R' },
      { code: '509', message: 'only a template in its normal state can be converted' },
    ],
    [
      'a dormant one',
      { dormant: true },
      { code: '509', message: 'only a template in its normal state can be converted' },
    ],
  ])('with %s', async (_what, seed, expected) => {
    expect((await convert(seed)).answer).toEqual(expected);
  });
});
