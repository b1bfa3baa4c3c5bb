import { digits } from '../numbers.ts';
import { textOf } from '../shape.ts';
import type { Bubble, Message } from './message.ts';

/** The result that a setting gives to the messages that it fits: what it leaves out fits all. */
export interface ChosenResult {
  /** The receiver's number. */
  to?: string;
  refkey?: string;
  templateCode?: string;
  /** The channel; where left out, the message's own and none of its fallbacks. */
  type?: string;
  /** The webhook's RESULT. */
  result: string;
}

/** The result of the first setting that fits what goes out by one channel; undefined where none does. */
export function chosenResult(chosen: readonly ChosenResult[], message: Message, bubble: Bubble): string | undefined {
  return chosen.find((choice) => fits(choice, message, bubble))?.result;
}

function fits({ to, refkey, templateCode, type }: ChosenResult, message: Message, bubble: Bubble): boolean {
  if (bubble.type !== (type ?? message.type)) return false;
  if (to !== undefined && digits(to) !== digits(message.to)) return false;
  if (refkey !== undefined && refkey !== message.refkey) return false;
  return templateCode === undefined || templateCode === textOf(bubble.content, 'templatecode');
}
