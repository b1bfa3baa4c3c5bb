import { Document, type ScalarTag, type Tags } from 'yaml';
import { stringifyString } from 'yaml/util';
import type { Json } from '../core/json.ts';
import { fitsBlock, inlineText } from '../manifest/writer/scalar.ts';

/**
 * Data as YAML, without folded lines. A text that a reader of YAML 1.1, such as PyYAML, takes for a time, a number or a boolean is in
 * quotes. A module of its own, so that only `--format yaml` loads the library.
 */
export function yamlText(data: readonly Json[]): string {
  const customTags = (tags: Tags): Tags =>
    tags.map((tag) =>
      typeof tag === 'object' && tag.tag === 'tag:yaml.org,2002:str' ? { ...tag, stringify } : tag,
    ) as Tags;
  return new Document(data, null, { customTags }).toString({ lineWidth: 0 });
}

const stringify: NonNullable<ScalarTag['stringify']> = (node, context, ...marks) => {
  const text = String(node.value);
  return text.includes('\n') && fitsBlock(text)
    ? stringifyString({ ...node, value: text }, context, ...marks)
    : inlineText(text, context.inFlow === true);
};
