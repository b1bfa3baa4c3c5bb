import { cancelApproval, cancelRequest, request, requestWithFile } from './inspecting.ts';
import { add, remove, update } from './registering.ts';
import type { TemplateOperation } from './row.ts';
import { convertAddCh, release, reuse, stop } from './using.ts';

/** The operation table of a notification template (resource API 3), in the order of a template's life. */
export const templateOperations: readonly TemplateOperation[] = [
  add,
  update,
  request,
  requestWithFile,
  cancelRequest,
  cancelApproval,
  convertAddCh,
  reuse,
  release,
  stop,
  remove,
];
