import { describe, expect, test } from 'vitest';
import { liveTemplate } from '../../../src/kinds/notification-template/codec.ts';
import type { TemplateDetail } from '../../../src/kinds/notification-template/endpoints.ts';
import { notificationTemplate, templateDiscovery } from '../../../src/kinds/notification-template/kind.ts';
import { nothingBound } from '../bound.ts';
import { ofShop, recordedService, refused, shop, signal, unclear } from '../recorded.ts';

const detail: TemplateDetail = {
  templateCode: 'order_paid',
  templateName: '주문 결제 안내',
  templateMessageType: 'BA',
  templateEmphasizeType: 'NONE',
  templateContent: '안녕하세요',
  categoryCode: '001001',
  inspectionStatus: 'REJ',
  status: 'R',
  modifiedAt: '2026-11-20 10:00:00',
  comments: [
    { content: '광고성 문구가 있습니다', createdAt: '2026-11-20 09:00:00', status: 'REJ', userName: '검수자' },
    { status: 'INQ' },
    null,
    { content: '확인 부탁드립니다', createdAt: '2026-11-19 09:00:00', status: 'REQ', userName: '담당자' },
  ],
};

const list = templateDiscovery.by === 'list' ? templateDiscovery : undefined;

function read(answer: unknown) {
  const { service, calls } = recordedService({ 'template.detail': answer });
  return { found: list?.read(service, shop, 'order_paid', nothingBound, signal), calls };
}

describe('a detail', () => {
  test('is a live template with its derived state and its comments, the newest last', async () => {
    const { found, calls } = read(detail);
    expect(await found).toEqual({
      name: 'order_paid',
      content: {
        code: 'order_paid',
        name: '주문 결제 안내',
        category: '001001',
        messageType: 'BA',
        content: '안녕하세요',
      },
      status: { state: 'REJ', inspectionStatus: 'REJ', status: 'R', block: false, dormant: false },
      comments: [
        { content: '', createdAt: '', status: 'INQ', userName: '' },
        { content: '확인 부탁드립니다', createdAt: '2026-11-19 09:00:00', status: 'REQ', userName: '담당자' },
        { content: '광고성 문구가 있습니다', createdAt: '2026-11-20 09:00:00', status: 'REJ', userName: '검수자' },
      ],
      modifiedAt: '2026-11-20 10:00:00',
    });
    expect(calls).toEqual([['template.detail', { ...ofShop, templateCode: 'order_paid' }]]);
  });

  test('may lack dates and comments', () => {
    const { comments: _comments, modifiedAt: _date, ...least } = detail;
    expect(liveTemplate({ ...least, block: true, dormant: true }, nothingBound)).toEqual({
      name: 'order_paid',
      content: expect.anything(),
      status: { state: 'BLK', inspectionStatus: 'REJ', status: 'R', block: true, dormant: true },
      comments: [],
    });
  });

  test('may hold what its types have no use for: that is no content, and known beside it', () => {
    const { beside, content } = liveTemplate({ ...detail, templateExtra: '문의', templateTitle: '제목' }, nothingBound);
    expect(beside).toEqual({ extra: '문의', emphasis: { title: '제목' } });
    expect(content).toEqual(liveTemplate(detail, nothingBound).content);
  });

  test('may hold forms of buttons, which no request has (resource API 2.2)', () => {
    const plain = { name: '보기', linkType: 'BK', ordering: 2 };
    const form = { name: '신청', linkType: 'BF', bizFormId: 12, ordering: 1 };
    const of = (...buttons: object[]) => liveTemplate({ ...detail, buttons } as typeof detail, nothingBound);
    expect(of(plain, form)).toMatchObject({
      content: {
        buttons: [
          { type: 'BF', name: '신청' },
          { type: 'BK', name: '보기' },
        ],
      },
      beside: {
        buttons: [
          { type: 'BF', name: '신청', bizFormId: 12 },
          { type: 'BK', name: '보기' },
        ],
      },
    });
    expect(JSON.stringify(of(plain, form).content)).not.toContain('bizFormId');
    expect(of(plain, { ...form, bizFormId: '' })).not.toHaveProperty('beside');
  });

  test.each(['508', '509', '999'])('that is refused with %s is none', async (code) => {
    expect(await read(refused(code)).found).toBeUndefined();
  });

  test.each(['101', '102', '103', '403', '405', '429'])(
    'that is refused with %s says nothing about the template',
    async (code) => {
      const failure = refused(code);
      await expect(read(failure).found).rejects.toBe(failure);
    },
  );

  test('that failed in any other way says nothing about the template', async () => {
    const failure = unclear();
    await expect(read(failure).found).rejects.toBe(failure);
    const wordless = refused('508');
    delete wordless.problem.service;
    await expect(read(wordless).found).rejects.toBe(wordless);
    const bug = new TypeError('a bug');
    await expect(read(bug).found).rejects.toBe(bug);
  });
});

test('a list is taken by pages of 100, its unreadable rows beside it', async () => {
  const problem = (what: string) => ({
    code: 'service-unfit',
    severity: 'error',
    message: `A row of template.list does not have the documented shape: data.list${what}`,
    hint: expect.any(String),
  });
  const { service, calls } = recordedService({
    'template.list': {
      data: {
        list: [
          { templateCode: 'order_paid', templateName: '주문', serviceStatus: 'ACT', modifiedAt: '2026-11-20 10:00:00' },
          { templateCode: 'welcome', templateName: '환영', serviceStatus: 'NEW', modifiedAt: null },
          { templateCode: 'broken', templateName: 7 },
          null,
        ],
      },
      totalCount: 104,
      totalPage: 2,
      currentPage: 2,
    },
  });
  expect(await list?.page(service, shop, 2, signal)).toEqual({
    rows: [
      { name: 'order_paid', title: '주문', state: 'ACT', modifiedAt: '2026-11-20 10:00:00' },
      { name: 'welcome', title: '환영', state: 'NEW', modifiedAt: '' },
    ],
    unreadable: [
      { name: 'broken', problem: problem('[2].templateName: expected string, received number (and 1 more)') },
      { problem: problem('[3]: expected object, received null') },
    ],
    total: 104,
    pages: 2,
  });
  expect(calls).toEqual([['template.list', { ...ofShop, page: 2, count: 100 }]]);
});

test('the binding of a template is its code', () => {
  expect(notificationTemplate.bindingOf(liveTemplate(detail, nothingBound))).toEqual({ code: 'order_paid' });
  expect(notificationTemplate.nameOf({ code: 'order_paid' })).toBe('order_paid');
  expect(notificationTemplate.nameOf({ url: 'https://img.example.com' })).toBeUndefined();
});

test('the images of a template are told with their use and place', () => {
  const content = {
    emphasis: { type: 'IMAGE', image: { path: 'order.png', sha256: 'aa' } },
    highlight: { title: '상품', image: { url: 'https://cdn.example.com/x.png' } },
  };
  expect(notificationTemplate.images?.(content)).toEqual([
    { at: 'emphasis.image', use: 'notification/template', sha256: 'aa' },
    { at: 'highlight.image', use: 'notification/highlight', url: 'https://cdn.example.com/x.png' },
  ]);
  expect(notificationTemplate.images?.({})).toEqual([]);
  expect(notificationTemplate.images?.({ emphasis: { type: 'IMAGE', image: { ref: 'order' } } })).toEqual([]);
});
