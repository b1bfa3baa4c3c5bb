import type { JsonObject } from '../../core/json.ts';
import { type Link, templateOf } from './content.ts';
import { known, type Nullable, present } from './members.ts';

/** A link as the wire carries it in templates (resource API 2.2). */
export interface WireLink {
  linkMo?: string;
  linkPc?: string;
  linkAnd?: string;
  linkIos?: string;
}

export function encodeLink(link: Link | undefined): WireLink {
  return present<WireLink>({
    linkMo: link?.mobile,
    linkPc: link?.pc,
    linkAnd: link?.android,
    linkIos: link?.ios,
  });
}

export function decodeLink(wire: Nullable<WireLink> | null | undefined): JsonObject {
  return {
    mobile: known(wire?.linkMo),
    pc: known(wire?.linkPc),
    android: known(wire?.linkAnd),
    ios: known(wire?.linkIos),
  };
}

/** The address of an app link that is not registered any more, in any spelling (resource API 2.2, assumption 45). */
export function isTell(address: string): boolean {
  return /^\s*tell:\/\//i.test(address);
}

/** Every `tell://` address of the AL buttons and quick replies of a content. */
export function tellLinks(content: JsonObject): string[] {
  const { buttons = [], quickReplies = [] } = templateOf(content);
  return [...buttons, ...quickReplies]
    .filter(({ type }) => type === 'AL')
    .flatMap(({ link }) => [link?.android, link?.ios])
    .filter((address): address is string => address !== undefined && isTell(address));
}
