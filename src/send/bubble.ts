import type { FileNode } from '../core/content.ts';
import { isObject } from '../core/json.ts';
import type { Bubble } from '../preview/bubble.ts';
import { channelOfType } from './channels/registry.ts';
import type { PreparedSend } from './prepare.ts';

/** A message on one channel, as a phone shows it. */
interface ShownMessage {
  type: string;
  bubble: Bubble;
}

/**
 * Draws the message of a send, then its fallbacks in their order, each filled with its own values.
 * @param files returns the `href` of a file's picture; null for a placeholder with the file's name
 */
export function bubblesOf(send: PreparedSend, files: (file: FileNode) => string | null): ShownMessage[] {
  const { content, recontent } = send.payload;
  const from = send.from.number === '0' ? send.from.name : send.from.number;
  return [send, ...send.fallbacks].flatMap((part) => {
    const { test, type, source, sample } = part;
    const body = (part === send ? content : recontent)?.[type];
    const bubble = channelOfType(type)?.bubble?.(type, isObject(body) ? body : {}, {
      template: source,
      profile: test.profile ?? source?.profile,
      sample,
      variables: test.variables,
      brand: test.brand,
      images: test.message?.files,
      from,
      files,
    });
    return bubble ? [{ type, bubble }] : [];
  });
}
