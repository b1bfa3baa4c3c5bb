import type { Refused } from '../../answers.ts';
import type { Context } from '../../context.ts';
import { touch } from './operations.ts';
import { type Attachment, forbids, type Template } from './store.ts';

/** Longest comment of a request, in code points (resource API 4.1). */
export const COMMENT_MAX = 500;

export const INSPECTOR = 'inspector';

export interface Verdict {
  verdict: 'approve' | 'reject';
  comment?: string;
}

/** `template/request`: REG becomes REQ (resource API 3; assumption 4). The caller has checked the comment. */
export function requestInspection(
  context: Context,
  template: Template,
  comment: string | null,
  attachment: Attachment[],
): Refused | undefined {
  const forbidden = forbids('request', template);
  if (forbidden) return forbidden;
  const now = context.clock.now();
  template.inspectionStatus = 'REQ';
  template.requestedAt = now;
  if (comment !== null) {
    template.comments.push({
      content: comment,
      at: now,
      status: 'REQ',
      userName: context.credentials.bizId,
      attachment,
    });
  }
  touch(context, template);
  expectVerdict(context, template);
  return undefined;
}

/** Applies a verdict. An approved template has APR and status R (assumption 8). */
export function decide(context: Context, template: Template, { verdict, comment }: Verdict): void {
  const status = verdict === 'approve' ? 'APR' : 'REJ';
  const at = context.clock.now();
  template.inspectionStatus = status;
  template.requestedAt = null;
  template.judged = { verdict: status, at, content: template.content };
  if (comment !== undefined && comment !== '') {
    template.comments.push({ content: comment, at, status, userName: INSPECTOR, attachment: [] });
  }
  touch(context, template);
}

/** With `inspect: auto`, approves the request after `inspectMs` if it is still pending. */
export function expectVerdict(context: Context, template: Template): void {
  const { settings, clock, store } = context;
  const { requestedAt } = template;
  if (settings.inspect !== 'auto' || requestedAt === null) return;
  clock.at(requestedAt + settings.inspectMs, () => {
    if (settings.inspect === 'auto' && store.templates.includes(template) && template.requestedAt === requestedAt)
      decide(context, template, { verdict: 'approve' });
  });
}

/** The templates that wait for a verdict, oldest first. */
export function inspectionRequests(context: Context): Template[] {
  return [...context.store.templates.values()]
    .filter(({ inspectionStatus }) => inspectionStatus === 'REQ')
    .sort((a, b) => (a.requestedAt ?? 0) - (b.requestedAt ?? 0) || a.serial - b.serial);
}
