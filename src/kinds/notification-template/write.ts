import type { Written } from '../../core/declaration.ts';
import { type Json, own } from '../../core/json.ts';
import type { Comment, Live } from '../../core/resource.ts';
import { cleared } from '../beside.ts';

/**
 * The document of a live template. What is live is wanted: a stopped one is `stopped`, one that nobody asked an inspector
 * about is a draft, and so is a rejected one, which as `approved` would only be blocked (assumption 180).
 */
export function writeTemplate({ content, status, comments = [], beside }: Live, id: string): Written {
  const { code = null, ...rest } = content;
  const lifecycle = own(LIFECYCLES, status.state);
  const remarks = [
    ...(status.state === 'REJ' ? [rejection(comments)] : []),
    ...(beside ? [cleared(content, beside)] : []),
  ];
  return {
    manifest: {
      ...(code !== defaultCode(id) && { code }),
      ...rest,
      ...(lifecycle !== undefined && { lifecycle }),
    },
    ...(remarks.length > 0 && { remark: remarks.join('\n') }),
  };
}

/** The code of a manifest that writes none (docs/manifests.md). */
export function defaultCode(id: Json | undefined): string {
  return String(id).replaceAll('-', '_');
}

/** The states that are not wanted by the default, `approved`. */
const LIFECYCLES: Readonly<Record<string, string>> = { REG: 'draft', REJ: 'draft', STP: 'stopped' };

/** The words of the last rejection, with the service's own time. */
function rejection(comments: readonly Comment[]): string {
  const last = comments.findLast(({ status, content }) => status === 'REJ' && content.trim() !== '');
  return last ? `Rejected ${last.createdAt} KST (${last.userName}): ${last.content.trim()}` : 'Rejected';
}
