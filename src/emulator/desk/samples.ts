import { fillVariables, variableNames } from '../../core/variables.ts';
import type { Bubble } from '../../preview/bubble.ts';
import { textsIn } from '../../preview/sent/parts.ts';
import { plain } from '../route.ts';
import { html, type Part } from './html.ts';
import { type Desk, part } from './parts.ts';
import { queryOf } from './place.ts';

/** A bubble whose variables have the values that the reader typed. */
export function filledBubble(bubble: Bubble, samples: ReadonlyMap<string, string>): Bubble {
  if (samples.size === 0) return bubble;
  const fill = (_name: string, value: unknown): unknown =>
    typeof value === 'string' ? fillVariables(value, samples) : value;
  return JSON.parse(JSON.stringify(bubble), fill) as Bubble; // the bubble itself, with other texts
}

/** A form for values of the variables, which the bubble then shows. */
export function sampleForm({ words, place }: Desk, bubble: Bubble): Part {
  const names = variableNames(textsIn(plain(bubble)));
  if (names.length === 0) return null;
  const fields = names.map((name) => {
    const value = place.samples.get(name) ?? '';
    return html`<label>${name} <input name="v.${name}" value="${value}" autocomplete="off"></label>`;
  });
  const others = queryOf(place, { samples: new Map() }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const form = html`<form class="samples" action="/">${others}${fields}<button>${words.t('Show the samples')}</button></form>`;
  return part(words.t('Sample values'), form);
}
