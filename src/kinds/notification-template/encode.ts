import type { JsonObject } from '../../core/json.ts';
import type { Bound } from '../../core/kind.ts';
import { encodeImage } from '../shown-file.ts';
import { type Button, type ImageNode, type TemplateContent, templateOf } from './content.ts';
import { encodeLink } from './links.ts';
import { filled, present } from './members.ts';
import type { RequestButton, TemplateRequest } from './request.ts';

/**
 * The request body of a template (resource API 2.2) from its manifest form.
 * @param content in normal form
 * @param bound knows the URL of every file that was uploaded; a file without one is a `NotiformError`
 */
export function encodeTemplate(content: JsonObject, bound: Bound): TemplateRequest {
  const template = templateOf(content);
  const { emphasis, link, buttons, quickReplies } = template;
  return present<TemplateRequest>({
    templateCode: template.code,
    templateName: template.name,
    templateMessageType: template.messageType,
    templateEmphasizeType: emphasis?.type ?? 'NONE',
    templateContent: template.content,
    templatePreviewMessage: template.preview,
    templateExtra: template.extra,
    templateImageName: emphasis?.image && imageName(emphasis.image),
    templateImageUrl: imageUrl(emphasis?.image, 'notification/template', bound),
    templateTitle: emphasis?.title,
    templateSubtitle: emphasis?.subtitle,
    templateHeader: template.header,
    templateItemHighlight: encodeHighlight(template, bound),
    templateItem: filled(present<ItemBody>({ list: template.items, summary: template.itemSummary })),
    templateRepresentLink: link && encodeLink(link),
    categoryCode: template.category,
    securityFlag: template.security ?? false,
    buttons: buttons?.map(encodeButton),
    quickReplies: quickReplies?.map(encodeButton),
  });
}

type HighlightBody = NonNullable<TemplateRequest['templateItemHighlight']>;
type ItemBody = NonNullable<TemplateRequest['templateItem']>;

function encodeHighlight({ highlight }: TemplateContent, bound: Bound): HighlightBody | undefined {
  return (
    highlight &&
    present<HighlightBody>({
      title: highlight.title,
      description: highlight.description,
      imageUrl: imageUrl(highlight.image, 'notification/highlight', bound),
    })
  );
}

function encodeButton(button: Button): RequestButton {
  return {
    ...present<RequestButton>({
      name: button.name,
      linkType: button.type,
      pluginId: button.plugin,
      telNumber: button.tel,
    }),
    ...encodeLink(button.link),
  };
}

function imageUrl(image: ImageNode | undefined, use: string, bound: Bound): string | undefined {
  return image && encodeImage(image, use, bound);
}

/** The name that goes along with the URL: the last part of the path. It is never compared. */
function imageName(image: ImageNode): string {
  const path = 'url' in image ? image.url.replace(/[?#].*$/s, '') : image.path;
  return path.slice(path.lastIndexOf('/') + 1) || 'image';
}
