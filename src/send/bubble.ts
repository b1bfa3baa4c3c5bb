import type { FileNode } from '../core/content.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import type { Resource } from '../core/resource.ts';
import type { FallbackMessage } from '../core/test-send.ts';
import type { Bubble } from '../preview/bubble.ts';
import type { ShownSend } from './channel.ts';
import { channelOfType } from './channels/registry.ts';
import { fallbacksOf } from './fallback.ts';
import type { PreparedSend } from './prepare.ts';

interface BubbleSources {
  /** Returns the `href` of a file's picture; null for a placeholder with the file's name. */
  files(file: FileNode): string | null;
  template(address: string): Resource | undefined;
}

/** A message on one channel, as a phone shows it. */
interface ShownMessage {
  type: string;
  bubble: Bubble;
}

/** Draws the message of a send, then its fallbacks in their order, each filled with its own values. */
export function bubblesOf(send: PreparedSend, { files, template: templateAt }: BubbleSources): ShownMessage[] {
  const { test, payload } = send;
  const declared = (address: string | undefined): Resource | undefined =>
    address === undefined ? undefined : templateAt(address);
  const from = send.from.number === '0' ? send.from.name : send.from.number;
  const drawn = (type: string, content: JsonObject, shown: Omit<ShownSend, 'from' | 'files'>): ShownMessage[] => {
    const bubble = channelOfType(type)?.bubble?.(type, content, { ...shown, from, files });
    return bubble ? [{ type, bubble }] : [];
  };
  const main = payload.content[payload.type];
  // A brand message without a registered template may have the content of a declared one.
  const template = send.template ?? declared(test.template);
  return [
    ...drawn(payload.type, isObject(main) ? main : {}, {
      template,
      profile: test.profile ?? template?.profile,
      sample: send.sample,
      variables: test.variables,
      brand: test.brand,
      images: test.message?.files,
    }),
    ...fallbacksOf(payload).flatMap(({ type, content }, index) => {
      const fallback: Partial<FallbackMessage> = test.fallback?.[index] ?? {};
      const other = send.fallbacks[index]?.template ?? declared(fallback.template);
      return drawn(type, content, {
        template: other,
        profile: fallback.profile ?? test.profile ?? other?.profile,
        sample: fallback.sample ?? other?.samples[0]?.name,
        variables: fallback.variables,
        brand: fallback.brand,
        images: fallback.files,
      });
    }),
  ];
}
