import type { JsonObject } from '../../core/json.ts';
import { known, type Nullable, present } from '../notification-template/members.ts';
import type { Link } from './content.ts';
import type { BrandLinks } from './request.ts';

export function encodeLink(link: Link | undefined): BrandLinks {
  return present<BrandLinks>({
    linkMobile: link?.mobile,
    linkPc: link?.pc,
    linkAndroid: link?.android,
    linkIos: link?.ios,
  });
}

export function decodeLink(wire: Nullable<BrandLinks> | null | undefined): JsonObject {
  return {
    mobile: known(wire?.linkMobile),
    pc: known(wire?.linkPc),
    android: known(wire?.linkAndroid),
    ios: known(wire?.linkIos),
  };
}
