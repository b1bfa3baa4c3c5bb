import type { FileRules } from '../../core/declaration.ts';

/** What an inspection may be sent (resource API 4.1, request_with_file). A MB is 1,024 KB (assumption 55). */
export const attachmentRules: FileRules = { maxBytes: 50 * 1024 * 1024, section: '4.1' };

/** File name endings, lower case. */
const ATTACHABLE: readonly string[] = ['png', 'jpg', 'jpeg', 'gif', 'pdf', 'hwp', 'doc', 'docx'];

/** Whether a file's name ends in a type that the service takes, in upper or lower case. */
export function isAttachable(path: string): boolean {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase();
  return ATTACHABLE.some((type) => type === ending);
}
