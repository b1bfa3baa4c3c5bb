import type { JsonObject } from '../../../src/core/json.ts';
import type { Resource, ResourceState } from '../../../src/core/resource.ts';
import { normalise } from '../../../src/kinds/notification-template/codec.ts';
import { statusOf, type TemplateFacts } from '../../../src/kinds/notification-template/states.ts';
import { declaredAs } from '../recorded.ts';

/** A template that is live in every test of the life cycle. */
export const liveContent: JsonObject = normalise({
  code: 'order_paid',
  name: '주문 결제 안내',
  category: '001001',
  messageType: 'BA',
  content: '#{이름}님, 결제가 완료되었습니다.',
  buttons: [{ type: 'WL', name: '주문 보기', link: { mobile: 'https://shop.example.com/o/#{주문번호}' } }],
});

export const channelContent: JsonObject = normalise({
  ...liveContent,
  messageType: 'AD',
  buttons: [{ type: 'AC', name: '채널 추가' }, ...(liveContent['buttons'] as JsonObject[])],
});

export type Text = 'same' | 'changed' | 'channel' | 'code';

/** What a manifest wants, by how it differs from the live template. */
export function want(goal: string, text: Text = 'same', more: Partial<Resource> = {}): Resource {
  const code = text === 'code' ? 'order_done' : 'order_paid';
  const content: Record<Text, JsonObject> = {
    same: liveContent,
    changed: { ...liveContent, content: '#{이름}님, 결제가 되었습니다.' },
    channel: channelContent,
    code: { ...liveContent, code },
  };
  const source = { file: 'manifests/order.yaml', line: 1, column: 1 };
  const wanted = goal === 'removed' ? {} : content[text];
  return declaredAs('NotificationTemplate', 'order-paid', { source, goal, content: wanted, name: code, ...more });
}

export function live(facts: Partial<TemplateFacts>, content: JsonObject = liveContent): NonNullable<ResourceState> {
  return {
    name: 'order_paid',
    content,
    status: statusOf({ inspectionStatus: 'REG', status: 'R', block: false, dormant: false, ...facts }),
  };
}

/** Every state that a template is seen in, by the words of docs/lifecycle.md. */
export const liveStates: ReadonlyMap<string, ResourceState> = new Map<string, ResourceState>([
  ['absent', undefined],
  ['REG', live({})],
  ['REQ', live({ inspectionStatus: 'REQ' })],
  ['REJ', live({ inspectionStatus: 'REJ' })],
  ['RDY', live({ inspectionStatus: 'APR' })],
  ['ACT', live({ inspectionStatus: 'APR', status: 'A' })],
  ['STP', live({ inspectionStatus: 'APR', status: 'S' })],
  ['DMT, status R', live({ inspectionStatus: 'APR', status: 'R', dormant: true })],
  ['DMT, status A', live({ inspectionStatus: 'APR', status: 'A', dormant: true })],
  ['DMT, status S', live({ inspectionStatus: 'APR', status: 'S', dormant: true })],
  ['BLK, status R', live({ inspectionStatus: 'APR', status: 'R', block: true })],
  ['BLK, status A', live({ inspectionStatus: 'APR', status: 'A', block: true })],
  ['BLK, status A, dormant', live({ inspectionStatus: 'APR', status: 'A', block: true, dormant: true })],
  ['BLK, status S', live({ inspectionStatus: 'APR', status: 'S', block: true })],
]);

/** Every combination of the service's facts, sensible or not: 48, and none. */
export const allStandings: readonly ResourceState[] = [
  undefined,
  ...['REG', 'REQ', 'REJ', 'APR'].flatMap((inspectionStatus) =>
    ['S', 'R', 'A'].flatMap((status) =>
      [false, true].flatMap((block) =>
        [false, true].map((dormant) => live({ inspectionStatus, status, block, dormant })),
      ),
    ),
  ),
];

export const goals = ['approved', 'draft', 'stopped', 'removed'] as const;
export const texts: readonly Text[] = ['same', 'changed', 'channel', 'code'];
