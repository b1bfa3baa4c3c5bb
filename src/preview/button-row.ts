import type { Bubble, BubbleButton, Carousel } from './bubble.ts';

interface WithButtons {
  readonly buttons?: readonly BubbleButton[] | undefined;
  readonly quickReplies?: readonly BubbleButton[] | undefined;
  readonly carousel?: Carousel | undefined;
}

/** Returns the buttons of a bubble, its quick replies and the buttons of its cards, each in one line. */
export function buttonRowsOf(bubble: Bubble): string[] {
  const { buttons = [], quickReplies = [], carousel }: WithButtons = bubble;
  return [...buttons, ...quickReplies, ...(carousel?.cards ?? []).flatMap((card) => card.buttons ?? [])].map(buttonRow);
}

/** `[배송 조회] WL https://shop.example/42`. A telephone number is left out. */
export function buttonRow({ name, type, link = {} }: BubbleButton): string {
  const address = [link.mobile, link.pc, link.android, link.ios].find(Boolean);
  return [`[${name}]`, type, address].filter(Boolean).join(' ');
}
