import * as z from 'zod';
import { informative, optional, text, words } from './shape.ts';

/** Shapes of a notification template as the service answers it (resource API 2.2). Unknown members are kept. */

const link = {
  linkAnd: optional(z.string()),
  linkMo: optional(z.string()),
  linkIos: optional(z.string()),
  linkPc: optional(z.string()),
};

/** A button or a quick reply of an answer. `linkType` is open: the service may know more than its document. */
export const answeredButton = z.looseObject({
  name: optional(z.string()),
  linkType: text,
  ordering: optional(z.int()),
  ...link,
  pluginId: optional(z.string()),
  bizFormId: optional(z.union([z.string(), z.number()])),
  telNumber: optional(z.string()),
});

export const answeredComment = z.looseObject({
  content: informative(z.string()),
  createdAt: informative(z.string()),
  status: words,
  userName: informative(z.string()),
  /** The documents do not show the shape of an element; nothing reads it. */
  attachment: informative(z.array(z.unknown())),
});

/** Comments for people to read. An element that is no object is left out. */
const answeredComments = z
  .array(answeredComment.nullable().catch(null))
  .transform((comments) => comments.filter((comment) => comment !== null));

const answeredItem = z.looseObject({ title: optional(z.string()), description: optional(z.string()) });
const answeredSummary = z.looseObject({ title: optional(z.string()), description: optional(z.string()) });

/** `data` of add, detail and update. */
export const templateDetail = z.looseObject({
  senderKey: informative(z.string()),
  senderKeyType: informative(z.enum(['S', 'G'])),
  templateCode: text,
  templateName: z.string(),
  templateMessageType: z.enum(['BA', 'EX', 'AD', 'MI']),
  templateEmphasizeType: z.enum(['NONE', 'TEXT', 'IMAGE', 'ITEM_LIST']),
  templateContent: z.string(),
  templatePreviewMessage: optional(z.string()),
  templateExtra: optional(z.string()),
  templateImageName: informative(z.string()),
  templateImageUrl: optional(z.string()),
  templateTitle: optional(z.string()),
  templateSubtitle: optional(z.string()),
  templateHeader: optional(z.string()),
  templateItemHighlight: optional(
    z.looseObject({
      title: optional(z.string()),
      description: optional(z.string()),
      imageUrl: optional(z.string()),
    }),
  ),
  templateItem: optional(z.looseObject({ list: optional(z.array(answeredItem)), summary: optional(answeredSummary) })),
  templateRepresentLink: optional(z.looseObject(link)),
  categoryCode: optional(z.string()),
  securityFlag: optional(z.boolean()),
  buttons: optional(z.array(answeredButton)),
  quickReplies: optional(z.array(answeredButton)),
  inspectionStatus: z.enum(['REG', 'REQ', 'REJ', 'APR']),
  status: z.enum(['S', 'A', 'R']),
  block: optional(z.boolean()),
  dormant: optional(z.boolean()),
  createdAt: informative(z.string()),
  modifiedAt: optional(z.string()),
  comments: informative(answeredComments),
});

/** A row of `template.list`. `serviceStatus` is open: a detail decides, the row only tells that something moved. */
export const templateRow = z.looseObject({
  senderKey: informative(z.string()),
  senderKeyType: informative(z.enum(['S', 'G'])),
  templateCode: text,
  templateName: z.string(),
  categoryCode: informative(z.string()),
  createdAt: informative(z.string()),
  modifiedAt: optional(z.string()),
  serviceStatus: text,
});

/** A row of `template.publicList`. */
export const publicTemplateRow = z.looseObject({
  templateCode: text,
  templateName: z.string(),
  status: z.enum(['S', 'A', 'R']),
  categoryCode: informative(z.string()),
  releaseDate: informative(z.string()),
  previewImageUrl: informative(z.string()),
});

/** A template category. The all-list writes `Inclusion` where the single answer writes `inclusion`; both are read. */
export const templateCategory = z
  .looseObject({
    code: text,
    name: words,
    groupName: informative(z.string()),
    inclusion: informative(z.string()),
    Inclusion: informative(z.string()),
    exclusion: informative(z.string()),
  })
  .transform(({ Inclusion, ...rest }) => ({ ...rest, inclusion: rest.inclusion ?? Inclusion }));

export type TemplateDetail = z.infer<typeof templateDetail>;
export type TemplateRow = z.infer<typeof templateRow>;
export type PublicTemplateRow = z.infer<typeof publicTemplateRow>;
export type TemplateCategory = z.infer<typeof templateCategory>;
