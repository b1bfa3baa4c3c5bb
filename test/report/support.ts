import fc from 'fast-check';
import type { SendResult } from '../../src/core/send-result.ts';
import type { Style } from '../../src/report/style.ts';

// The same cases in every run: a failure of one machine is a failure of all.
fc.configureGlobal({ seed: 20_261_120 });

/** No colour, 80 columns unless said. */
export function plain(width = 80): Style {
  return { color: false, width };
}

export function colored(width = 80): Style {
  return { color: true, width };
}

const NAMES: Readonly<Record<string, string>> = {
  '1': 'bold',
  '2': 'dim',
  '7': 'inverse',
  '22': '/',
  '27': '/',
  '31': 'red',
  '32': 'green',
  '33': 'yellow',
  '34': 'blue',
  '35': 'magenta',
  '36': 'cyan',
  '39': '/',
};

/** Colour as tags that a test can show: `‹red›word‹/›`. */
export function tags(text: string): string {
  const code = new RegExp(`${String.fromCodePoint(27)}\\[(\\d+)m`, 'gu');
  return text.replace(code, (_, number: string) => `‹${NAMES[number] ?? number}›`);
}

/** A notification that was sent and delivered as expected. */
export const SENT: SendResult = {
  send: 'order-paid-smoke',
  source: { file: 'manifests/smoke.yaml', line: 1, column: 1 },
  template: 'NotificationTemplate/shop/order-paid',
  templateCode: 'order_paid',
  sample: null,
  type: 'at',
  from: { name: 'main', number: '15880000' },
  to: { name: 'qa', number: '010****0000' },
  text: '홍길동님, 결제가 완료되었습니다.\n주문번호: 1234',
  at: null,
  payload: { type: 'at', to: '010****0000' },
  outcome: 'delivered',
  expect: 'delivered',
  asExpected: true,
  fallbacks: [],
  acceptance: { code: 1000, description: 'success', messageKey: 'M0001', refKey: 'r-1' },
  delivery: { code: '7000', device: 'AT', media: null, at: '2026-11-20T09:00:04.000Z' },
  tookMs: null,
  earlier: null,
  proof: [],
  risks: [],
  problem: null,
};
