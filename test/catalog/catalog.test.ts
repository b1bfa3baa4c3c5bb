import { describe, expect, it } from 'vitest';
import { makeCatalog } from '../../src/catalog/catalog.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { orderPaid } from '../send/support.ts';
import { catalogOf, row } from './support.ts';

const welcome: JsonObject = { name: '환영', category: '001001', messageType: 'BA', content: '#{이름}님, 환영합니다.' };

describe('the catalog', () => {
  it('has the message of the current version under the code of the manifest', () => {
    const { templates } = catalogOf([row('order_paid', orderPaid, { code: 'order_paid_v2', state: 'RDY' })]);
    expect(templates).toEqual([
      {
        key: 'order_paid',
        address: 'NotificationTemplate/shop/order-paid',
        profile: 'shop',
        name: '주문 결제 안내',
        templatecode: 'order_paid_v2',
        type: 'at',
        variables: ['금액', '이름', '주문번호'],
        content: {
          message: '#{이름}님, 주문하신 상품의\n결제가 완료되었습니다.',
          title: '#{금액}원',
          header: '결제 안내',
          button: [
            {
              name: '주문 보기',
              type: 'WL',
              url_mobile: 'https://shop.example.com/o/#{주문번호}',
              url_pc: 'https://shop.example.com',
            },
            { name: '고객센터 연결', type: 'TN', tel_number: '1588-0000' },
          ],
        },
        limits: { message: 1300, title: 50 },
      },
    ]);
  });

  it('is the same for templates in another order, and contains no state', () => {
    const rows = [row('welcome', welcome), row('order_paid', orderPaid)];
    const used = rows.map(({ template, approved }) => ({
      template,
      approved: approved && { ...approved, state: 'RDY' },
    }));
    expect(JSON.stringify(catalogOf(used.reverse()))).toBe(JSON.stringify(catalogOf(rows)));
    expect(catalogOf(rows).templates.map(({ key }) => key)).toEqual(['order_paid', 'welcome']);
  });

  it('sends a template with an image as ai, and adds the notice of the service to the body', () => {
    const image = { type: 'IMAGE', image: { url: 'https://cdn.example.com/a.png' } };
    const { templates } = catalogOf([
      row('welcome', { ...welcome, messageType: 'AD', emphasis: image }, { notice: '\n채널 추가' }),
    ]);
    expect(templates).toMatchObject([{ type: 'ai', content: { message: '#{이름}님, 환영합니다.\n채널 추가' } }]);
  });

  it('names the profile in the key of each template if several profiles declare the code', () => {
    const { templates, unavailable } = catalogOf([
      row('welcome', welcome, { profile: 'mall', state: 'REQ' }),
      row('welcome', welcome),
      row('order_paid', orderPaid),
    ]);
    expect([...templates, ...unavailable].map(({ key }) => key)).toEqual([
      'order_paid',
      'shop/welcome',
      'mall/welcome',
    ]);
  });

  it.each([
    ['REJ', 'The template welcome was rejected (REJ)'],
    ['REQ', 'The template welcome waits for its inspection (REQ)'],
    ['STP', 'The template welcome is stopped (STP)'],
    ['DMT', 'The template welcome is dormant (DMT)'],
  ])('lists a template in the state %s with the reason', (state, reason) => {
    const { templates, unavailable } = catalogOf([row('welcome', welcome, { state })]);
    expect([templates, unavailable]).toEqual([
      [],
      [{ key: 'welcome', address: 'NotificationTemplate/shop/welcome', profile: 'shop', name: '환영', reason }],
    ]);
  });

  it.each([
    ['a form whose number each send needs', { buttons: [{ type: 'BF', name: '설문' }] }, 'button[0].biz_form_id'],
    ['a text that no message holds', { emphasis: { type: 'TEXT', title: '가'.repeat(51) } }, 'title'],
  ])('lists a template with %s', (_, more, member) => {
    const { templates, unavailable } = catalogOf([row('welcome', { ...welcome, ...more })]);
    expect([templates, unavailable]).toEqual([
      [],
      [expect.objectContaining({ reason: expect.stringContaining(`\`${member}\` of its message: `) })],
    ]);
  });

  it('lists a template that the service does not have', () => {
    const { template } = row('welcome', welcome);
    expect(catalogOf([{ template, approved: undefined }]).unavailable).toMatchObject([
      { key: 'welcome', reason: 'The service has no template with this code' },
    ]);
  });

  it('has no template that contains a secret', () => {
    const made = makeCatalog('production', [row('welcome', welcome), row('order_paid', orderPaid)], (value) =>
      JSON.stringify(value).includes('환영합니다'),
    );
    expect(JSON.stringify(made)).not.toContain('환영합니다');
    expect(made).toMatchObject({ templates: [{ key: 'order_paid' }], unavailable: [{ key: 'welcome' }] });
  });
});
