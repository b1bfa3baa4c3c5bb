import type { Written } from '../../core/declaration.ts';
import type { Live } from '../../core/resource.ts';

/** The document of a live brand template. The code is a binding, and the content is the manifest's own form already. */
export function writeBrand({ content }: Live): Written {
  return { manifest: content };
}
