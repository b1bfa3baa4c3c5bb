import { formatPath, type Path } from '../../../core/path.ts';
import type { Said } from '../../../core/sentence.ts';
import { codePointName } from '../../../text/graphemes.ts';
import { covering, type Hit, LIKELY_REJECTED, SOURCES } from '../../lint/rule.ts';
import { masked } from '../../lint/search.ts';
import { notWeb } from '../../lint/web-link.ts';
import type { Button, ButtonLink } from '../fields.ts';
import { isTell } from '../fields.ts';
import { addsChannel } from '../notice.ts';
import type { TemplateReading, TemplateRule } from './reading.ts';
import { say } from './sentences.ts';

const emphasisTexts: TemplateRule = {
  id: 'AT08',
  level: 'both',
  code: 'unused-member',
  what: {
    en: 'Emphasis TEXT without a title and a subtitle (an error), or emphasis NONE with one of them',
    ko: '강조 표기형(TEXT)에 제목이나 보조 문구가 없습니다(오류). 또는 강조 없음(NONE)인데 제목이나 보조 문구가 있습니다',
  },
  help: {
    en: 'Write both texts, or choose the emphasis that shows what is written',
    ko: '두 문구를 모두 쓰거나, 쓴 내용에 맞는 강조 유형을 고르세요.',
  },
  source: SOURCES.resource('2.2'),
  covers: covering(['missing-field'], 'emphasis.title', 'emphasis.subtitle'),
  find: ({ template: { emphasis } }) => {
    const { title, subtitle } = emphasis?.type === 'NONE' ? emphasis : {};
    if (title === undefined && subtitle === undefined) return [];
    return [unused('emphasis', say('emphasis-none'), say('emphasis-none-way'))];
  },
};

const extra: TemplateRule = {
  id: 'AT09',
  level: 'both',
  code: 'unused-member',
  what: {
    en: 'Message type EX or MI without extra information (an error), or BA or AD with some',
    ko: '메시지 유형 EX, MI에 부가 정보가 없습니다(오류). 또는 BA, AD에 부가 정보가 있습니다',
  },
  help: {
    en: 'Write `extra` for EX and MI; for BA and AD remove it, or choose EX or MI',
    ko: 'EX와 MI에는 `extra`를 쓰세요. BA와 AD에서는 지우거나 EX, MI를 고르세요.',
  },
  source: SOURCES.resource('2.2'),
  covers: covering(['missing-field'], 'extra'),
  find: ({ template }) => {
    if (template.extra === undefined || !['BA', 'AD'].includes(template.messageType)) return [];
    const message = say('extra-unused', { type: template.messageType });
    return [unused('extra', message, say('extra-unused-way'))];
  },
};

function unused(key: string, message: Said, hint: Said): Hit {
  return { at: [key], on: 'key', message, hint };
}

const channelButton: TemplateRule = {
  id: 'AT10',
  level: 'warning',
  code: 'channel-button',
  what: {
    en: 'Message type AD or MI whose first button does not add the channel, or more than one button that does',
    ko: '메시지 유형 AD, MI의 첫 버튼이 채널 추가가 아니거나, 채널 추가 버튼이 둘 이상입니다',
  },
  help: { en: 'Begin `buttons` with `{type: AC}`, once', ko: '`buttons`의 맨 앞에 `{type: AC}`를 하나만 두세요.' },
  source: `${SOURCES.resource('3, convertAddCh')}, assumption 144`,
  find: ({ template: { messageType, buttons = [] } }) => {
    const [first, ...others] = buttons.flatMap(({ type }, index) => (type === 'AC' ? [index] : []));
    const again = others.map((index): Hit => ({ at: ['buttons', index], message: say('channel-second') }));
    if (!addsChannel(messageType) || first === 0) return again;
    if (first !== undefined) {
      return [{ at: ['buttons', first], message: say('channel-first') }, ...again];
    }
    const message = say('channel-missing', { type: messageType });
    return [{ at: ['messageType'], message }];
  },
};

const buttonCount: TemplateRule = {
  id: 'AT11',
  level: 'error',
  code: 'too-many',
  what: {
    en: 'More than five buttons, or more than two beside quick replies',
    ko: '버튼이 다섯 개를 넘거나, 바로연결과 함께 쓸 때 두 개를 넘습니다',
  },
  help: { en: 'Remove some', ko: '몇 개를 지우세요.' },
  source: SOURCES.resource('2.2'),
  covers: covering(['too-many'], 'buttons'),
};

