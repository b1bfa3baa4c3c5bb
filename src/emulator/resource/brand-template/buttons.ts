import { type Refused, refuse, result } from '../../answers.ts';
import { type BrandButton, type ChatBubble, type GivenButton, isPlain } from './template.ts';

/** The buttons of a bubble or of one of its cards, in their `ordering` (resource API 2.4). */
export function placed(given: readonly GivenButton[], list: string, bubble: ChatBubble): BrandButton[] | Refused {
  const all = given.map(({ ordering, ...button }, index) => ({
    button,
    at: `${list}[${index}]`,
    place: ordering === null ? index + 1 : Number(ordering),
    isPlace:
      ordering === null || (Number.isInteger(ordering) && Number(ordering) >= 1 && Number(ordering) <= given.length),
  }));
  const odd = all.find(({ isPlace }) => !isPlace);
  if (odd) return refuse(result.buttons, `${odd.at}.ordering must be an integer from 1 to ${given.length}`);
  all.sort((a, b) => a.place - b.place);
  // First in a TEXT or IMAGE, last in the others.
  const end = isPlain(bubble) ? 'first' : 'last';
  for (const [index, { button, at, place }] of all.entries()) {
    if (place !== index + 1) return refuse(result.buttons, `${at}.ordering is the place of another button too`);
    if (button.linkType === 'AC' && index !== (end === 'first' ? 0 : all.length - 1))
      return refuse(result.buttons, `${at} is an AC button: it goes ${end} in a ${bubble}`);
  }
  return all.map(({ button }) => button);
}
