import { own } from '../../../core/json.ts';
import { formatPath } from '../../../core/path.ts';
import { codePointName } from '../../../text/graphemes.ts';
import type { Hit } from '../../lint/rule.ts';
import { linkMistakes, longerThan, searched } from '../../lint/search.ts';
import { firstUses, unsampledIn } from '../../lint/variables.ts';
import { tellLinks } from '../fields.ts';
import { MOST_VARIABLES, RECOMMENDED_BODY, SENT_LENGTHS, SHOWN_LENGTHS, UNSENT } from '../message.ts';
import { addsChannel } from '../notice.ts';
import { say } from '../sentences.ts';
import type { TemplateReading } from './reading.ts';

export function tooManyVariables({ texts }: TemplateReading): Hit[] {
  const first = firstUses(texts);
  const next = first[MOST_VARIABLES];
  if (!next) return [];
  const message = say('many-variables', { count: first.length, most: MOST_VARIABLES, name: next.name });
  return [{ ...next.piece(), message }];
}

export function onlyVariables({ template: { content } }: TemplateReading): Hit[] {
  const rest = content.replace(/#\{[^#{}]+\}/g, '');
  return rest === content || /[\p{L}\p{N}]/u.test(rest) ? [] : [{ at: ['content'] }];
}

/** A variable that is only in a part that no send carries (assumption 77) needs no value; a sample may have one for it. A draft needs no samples yet. */
export function sampled({ manifest, texts, samples }: TemplateReading): Hit[] {
  if (samples.length === 0 && manifest['lifecycle'] === 'draft') return [];
  const sent = texts.filter(({ at }) => !UNSENT.some((part) => part.every((name, index) => at[index] === name)));
  const others = texts.flatMap(({ variables }) => variables.map(({ name }) => name));
  return unsampledIn({ texts: sent, samples }, others);
}

/** Finds fields for which the message type or the emphasis has no place. */
export function unused(...fields: string[]): (reading: TemplateReading) => Hit[] {
  return (reading) =>
    fields
      .filter((field) => reading.unused[field] !== undefined)
      .map((field) => ({ at: [field], on: 'key', message: say('no-effect', { field }) }));
}

/** AT10: the first button of AD and MI adds the channel, and no other button does. */
export function channelButton({ template: { messageType, buttons = [] } }: TemplateReading): Hit[] {
  const [first, ...others] = buttons.flatMap(({ type }, index) => (type === 'AC' ? [index] : []));
  const wrong = addsChannel(messageType) && first !== 0 ? [first, ...others] : others;
  return wrong.map((index) => ({ at: index === undefined ? ['messageType'] : ['buttons', index] }));
}

/** Dashes and digits that a word processor or a Korean keyboard writes, and no phone dials. */
const UNDIALLED = /[\u2010-\u2015\u2212\u30fcㅡ－～０-９]/u;

/** AT12 checks the links, and the numbers of call buttons. */
export function linkForms({ manifest, texts }: TemplateReading): Hit[] {
  return [
    ...linkMistakes(texts),
    ...tellLinks(manifest).map(
      ({ at }): Hit => ({ at, code: 'tell-link', message: say('tell-link'), hint: say('tell-link-way') }),
    ),
    ...texts.flatMap(({ at, text }): Hit[] => {
      const [found] = (at.includes('tel') && UNDIALLED.exec(text)) || [];
      if (found === undefined) return [];
      const message = say('number-sign', { field: formatPath(at), text: found, code: codePointName(found) });
      return [{ at, text: found, message, hint: say('number-sign-way') }];
    }),
  ];
}

/** AT15 finds what could be approved and never sent, and a body that is longer than recommended. */
export function tooLong({ template: { buttons = [], emphasis }, texts, samples }: TemplateReading): Hit[] {
  const plugins = buttons.flatMap(({ plugin }, index) =>
    typeof plugin === 'string' ? [searched(['buttons', index, 'plugin'], plugin)] : [],
  );
  const shown = texts.filter(({ at }) => at[0] !== 'emphasis' || emphasis?.type === 'TEXT');
  const found = longerThan(
    (_, place) => own<number>(SENT_LENGTHS, place),
    'too-long-sent',
    [...shown, ...plugins],
    samples,
  );
  const body = found.some(({ at }) => at[0] === 'content') ? [] : texts.filter(({ at }) => at[0] === 'content');
  return [...found, ...longerThan(() => RECOMMENDED_BODY, 'too-long-recommended', body, samples)];
}

/** AT16 finds an emphasis that a phone cuts. */
export function cut({ template: { emphasis }, texts, samples }: TemplateReading): Hit[] {
  if (emphasis?.type !== 'TEXT') return [];
  return longerThan((_, place) => own<number>(SHOWN_LENGTHS, place), 'too-long-shown', texts, samples);
}

/** AT31 finds buttons that a reader cannot tell apart. */
export function sameName({ template: { buttons = [], quickReplies = [] } }: TemplateReading): Hit[] {
  return Object.entries({ buttons, quickReplies }).flatMap(([list, entries]) =>
    entries.flatMap(({ name = '' }, index): Hit[] => {
      const isSecond = name !== '' && entries.findIndex((one) => one.name === name) < index;
      return isSecond ? [{ at: [list, index, 'name'] }] : [];
    }),
  );
}

/** AT33 finds a category that the list of an environment lacks. */
export function unlisted({ template: { category }, categories }: TemplateReading): Hit[] {
  if (!categories || categories.names.has(category)) return [];
  const { environment } = categories;
  return [{ at: ['category'], message: say('category-unlisted', { category, environment }) }];
}
