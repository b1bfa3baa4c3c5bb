/** What an inspection may be sent (resource API 4.1, request_with_file). A MB is 1,024 KB (assumption 55). */
export const attachmentRules = {
  /** File name endings, lower case. */
  types: ['png', 'jpg', 'jpeg', 'gif', 'pdf', 'hwp', 'doc', 'docx'],
  maxBytes: 50 * 1024 * 1024,
} as const;

/** Whether a file's name ends in a type that the service takes, in upper or lower case. */
export function isAttachable(path: string): boolean {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase();
  return attachmentRules.types.some((type) => type === ending);
}
