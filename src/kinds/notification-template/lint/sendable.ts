/**
 * Longest texts that a message carries, in code points (message API 2.9). The resource API registers longer ones, which
 * could then never be sent: a manifest is warned of them, a send is refused.
 */
export const SENDABLE = {
  body: 1300,
  /** The length that the operating manual recommends. The API takes `body`. */
  recommendedBody: 1000,
  title: 50,
  button: 28,
  quickReply: 14,
  tel: 14,
  plugin: 24,
} as const;
