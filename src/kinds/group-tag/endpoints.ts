import * as z from 'zod';
import type { Live } from '../../core/resource.ts';
import { none, rowsOnly, text, withData } from '../../wire/shape.ts';
import { endpoint } from '../endpoint.ts';

/** A group tag (resource API 2.3, 4.5). */
export const groupTag = z.looseObject({ groupTagKey: text, groupTagName: z.string() });

export type GroupTag = z.infer<typeof groupTag>;

const path = '/v4/{segment}/groupTag';

/** Resource API 4.5. */
export const tagEndpoints = {
  get: endpoint('tag.get', path, 'read', withData(groupTag)),
  list: endpoint('tag.list', `${path}/list`, 'read', rowsOnly),
  create: endpoint('tag.create', `${path}/create`, 'write', withData(groupTag)),
  update: endpoint('tag.update', `${path}/update`, 'write', withData(groupTag)),
  delete: endpoint('tag.delete', `${path}/delete`, 'write', none),
};

/** A tag as a live resource; it has no state of its own. */
export function liveTag({ groupTagKey, groupTagName }: GroupTag): Live {
  return { name: groupTagKey, content: { name: groupTagName }, status: { state: 'present' } };
}
