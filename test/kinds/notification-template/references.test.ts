import { expect, it } from 'vitest';
import { notificationTemplate } from '../../../src/kinds/notification-template/kind.ts';
import { live } from './standings.ts';

const named = (at: NonNullable<ReturnType<typeof live>>) => notificationTemplate.refersTo?.names(at);
const facts = { inspectionStatus: 'APR', status: 'A', block: false, dormant: false } as const;
const plugin = { type: 'P1', name: '이미지 보기', plugin: 'secure-image' };

it('names the plugins of its buttons, none where it has no buttons, and lets go of them when it is stopped', () => {
  expect(named(live(facts, { buttons: [plugin, { type: 'DS', name: '배송 조회' }] }))).toEqual(['secure-image']);
  expect(named(live(facts, { content: '안녕하세요' }))).toEqual([]);
  expect(named(live({ ...facts, status: 'S' }, { buttons: [plugin] }))).toEqual([]);
});
