import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { type Bench, objectOf, openBench, plainTemplate } from './support.ts';

async function rowsOf({ call }: Bench): Promise<JsonObject[]> {
  const { data } = await call('/template/list');
  return objectOf(data)['list'] as JsonObject[];
}

describe('a row of the list', () => {
  it('is that of now, however often it was asked for before', async () => {
    const bench = await openBench();
    const { add, call, control } = bench;
    await add({ templateName: 'A "quoted" []$& name' });
    const [row = {}] = await rowsOf(bench);
    expect(row).toEqual({
      senderKey: 'shop-key',
      senderKeyType: 'S',
      templateCode: 'order_paid',
      templateName: 'A "quoted" []$& name',
      categoryCode: plainTemplate.categoryCode,
      createdAt: '2026-11-20 12:00:00',
      modifiedAt: '2026-11-20 12:00:00',
      serviceStatus: 'REG',
    });
    await control.checkpoint('registered');
    await control.clock({ advance: 1000 });
    const modifiedAt = '2026-11-20 12:00:01';
    const update = { ...plainTemplate, templateCode: 'order_paid', newTemplateCode: 'paid', templateName: '새 이름' };
    expect(await call('/template/update', update)).toMatchObject({ code: '200' });
    const updated = { ...row, templateCode: 'paid', templateName: '새 이름', modifiedAt };
    expect(await rowsOf(bench)).toEqual([updated]);
    await call('/template/request', { templateCode: 'paid' });
    expect(await rowsOf(bench)).toEqual([{ ...updated, serviceStatus: 'REQ' }]);
    await control.template({ profile: 'shop', templateCode: 'paid', block: true });
    expect(await rowsOf(bench)).toEqual([{ ...updated, serviceStatus: 'BLK' }]);
    await control.restore('registered');
    expect(await rowsOf(bench)).toEqual([row]);
    await call('/template/delete', { templateCode: 'order_paid' });
    expect(await rowsOf(bench)).toEqual([]);
  });
});
