import type { JsonObject } from '../../../core/json.ts';
import { formatDateTime } from '../../dates.ts';
import type { Button } from './shape.ts';
import type { InspectionComment, Template } from './store.ts';

/** The template detail of resource API 2.2: the answer of add, update and detail. It has no serviceStatus. */
export function detailOf(template: Template): JsonObject {
  const { content } = template;
  return {
    senderKey: template.senderKey,
    senderKeyType: template.senderKeyType,
    templateCode: template.templateCode,
    ...content,
    inspectionStatus: template.inspectionStatus,
    status: template.status,
    block: template.block,
    dormant: template.dormant,
    createdAt: formatDateTime(template.createdAt),
    modifiedAt: formatDateTime(template.modifiedAt),
    buttons: content.buttons.map(buttonOf),
    quickReplies: content.quickReplies.map(buttonOf),
    comments: template.comments.map(commentOf),
  };
}

function buttonOf(button: Button, index: number): JsonObject {
  return { ...button, ordering: index + 1, bizFormId: null };
}

/** The documents do not show the shape of an attachment: file name and size (assumption 22). */
function commentOf(comment: InspectionComment): JsonObject {
  return {
    content: comment.content,
    createdAt: formatDateTime(comment.at),
    status: comment.status,
    userName: comment.userName,
    attachment: comment.attachment.map(({ name, size }) => ({ originalFileName: name, fileSize: size })),
  };
}
