import { type FileNode, fileName, isFileNode } from '../core/content.ts';
import { elementsOf, isObject, type Json, type JsonObject, mapObject, member } from '../core/json.ts';
import type { Path } from '../core/path.ts';
import { fillVariables } from '../core/variables.ts';
import type { Bubble, BubbleButton, BubbleImage, BubbleLink } from '../preview/bubble.ts';
import { textAt } from '../preview/sent/parts.ts';

export interface BubbleSetting {
  /** The name that the phone shows above the bubble. */
  sender: string;
  /** The values of message variables. A variable without a value stays in its text. */
  values: ReadonlyMap<string, string>;
  /** Returns the `href` of a file's picture; null for a placeholder with the file's name. */
  files(file: FileNode): string | null;
}

/** A text that has a longest length: counted in code points, with its variables filled. */
export interface LimitedText {
  at: Path;
  text: string;
  most: number;
  /** How many of these a phone shows before it cuts the text, if that is fewer. */
  shown?: number;
}

/** The capability of a kind whose resources are shown on a phone. */
export interface Pictured {
  /** Returns a content in manifest form as the phone shows it. */
  bubble(content: JsonObject, setting: BubbleSetting): Bubble;
  /** Returns the texts of a content that have a longest length, with their variables. */
  limits(content: JsonObject): LimitedText[];
}

/** Fills the message variables in every text of a content. */
export function filled(content: JsonObject, values: ReadonlyMap<string, string>): JsonObject {
  return mapObject(content, (value) => {
    if (typeof value === 'string') return fillVariables(value, values);
    return isFileNode(value) ? value : undefined;
  });
}

/** The image of a content: a file of the project, or an address, which is never opened. */
export function imageOf(image: unknown, { files }: Pick<BubbleSetting, 'files'>): BubbleImage | undefined {
  if (!isObject(image)) return undefined;
  const file = isFileNode(image) ? image : member(image, 'file');
  if (isFileNode(file)) {
    const { path, width, height } = file;
    return { href: files(file), alt: fileName(path), width, height };
  }
  const url = member(image, 'url');
  return typeof url === 'string' ? { href: null, alt: fileName(url.replace(/[?#].*$/s, '')) } : undefined;
}

export function linkOf(part: Json | undefined): BubbleLink {
  const link = member(part, 'link');
  return {
    mobile: textAt(link, 'mobile'),
    pc: textAt(link, 'pc'),
    android: textAt(link, 'android'),
    ios: textAt(link, 'ios'),
  };
}

/** The buttons, or the quick replies, of a part of a content. */
export function buttonsOf(part: Json | undefined, key = 'buttons'): BubbleButton[] {
  return elementsOf(member(part, key)).map((button) => ({
    type: textAt(button, 'type'),
    name: textAt(button, 'name'),
    link: linkOf(button),
    detail: textAt(button, 'tel') || textAt(button, 'plugin') || textAt(button, 'bizFormId'),
  }));
}
