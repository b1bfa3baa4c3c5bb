import type { Json, JsonObject } from '../../core/json.ts';
import type { Bound } from '../../core/kind.ts';
import { decodeImage } from '../shown-file.ts';
import { normalise, withoutUse } from './content.ts';
import { decodeLink, type WireLink } from './links.ts';
import { known, type Nullable } from './members.ts';
import { withoutNotice } from './notice.ts';

/** What the codec reads of a template's detail (resource API 2.2). Words are open: the service may add some. */
export interface AnsweredTemplate {
  templateCode: string;
  templateName: string;
  templateMessageType: string;
  templateEmphasizeType: string;
  templateContent: string;
  templatePreviewMessage?: Text;
  templateExtra?: Text;
  templateImageUrl?: Text;
  templateTitle?: Text;
  templateSubtitle?: Text;
  templateHeader?: Text;
  templateItemHighlight?: { title?: Text; description?: Text; imageUrl?: Text } | null | undefined;
  templateItem?:
    | { list?: AnsweredItem[] | null | undefined; summary?: AnsweredItem | null | undefined }
    | null
    | undefined;
  templateRepresentLink?: Nullable<WireLink> | null | undefined;
  categoryCode?: Text;
  securityFlag?: boolean | null | undefined;
  buttons?: AnsweredTemplateButton[] | null | undefined;
  quickReplies?: AnsweredTemplateButton[] | null | undefined;
}

type Text = string | null | undefined;

interface AnsweredItem {
  title?: Text;
  description?: Text;
}

interface AnsweredTemplateButton extends Nullable<WireLink> {
  name?: Text;
  linkType: string;
  ordering?: number | null | undefined;
  pluginId?: Text;
  bizFormId?: string | number | null | undefined;
  telNumber?: Text;
}

/**
 * The manifest form of a template as the service answers it, in normal form: what the service adds (ordering, dates,
 * the channel-add notice, the image's name) is gone. `decodeTemplate(encodeTemplate(x))` is x.
 * @param bound turns the URL of a file that was uploaded from here back into that file
 */
export function decodeTemplate(detail: AnsweredTemplate, bound: Bound): JsonObject {
  return normalise(everyMember(detail, bound));
}

/**
 * What the service holds and no manifest can say, in manifest form: an update clears it. The template's types have no use
 * for some members; a form of a button is in answers and in no request (resource API 2.2).
 */
export function decodeBeside(detail: AnsweredTemplate, bound: Bound): JsonObject {
  return {
    ...withoutUse(everyMember(detail, bound)),
    ...withForms('buttons', detail.buttons),
    ...withForms('quickReplies', detail.quickReplies),
  };
}

function withForms(key: 'buttons' | 'quickReplies', given: AnsweredTemplate['buttons']): JsonObject {
  const ordered = inOrder(given);
  if (ordered.every(({ bizFormId }) => (bizFormId ?? '') === '')) return {};
  const held = ordered.map((button) => ({ ...decodeButton(button), bizFormId: known(button.bizFormId) }));
  return normalise({ [key]: held });
}

function everyMember(detail: AnsweredTemplate, bound: Bound): JsonObject {
  const { templateMessageType: messageType, templateItem: item, templateItemHighlight: highlight } = detail;
  return {
    code: detail.templateCode,
    name: detail.templateName,
    category: known(detail.categoryCode),
    messageType,
    emphasis: {
      type: detail.templateEmphasizeType,
      title: known(detail.templateTitle),
      subtitle: known(detail.templateSubtitle),
      image: decodeImage(detail.templateImageUrl, bound),
    },
    content: withoutNotice(messageType, detail.templateContent),
    extra: known(detail.templateExtra),
    preview: known(detail.templatePreviewMessage),
    header: known(detail.templateHeader),
    highlight: {
      title: known(highlight?.title),
      description: known(highlight?.description),
      image: decodeImage(highlight?.imageUrl, bound),
    },
    items: (item?.list ?? []).map(decodeItem),
    itemSummary: decodeItem(item?.summary),
    link: decodeLink(detail.templateRepresentLink),
    security: known(detail.securityFlag),
    buttons: decodeButtons(detail.buttons),
    quickReplies: decodeButtons(detail.quickReplies),
  };
}

function decodeItem(item: AnsweredItem | null | undefined): JsonObject {
  return { title: known(item?.title), description: known(item?.description) };
}

function decodeButtons(buttons: AnsweredTemplateButton[] | null | undefined): Json[] {
  return inOrder(buttons).map(decodeButton);
}

function decodeButton(button: AnsweredTemplateButton): JsonObject {
  return {
    type: button.linkType,
    name: known(button.name),
    link: decodeLink(button),
    plugin: known(button.pluginId),
    tel: known(button.telNumber),
  };
}

function inOrder(buttons: AnsweredTemplate['buttons']): AnsweredTemplateButton[] {
  return (buttons ?? [])
    .map((button, index) => ({ button, order: button.ordering ?? index }))
    .sort((a, b) => a.order - b.order)
    .map(({ button }) => button);
}
