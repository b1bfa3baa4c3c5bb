import type { Json, JsonObject } from '../../../core/json.ts';
import { length } from '../../../core/variables.ts';
import { CHANNEL_ADD_NOTICE } from '../../resource/template/operations.ts';
import type { Button, TemplateContent } from '../../resource/template/template.ts';
import { objectOf, type Shape, textOf } from '../../shape.ts';
import { differences, pickBody, textDifferences } from '../matching.ts';

/** Returns every part of a template that a send lacks or that differs, line breaks included (message API 2.9). */
export function differencesFrom(content: TemplateContent, type: string, sent: JsonObject, shape: Shape): string[] {
  const isImage = content.templateEmphasizeType === 'IMAGE';
  if (isImage !== (type === 'ai')) return [isImage ? 'an image template is sent as ai' : 'this template is sent as at'];
  const body = pickBody(sent, shape);
  const { problems, highlight } = highlightOf(content, objectOf(sent, 'itemhighlight'));
  const pattern = pickBody(bodyOf(content, textOf(sent, 'message')), shape);
  return [...problems, ...differences(pattern, pickBody({ ...body, itemhighlight: highlight }, shape))];
}

/** Converts a template into the members of a send, with its variables. */
export function bodyOf(content: TemplateContent, message: string): JsonObject {
  const { templateItem: item, templateItemHighlight: highlight, templateRepresentLink: link } = content;
  return {
    message: contentFor(content, message),
    title: content.templateTitle,
    header: content.templateHeader,
    item: item && { list: [...item.list], summary: item.summary },
    itemhighlight: highlight && { title: highlight.title, description: highlight.description },
    link: link && linksOf(link),
    button: content.buttons.map(buttonOf),
    quickreply: content.quickReplies.map(buttonOf),
  };
}

/** The messenger shows the channel-add notice, so a body may contain it or not (assumption 26). */
function contentFor({ templateContent: whole }: TemplateContent, sent: string): string {
  const plain = whole.endsWith(CHANNEL_ADD_NOTICE) ? whole.slice(0, -CHANNEL_ADD_NOTICE.length) : whole;
  return sent.endsWith(CHANNEL_ADD_NOTICE) && textDifferences(plain, sent, '').length > 0 ? whole : plain;
}

function linksOf({ linkMo, linkPc, linkAnd, linkIos }: Pick<Button, 'linkMo' | 'linkPc' | 'linkAnd' | 'linkIos'>) {
  return { url_mobile: linkMo, url_pc: linkPc, scheme_android: linkAnd, scheme_ios: linkIos };
}

function buttonOf(button: Button): Json {
  const { name, linkType: type, pluginId, telNumber } = button;
  return { name, type, ...linksOf(button), plugin_id: pluginId, tel_number: telNumber };
}

const STRUCK = '\\s';

/** Texts are shorter beside an image. A `\s` at the end of the title strikes it through (assumption 78). */
function highlightOf(
  { templateItemHighlight: registered }: TemplateContent,
  sent: JsonObject,
): { highlight: JsonObject; problems: string[] } {
  const [title, description] = [textOf(sent, 'title'), textOf(sent, 'description')];
  const isStruck = title.endsWith(STRUCK) && !registered?.title?.endsWith(STRUCK);
  const [most, mostBelow] = (registered?.imageUrl ?? null) === null ? [30, 19] : [21, 13];
  const problems = [
    ...(length(title) > most ? ['itemhighlight.title is too long'] : []),
    ...(length(description) > mostBelow ? ['itemhighlight.description is too long'] : []),
  ];
  return { highlight: { ...sent, title: isStruck ? title.slice(0, -STRUCK.length) : title }, problems };
}
