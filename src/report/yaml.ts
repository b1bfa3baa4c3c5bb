import { Document, visit } from 'yaml';
import type { Json } from '../core/json.ts';

/** Characters that YAML leaves as they are, although some terminals and readers take them for commands or line breaks. */
const CONTROLS = /[\u007f-\u009f]/;

/** Data as YAML, without folded lines. A module of its own, so that only `--format yaml` loads the library. */
export function yamlText(data: readonly Json[]): string {
  const document = new Document(data);
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === 'string' && CONTROLS.test(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  const text = document.toString({ lineWidth: 0 });
  // Only texts in double quotes have them, where they can be escaped.
  return text.replace(new RegExp(CONTROLS, 'g'), (one) => `\\x${one.charCodeAt(0).toString(16)}`);
}
