import { formatPath, type Path } from '../../../core/path.ts';
import type { Said } from '../../../core/sentence.ts';
import { codePointName } from '../../../text/graphemes.ts';
import type { Hit } from '../../lint/rule.ts';
import { masked } from '../../lint/search.ts';
import { notWeb } from '../../lint/sentences.ts';
import { type Button, type ButtonLink, isTell } from '../fields.ts';
import { addsChannel } from '../notice.ts';
import type { TemplateReading } from './reading.ts';
import { say } from './sentences.ts';

export function unusedTexts({ template: { emphasis } }: TemplateReading): Hit[] {
  const { title, subtitle } = emphasis?.type === 'NONE' ? emphasis : {};
  if (title === undefined && subtitle === undefined) return [];
  return [unused('emphasis', say('emphasis-none'), say('emphasis-none-way'))];
}

export function extra({ template }: TemplateReading): Hit[] {
  if (template.extra === undefined || !['BA', 'AD'].includes(template.messageType)) return [];
  const message = say('extra-unused', { type: template.messageType });
  return [unused('extra', message, say('extra-unused-way'))];
}

function unused(key: string, message: Said, hint: Said): Hit {
  return { at: [key], on: 'key', message, hint };
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

export function linkForms({ template }: TemplateReading): Hit[] {
  return [
    ...linksOf(template).flatMap(({ at, type, link }) => [
      ...wrongLinks(at, link),
      ...(type === 'AL' ? tell(at, link) : []),
    ]),
    ...(template.buttons ?? []).flatMap(({ tel: number = '' }, index) => undialled(['buttons', index, 'tel'], number)),
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

function linksOf({ link, buttons = [], quickReplies = [] }: TemplateReading['template']) {
  const inList = (list: string, entries: readonly Button[]) =>
    entries.map(({ type, link }, index) => ({ at: [list, index, 'link'], type, link }));
  return [{ at: ['link'], type: '', link }, ...inList('buttons', buttons), ...inList('quickReplies', quickReplies)];
}

function tell(at: Path, link: ButtonLink = {}): Hit[] {
  return Object.entries(link).flatMap(([key, address]): Hit[] => {
    if (!isTell(address)) return [];
    const message = say('tell-link');
    return [{ at: [...at, key], code: 'tell-link', message, hint: say('tell-link-way') }];
  });
}

const LOOPBACK = '(?:127(?:\\.\\d+){3}|0\\.0\\.0\\.0|\\[::1?\\]|[^\\s/?#:]*\\.localhost)(?=[/?#:]|$)';
/** A scheme and a host of several parts, of which any may come with a variable; no user before it (assumption 142). */
const WEB = new RegExp(
  `^(?:#\\{|https?://(?![^\\s/?#]*@)(?!${LOOPBACK})(?:[^\\s/?#]*#\\{|\\[[\\da-f:.]+\\]|[^\\s/?#.][^\\s/?#]*\\.[^\\s/?#.]))`,
  'i',
);
const APP = /^(?:[a-z][a-z0-9+.-]*:|#\{)/i;
/** The host of a web address without a user: one name, or an address in brackets. */
const HOST = /^https?:\/\/(?![^\s/?#]*@)([^\s/?#:.[][^\s/?#:]*|\[[^\s/?#]*\])/i;

/** Says what a web address lacks: another scheme, a host that only one machine or network has, or another form. */
function whyNotWeb(address = ''): Said {
  const [, host] = HOST.exec(address) ?? [];
  if (host !== undefined) return say('host', { host });
  return notWeb(address) ?? say('link-web');
}

/** Other blanks are reported as unseen characters: `%20` would be wrong for them. */
const ASCII_SPACE = /[ \t\n\v\f\r]/;
const SPACE = say('link-space');
const ENCODE = say('link-space-way');

/** Reports addresses with a wrong beginning. An address that begins with a variable is only known when it is sent. */
function wrongLinks(at: (string | number)[], link: ButtonLink = {}): Hit[] {
  const wrong = (key: keyof ButtonLink, form: RegExp, message: Said): Hit[] => {
    const address = link[key];
    if (address === undefined) return [];
    if (!form.test(address)) return [{ at: [...at, key], message }];
    return ASCII_SPACE.test(address) && ASCII_SPACE.test(masked(address))
      ? [{ at: [...at, key], message: SPACE, hint: ENCODE }]
      : [];
  };
  const app = say('link-app');
  return [
    ...wrong('mobile', WEB, whyNotWeb(link.mobile)),
    ...wrong('pc', WEB, whyNotWeb(link.pc)),
    ...wrong('android', APP, app),
    ...wrong('ios', APP, app),
  ];
}

export function unusedItems({ template: { emphasis, items, itemSummary } }: TemplateReading): Hit[] {
  if (emphasis?.type === 'ITEM_LIST') return [];
  const hint = say('items-unused-way', { field: 'emphasis: {type: ITEM_LIST}' });
  return [
    ...(items ? [unused('items', say('items-unused', { field: 'items' }), hint)] : []),
    ...(itemSummary ? [unused('itemSummary', say('items-unused', { field: 'itemSummary' }), hint)] : []),
  ];
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
