import { elementsOf, isObject, type Json, type JsonObject, member } from '../../core/json.ts';
import { formatPath } from '../../core/path.ts';
import type { BubbleItem, Emphasis, NotificationBubble } from '../../preview/bubble.ts';
import { textAt } from '../../preview/sent/parts.ts';
import { type BubbleSetting, buttonsOf, filled, imageOf, type LimitedText, linkOf, type Pictured } from '../bubble.ts';
import { shownTexts } from '../fields.ts';
import { placeOf } from '../lint/search.ts';
import { templateFields } from './fields.ts';
import { BESIDE_IMAGE, LENGTHS, SHOWN_LENGTHS } from './message.ts';
import { addsChannel, NOTICE } from './notice.ts';

/** How a notification template looks on a phone (resource API 2.2). The parts in `UNSENT` keep their variables: no send carries values for them. */
export const templatePicture: Pictured = { bubble: templateBubble, limits: templateLimits };

function templateBubble(content: JsonObject, setting: BubbleSetting): NotificationBubble {
  const template = filled(content, setting.values);
  const { emphasis, highlight, itemSummary } = template;
  return {
    kind: 'notification',
    sender: setting.sender,
    emphasis: emphasisOf(content, emphasis, setting),
    header: textAt(template, 'header'),
    ...(isObject(highlight) && { highlight: { ...itemOf(highlight), image: imageOf(highlight['image'], setting) } }),
    items: elementsOf(template['items']).map(itemOf),
    ...(isObject(itemSummary) && { summary: itemOf(itemSummary) }),
    content: textAt(template, 'content'),
    extra: textAt(content, 'extra'),
    notice: addsChannel(textAt(template, 'messageType')) ? NOTICE : '',
    preview: textAt(content, 'preview'),
    security: template['security'] === true,
    ...(isObject(template['link']) && { link: linkOf(template) }),
    buttons: buttonsOf(template),
    quickReplies: buttonsOf(template, 'quickReplies'),
  };
}

function emphasisOf(content: JsonObject, emphasis: Json | undefined, setting: BubbleSetting): Emphasis {
  switch (member(emphasis, 'type')) {
    case 'TEXT':
      return { type: 'TEXT', title: textAt(emphasis, 'title'), subtitle: textAt(content['emphasis'], 'subtitle') };
    case 'IMAGE':
      return { type: 'IMAGE', image: imageOf(member(emphasis, 'image'), setting) ?? { href: null, alt: '' } };
    case 'ITEM_LIST':
      return { type: 'ITEM_LIST' };
    default:
      return { type: 'NONE' };
  }
}

function itemOf(item: Json): BubbleItem {
  return { title: textAt(item, 'title'), description: textAt(item, 'description') };
}

function templateLimits(content: JsonObject): LimitedText[] {
  const lengths: Readonly<Record<string, number>> = isObject(member(content['highlight'], 'image'))
    ? { ...LENGTHS, ...BESIDE_IMAGE }
    : LENGTHS;
  return shownTexts(templateFields, content).flatMap(({ at, text }) => {
    const most = lengths[placeOf(at)];
    if (most === undefined) return [];
    return [{ at, text, most, ...(formatPath(at) === 'emphasis.title' && { shown: SHOWN_LENGTHS['emphasis.title'] }) }];
  });
}
