import type { JsonObject } from '../../core/json.ts';
import { buttonRow } from '../button-row.ts';
import { objectAt, objectsAt, sentButton, textAt } from './parts.ts';
import { suggestionOf } from './text.ts';

/** Returns the lines of text that a phone shows of a sent content, in its order, cards one after the other; no links and no buttons. */
export function sentLines(content: JsonObject): string[] {
  const item = objectAt(content, 'item');
  const carousel = objectAt(content, 'carousel');
  const head = carousel && objectAt(carousel, 'head');
  const cards = [...(head ? [head] : []), ...objectsAt(carousel ?? {}, 'list')];
  const texts = [
    textAt(content, 'header'),
    pair(objectAt(content, 'itemhighlight')),
    textAt(content, 'title'),
    ...objectsAt(item ?? {}, 'list').map(pair),
    pair(objectAt(item ?? {}, 'summary')),
    textAt(content, 'message'),
    textAt(content, 'content'),
    textAt(content, 'additionalcontent'),
    textAt(content, 'additional_content'),
    textAt(objectAt(content, 'commerce') ?? {}, 'title'),
    pair(objectAt(content, 'coupon')),
  ];
  return [
    ...texts.filter((text) => text !== '').flatMap((text) => text.split('\n')),
    ...cards.flatMap((card) => sentLines({ ...card, ...objectAt(card, 'attachment') })),
  ];
}

/** Returns the buttons and quick replies that a phone shows of a sent content, those of cards too, each in one line. */
export function sentButtonRows(content: JsonObject): string[] {
  const cards = objectsAt(objectAt(content, 'carousel') ?? {}, 'list');
  const buttons = objectsAt(content, 'button').flatMap((button) =>
    'suggestions' in button ? objectsAt(button, 'suggestions').map(suggestionOf) : [sentButton(button)],
  );
  return [
    ...[...buttons, ...objectsAt(content, 'quickreply').map(sentButton)].map(buttonRow),
    ...cards.flatMap((card) => sentButtonRows(objectAt(card, 'attachment') ?? {})),
  ];
}

/** `title: description`, or the one that is there. */
function pair(part: JsonObject = {}): string {
  return [textAt(part, 'title'), textAt(part, 'description')].filter((text) => text !== '').join(': ');
}
