import type { Written } from '../../core/declaration.ts';
import type { Live } from '../../core/resource.ts';
import { cleared } from '../beside.ts';

/** The document of a live brand template. The code is a binding, and the content is the manifest's own form already. */
export function writeBrand({ content, beside }: Live): Written {
  return { manifest: content, ...(beside && { remark: cleared(content, beside) }) };
}
