/** The time that a call may take with so many bytes to upload, in milliseconds: a line of one megabit a second is given it. */
export function uploadMs(timeoutMs: number, bytes: number): number {
  return timeoutMs + Math.ceil(bytes / (128 * 1024)) * 1000;
}
