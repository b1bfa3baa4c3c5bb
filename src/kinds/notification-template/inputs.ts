import { type FileNode, isFileNode } from '../../core/content.ts';
import type { Resource } from '../../core/resource.ts';

/** What goes along with a request for inspection (4.1): inputs of an operation, never a difference. */

export function commentOf({ inputs }: Resource): string | undefined {
  return typeof inputs['comment'] === 'string' && inputs['comment'] !== '' ? inputs['comment'] : undefined;
}

export function attachmentsOf({ inputs }: Resource): FileNode[] {
  return Array.isArray(inputs['attachments']) ? inputs['attachments'].filter(isFileNode) : [];
}

/** Attachments go by request_with_file; without any it is a plain request. */
export function hasAttachments(want: Resource): boolean {
  return attachmentsOf(want).length > 0;
}

/** request_with_file requires the comment. */
export function lacksComment(want: Resource): boolean {
  return hasAttachments(want) && commentOf(want) === undefined;
}
