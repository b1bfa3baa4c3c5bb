import type { Path } from '../../../core/path.ts';
import { AS_OF, type Hit, LIKELY_REJECTED, SOURCES } from '../../lint/rule.ts';
import { masked } from '../../lint/search.ts';
import type { Button, ButtonLink } from '../fields.ts';
import { isTell } from '../fields.ts';
import { addsChannel } from '../notice.ts';
import type { TemplateReading, TemplateRule } from './reading.ts';

const emphasisTexts: TemplateRule = {
  id: 'AT08',
  level: 'both',
  code: 'unused-member',
  what: 'Emphasis TEXT without a title and a subtitle (an error), or emphasis NONE with one of them',
  help: 'Write both texts, or choose the emphasis that shows what is written',
  source: SOURCES.resource('2.2'),
  date: AS_OF,
  covers: [
    { code: 'missing-field', at: 'emphasis.title' },
    { code: 'missing-field', at: 'emphasis.subtitle' },
  ],
  find: ({ template: { emphasis } }) => {
    const { title, subtitle } = emphasis?.type === 'NONE' ? emphasis : {};
    if (title === undefined && subtitle === undefined) return [];
    return [
      unused(
        'emphasis',
        'A title and a subtitle have no effect with emphasis NONE',
        'Remove them, or choose emphasis TEXT',
      ),
    ];
  },
};

const extra: TemplateRule = {
  id: 'AT09',
  level: 'both',
  code: 'unused-member',
  what: 'Message type EX or MI without extra information (an error), or BA or AD with some',
  help: 'Write `extra` for EX and MI; for BA and AD remove it, or choose EX or MI',
  source: SOURCES.resource('2.2'),
  date: AS_OF,
  covers: [{ code: 'missing-field', at: 'extra' }],
  find: ({ template }) => {
    if (template.extra === undefined || !['BA', 'AD'].includes(template.messageType)) return [];
    const message = `\`extra\` has no effect with messageType ${template.messageType}`;
    return [unused('extra', message, 'Remove it, or choose messageType EX or MI')];
  },
};

function unused(key: string, message: string, hint: string): Hit {
  return { at: [key], on: 'key', message, hint };
}

const channelButton: TemplateRule = {
  id: 'AT10',
  level: 'warning',
  code: 'channel-button',
  what: 'Message type AD or MI whose first button does not add the channel, or more than one button that does',
  help: 'Begin `buttons` with `{type: AC}`, once',
  source: `${SOURCES.resource('3, convertAddCh')}, assumption 144`,
  date: AS_OF,
  find: ({ template: { messageType, buttons = [] } }) => {
    const [first, ...others] = buttons.flatMap(({ type }, index) => (type === 'AC' ? [index] : []));
    const again = others.map((index): Hit => ({ at: ['buttons', index], message: 'A second channel-add button' }));
    if (!addsChannel(messageType) || first === 0) return again;
    if (first !== undefined) {
      return [{ at: ['buttons', first], message: 'The channel-add button has to be the first button' }, ...again];
    }
    const message = `A template of type ${messageType} requires a channel-add button`;
    return [{ at: ['messageType'], message }];
  },
};

const buttonCount: TemplateRule = {
  id: 'AT11',
  level: 'error',
  code: 'too-many',
  what: 'More than five buttons, or more than two beside quick replies',
  help: 'Remove some',
  source: SOURCES.resource('2.2'),
  date: AS_OF,
  covers: [{ code: 'too-many', at: 'buttons' }],
};

const LINKED = ['buttons[]', 'quickReplies[]'];

const links: TemplateRule = {
  id: 'AT12',
  level: 'both',
  code: 'link-form',
  what: 'A web link button without a mobile link, an app link button without links for Android and iOS (errors); a new `tell://` link, which the service no longer registers, a web link that does not begin with http:// or https:// and a host, an app link without a scheme, a space inside a link',
  help: 'Write the whole address, for example `https://shop.example.com/orders` or, for an app, `shop://orders`',
  source: `${SOURCES.resource('2.2')}, assumption 142`,
  date: AS_OF,
  covers: LINKED.flatMap((at) => [
    { code: 'missing-field', at: `${at}.link` },
    { code: 'missing-field', at: `${at}.link.mobile` },
    { code: 'missing-field', at: `${at}.link.android` },
    { code: 'missing-field', at: `${at}.link.ios` },
  ]),
  find: ({ template }) =>
    linksOf(template).flatMap(({ at, type, link }) => [
      ...wrongLinks(at, link),
      ...(type === 'AL' ? tell(at, link) : []),
    ]),
};

