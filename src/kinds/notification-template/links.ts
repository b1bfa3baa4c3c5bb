import type { JsonObject } from '../../core/json.ts';
import type { Link } from './content.ts';
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
