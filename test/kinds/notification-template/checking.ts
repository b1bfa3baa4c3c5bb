import type { JsonObject } from '../../../src/core/json.ts';
import type { Problem } from '../../../src/core/problem.ts';
import { checkTemplate } from '../../../src/kinds/notification-template/rules/check.ts';

/** A template that nothing is said about. */
export const least: JsonObject = {
  kind: 'NotificationTemplate',
  id: 'order-paid',
  name: '주문 결제 안내',
  category: '001001',
  messageType: 'BA',
  content: '주문하신 상품의 결제가 완료되었습니다.',
};

/** A finding in one line: severity, code and rule, place with the piece that is pointed at, message. */
function line({ severity, code, rule, path, on, text, nth, message }: Problem): string {
  const piece = text === undefined ? '' : ` «${text}»${nth ? ` ${nth}` : ''}`;
  return `${severity} ${code}${rule ? ` ${rule}` : ''} at ${on} ${path}${piece}: ${message}`;
}

/** What is found in the least template with some members changed. */
export function check(members: JsonObject): string[] {
  return checkTemplate({ ...least, ...members }).map(line);
}

/** As `check`, of one rule alone. */
export function lint(rule: string, members: JsonObject): string[] {
  return findings(rule, members).map(line);
}

export function findings(rule: string, members: JsonObject): Problem[] {
  return checkTemplate({ ...least, ...members }).filter((finding) => finding.rule === rule);
}

/** What a rule points at in a body. */
export function pointed(rule: string, content: string, members: JsonObject = {}): string[] {
  return findings(rule, { content, ...members }).map(({ text = '', nth }) => (nth ? `${text} ${nth}` : text));
}