function linksOf({ link, buttons = [], quickReplies = [] }: TemplateReading['template']) {
  const inList = (list: string, entries: readonly Button[]) =>
    entries.map(({ type, link }, index) => ({ at: [list, index, 'link'], type, link }));
  return [{ at: ['link'], type: '', link }, ...inList('buttons', buttons), ...inList('quickReplies', quickReplies)];
}

function tell(at: Path, link: ButtonLink = {}): Hit[] {
  return Object.entries(link).flatMap(([key, address]): Hit[] => {
    if (!isTell(address)) return [];
    const message = 'The service no longer registers new `tell://` links; a live one can stay';
    return [{ at: [...at, key], code: 'tell-link', message, hint: 'Use a TN button for a call' }];
  });
}

/** A scheme and a host of several parts, of which any may come with a variable; no user before it (assumption 142). */
const WEB = /^(?:#\{|https?:\/\/(?![^\s/?#]*@)(?:[^\s/?#]*#\{|\[[\da-f:.]+\]|[^\s/?#.][^\s/?#]*\.[^\s/?#.]))/i;
const APP = /^(?:[a-z][a-z0-9+.-]*:|#\{)/i;

const SPACE = 'The link contains a space';
const ENCODE = 'Remove the space, or write it as `%20`';

/** Reports addresses with a wrong beginning. An address that begins with a variable is only known when it is sent. */
function wrongLinks(at: (string | number)[], link: ButtonLink = {}): Hit[] {
  const wrong = (key: keyof ButtonLink, form: RegExp, message: string): Hit[] => {
    const address = link[key];
    if (address === undefined) return [];
    if (!form.test(address)) return [{ at: [...at, key], message }];
    return /\s/.test(masked(address)) ? [{ at: [...at, key], message: SPACE, hint: ENCODE }] : [];
  };
  const web = 'A web link begins with http:// or https:// and a host';
  const app = 'An app link begins with a scheme, for example `shop://`';
  return [
    ...wrong('mobile', WEB, web),
    ...wrong('pc', WEB, web),
    ...wrong('android', APP, app),
    ...wrong('ios', APP, app),
  ];
}

const callNames: TemplateRule = {
  id: 'AT13',
  level: 'error',
  code: 'unknown-value',
  what: 'A call button with a name that is not one of the three fixed names',
  help: 'Name it `전화 연결`, `고객센터 연결` or `상담원 연결`',
  source: `${SOURCES.resource('2.2')}, assumption 15`,
  date: AS_OF,
  covers: [
    { code: 'unknown-value', at: 'buttons[].name', type: 'TN' },
    { code: 'missing-field', at: 'buttons[].name', type: 'TN' },
  ],
};

const itemList: TemplateRule = {
  id: 'AT14',
  level: 'both',
  code: 'unused-member',
  what: 'Emphasis ITEM_LIST without 2 to 10 items (an error), or items and a summary without that emphasis',
  help: 'Write 2 to 10 `items` with `emphasis: {type: ITEM_LIST}`, or remove them',
  source: SOURCES.resource('2.2'),
  date: AS_OF,
  covers: [
    { code: 'missing-field', at: 'items' },
    { code: 'too-few', at: 'items' },
    { code: 'too-many', at: 'items' },
  ],
  find: ({ template: { emphasis, items, itemSummary } }) => {
    if (emphasis?.type === 'ITEM_LIST') return [];
    const why = 'has no effect without emphasis ITEM_LIST';
    const hint = 'Remove it, or write `emphasis: {type: ITEM_LIST}`';
    return [
      ...(items ? [unused('items', `\`items\` ${why}`, hint)] : []),
      ...(itemSummary ? [unused('itemSummary', `\`itemSummary\` ${why}`, hint)] : []),
    ];
  },
};

/** AT31 finds buttons that a reader cannot tell apart. */
export const sameName: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT31',
  what: 'Two buttons, or two quick replies, with the same name',
  help: 'Give each a name of its own: a reader cannot tell them apart, and statistics count them as one',
  find: ({ template: { buttons = [], quickReplies = [] } }) => [
    ...repeated('buttons', buttons, 'button'),
    ...repeated('quickReplies', quickReplies, 'quick reply'),
  ],
};

function repeated(list: string, entries: readonly Button[], what: string): Hit[] {
  const seen = new Set<string>();
  return entries.flatMap(({ name = '' }, index): Hit[] => {
    const again = name !== '' && seen.has(name);
    seen.add(name);
    return again ? [{ at: [list, index, 'name'], message: `Another ${what} has the name \`${name}\`` }] : [];
  });
}

/** AT08 to AT14 check which parts belong together. */
export const partRules: readonly TemplateRule[] = [
  emphasisTexts,
  extra,
  channelButton,
  buttonCount,
  links,
  callNames,
  itemList,
];
