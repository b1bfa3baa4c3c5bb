import { formatPath, type Path } from '../../../core/path.ts';
import { codePointName } from '../../../text/graphemes.ts';
import { linkMistake } from '../../lint/links.ts';
import type { Hit } from '../../lint/rule.ts';
import { type Button, type ButtonLink, isTell } from '../fields.ts';
import { addsChannel } from '../notice.ts';
import type { TemplateReading } from './reading.ts';
import { say } from './sentences.ts';

export function unusedTexts({ template: { emphasis } }: TemplateReading): Hit[] {
  const { title, subtitle } = emphasis?.type === 'NONE' ? emphasis : {};
  if (title === undefined && subtitle === undefined) return [];
  return [{ at: ['emphasis'], on: 'key', message: say('emphasis-none') }];
}

export function extra({ template }: TemplateReading): Hit[] {
  if (template.extra === undefined || !['BA', 'AD'].includes(template.messageType)) return [];
  return [{ at: ['extra'], on: 'key', message: say('extra-unused', { type: template.messageType }) }];
}

export function channelButton({ template: { messageType, buttons = [] } }: TemplateReading): Hit[] {
  const [first, ...others] = buttons.flatMap(({ type }, index) => (type === 'AC' ? [index] : []));
  const again = others.map((index): Hit => ({ at: ['buttons', index], message: say('channel-second') }));
  if (!addsChannel(messageType) || first === 0) return again;
  if (first !== undefined) {
    return [{ at: ['buttons', first], message: say('channel-first') }, ...again];
  }
  const message = say('channel-missing', { type: messageType });
  return [{ at: ['messageType'], message }];
}

/** AT12 checks the links, and the numbers of call buttons. */
export function linkForms({ template, texts }: TemplateReading): Hit[] {
  const { buttons = [], quickReplies = [] } = template;
  const appLinks = Object.entries({ buttons, quickReplies }).flatMap(([list, entries]) =>
    entries.flatMap(({ type, link }, index) => (type === 'AL' ? tell([list, index, 'link'], link) : [])),
  );
  return [
    ...texts.filter(({ at }) => at.includes('link')).flatMap(({ at, text }) => linkMistake(at, text)),
    ...appLinks,
    ...buttons.flatMap(({ tel: number = '' }, index) => undialled(['buttons', index, 'tel'], number)),
  ];
}

/** Dashes and digits that a word processor or a Korean keyboard writes, and no phone dials. */
const UNDIALLED = /[\u2010-\u2015\u2212\u30fcㅡ－～０-９]/u;

function undialled(at: Path, number: string): Hit[] {
  const [found] = UNDIALLED.exec(number) ?? [];
  if (found === undefined) return [];
  const message = say('number-sign', { field: formatPath(at), text: found, code: codePointName(found) });
  return [{ at, text: found, message, hint: say('number-sign-way') }];
}

function tell(at: Path, link: ButtonLink = {}): Hit[] {
  return Object.entries(link).flatMap(([key, address]): Hit[] => {
    if (!isTell(address)) return [];
    const message = say('tell-link');
    return [{ at: [...at, key], code: 'tell-link', message, hint: say('tell-link-way') }];
  });
}

export function unusedItems({ template: { emphasis, items, itemSummary } }: TemplateReading): Hit[] {
  if (emphasis?.type === 'ITEM_LIST') return [];
  return Object.entries({ items, itemSummary }).flatMap(([field, value]): Hit[] =>
    value ? [{ at: [field], on: 'key', message: say('items-unused', { field }) }] : [],
  );
}

/** AT31 finds buttons that a reader cannot tell apart. */
export function sameName({ template: { buttons = [], quickReplies = [] } }: TemplateReading): Hit[] {
  return [...repeated('buttons', buttons, 'same-button'), ...repeated('quickReplies', quickReplies, 'same-reply')];
}

function repeated(list: string, entries: readonly Button[], word: 'same-button' | 'same-reply'): Hit[] {
  const seen = new Set<string>();
  return entries.flatMap(({ name = '' }, index): Hit[] => {
    const again = name !== '' && seen.has(name);
    seen.add(name);
    return again ? [{ at: [list, index, 'name'], message: say(word, { name }) }] : [];
  });
}