const links: TemplateRule = {
  id: 'AT12',
  level: 'both',
  code: 'link-form',
  what: {
    en: 'A web link button without a mobile link, an app link button without links for Android and iOS (errors); a new `tell://` link, which the service no longer registers, a web link that does not begin with http:// or https:// and a public host (`localhost` is none), an app link without a scheme, a space inside a link; a phone number with another dash than `-`',
    ko: '웹링크 버튼에 모바일 링크가 없거나, 앱링크 버튼에 안드로이드와 iOS 링크가 없습니다(오류). 또는 웹링크가 http://나 https://로 시작하는 주소가 아니거나, 도메인이 `localhost`처럼 외부에서 접속할 수 없는 이름이거나, 앱링크에 스킴이 없거나, 링크에 공백이 있거나, 전화번호에 `-`가 아닌 줄표가 있습니다. `tell://` 링크는 이미 등록된 템플릿에서만 쓸 수 있고 새로 등록할 수 없습니다',
  },
  help: {
    en: 'Write the whole address, for example `https://shop.example.com/orders` or, for an app, `shop://orders`',
    ko: '`https://shop.example.com/orders`처럼 전체 주소를 쓰세요. 앱은 `shop://orders`처럼 쓰세요.',
  },
  source: `${SOURCES.resource('2.2')}, assumption 142`,
  covers: covering(
    ['missing-field'],
    ...['buttons[].link', 'quickReplies[].link'].flatMap((at) => [at, `${at}.mobile`, `${at}.android`, `${at}.ios`]),
  ),
  find: ({ template }) => [
    ...linksOf(template).flatMap(({ at, type, link }) => [
      ...wrongLinks(at, link),
      ...(type === 'AL' ? tell(at, link) : []),
    ]),
    ...(template.buttons ?? []).flatMap(({ tel: number = '' }, index) => undialled(['buttons', index, 'tel'], number)),
  ],
};

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

const callNames: TemplateRule = {
  id: 'AT13',
  level: 'error',
  code: 'unknown-value',
  what: {
    en: 'A call button with a name that is not one of the three fixed names',
    ko: '전화 버튼의 이름이 정해진 세 가지 중 하나가 아닙니다',
  },
  help: {
    en: 'Name it `전화 연결`, `고객센터 연결` or `상담원 연결`',
    ko: '이름을 `전화 연결`, `고객센터 연결`, `상담원 연결` 중 하나로 쓰세요.',
  },
  source: `${SOURCES.resource('2.2')}, assumption 15`,
  covers: [
    { code: 'unknown-value', at: 'buttons[].name', type: 'TN' },
    { code: 'missing-field', at: 'buttons[].name', type: 'TN' },
  ],
};

const itemList: TemplateRule = {
  id: 'AT14',
  level: 'both',
  code: 'unused-member',
  what: {
    en: 'Emphasis ITEM_LIST without 2 to 10 items (an error), or items and a summary without that emphasis',
    ko: '아이템 리스트형(ITEM_LIST)의 아이템이 2~10개가 아닙니다(오류). 또는 다른 유형에 아이템이나 요약이 있습니다',
  },
  help: {
    en: 'Write 2 to 10 `items` with `emphasis: {type: ITEM_LIST}`, or remove them',
    ko: '`emphasis: {type: ITEM_LIST}`와 함께 `items`를 2~10개 쓰거나 지우세요.',
  },
  source: SOURCES.resource('2.2'),
  covers: covering(['missing-field', 'too-few', 'too-many'], 'items'),
  find: ({ template: { emphasis, items, itemSummary } }) => {
    if (emphasis?.type === 'ITEM_LIST') return [];
    const hint = say('items-unused-way', { field: 'emphasis: {type: ITEM_LIST}' });
    return [
      ...(items ? [unused('items', say('items-unused', { field: 'items' }), hint)] : []),
      ...(itemSummary ? [unused('itemSummary', say('items-unused', { field: 'itemSummary' }), hint)] : []),
    ];
  },
};

/** AT31 finds buttons that a reader cannot tell apart. */
export const sameName: TemplateRule = {
  ...LIKELY_REJECTED,
  id: 'AT31',
  what: {
    en: 'Two buttons, or two quick replies, with the same name',
    ko: '이름이 같은 버튼이나 이름이 같은 바로연결이 두 개 있습니다',
  },
  help: {
    en: 'Give each a name of its own: a reader cannot tell them apart, and statistics count them as one',
    ko: '수신자가 구별할 수 있고 통계가 따로 집계되도록 각각 다른 이름을 쓰세요.',
  },
  find: ({ template: { buttons = [], quickReplies = [] } }) => [
    ...repeated('buttons', buttons, 'same-button'),
    ...repeated('quickReplies', quickReplies, 'same-reply'),
  ],
};

function repeated(list: string, entries: readonly Button[], word: 'same-button' | 'same-reply'): Hit[] {
  const seen = new Set<string>();
  return entries.flatMap(({ name = '' }, index): Hit[] => {
    const again = name !== '' && seen.has(name);
    seen.add(name);
    return again ? [{ at: [list, index, 'name'], message: say(word, { name }) }] : [];
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
