import { result } from '../../answers.ts';
import type { Button } from '../../store/template.ts';
import { isTell } from './app-links.ts';
import type { Reading } from './reading.ts';

/** The fixed name of a channel-add button (the documents only paraphrase it: assumption 15). */
export const CHANNEL_ADD_NAME = '채널 추가';
/** The fixed names of a call button (assumption 15). */
export const CALL_NAMES: readonly string[] = ['전화 연결', '고객센터 연결', '상담원 연결'];

const BUTTON_TYPES = ['DS', 'WL', 'AL', 'BK', 'MD', 'AC', 'BC', 'BT', 'P1', 'P2', 'P3', 'TN', 'MP'] as const;
const QUICK_REPLY_TYPES = ['WL', 'AL', 'BK', 'MD', 'BC', 'BT'] as const;
const PLUGIN_TYPES: readonly string[] = ['P1', 'P2', 'P3'];

const MAX_BUTTONS = 5;
const MAX_BUTTONS_BESIDE_QUICK_REPLIES = 2;
const MAX_QUICK_REPLIES = 10;

/** What a template had before an update: an old `tell://` link may stay, a new one may not come (2.2). */
export type Earlier = readonly Button[];

/** `buttons` of resource API 2.2. */
export function readButtons(reading: Reading, earlier: Earlier): Button[] {
  return reading.objects('buttons', { max: MAX_BUTTONS, code: result.buttons }).map((element) => {
    const button = readLinks(element, element.word('linkType', BUTTON_TYPES));
    checkName(element, button);
    checkLinks(element, button);
    if (PLUGIN_TYPES.includes(button.linkType)) element.requiredText('pluginId');
    if (button.linkType === 'TN') element.requiredText('telNumber');
    checkTell(element, button, earlier);
    return button;
  });
}

/** `quickReplies` of resource API 2.2. Their channel needs consultation talk, which the caller knows. */
export function readQuickReplies(reading: Reading, earlier: Earlier, bizchat: boolean): Button[] {
  const replies = reading.objects('quickReplies', { max: MAX_QUICK_REPLIES, code: result.buttons }).map((element) => {
    const reply = readLinks(element, element.word('linkType', QUICK_REPLY_TYPES));
    checkLinks(element, reply);
    checkTell(element, reply, earlier);
    return reply;
  });
  if (replies.length > 0 && !bizchat)
    reading.fail(result.buttons, 'quickReplies need a channel with consultation talk');
  return replies;
}

/** Five buttons, two where there are quick replies (resource API 2.2). */
export function checkNumbers(reading: Reading, buttons: readonly Button[], quickReplies: readonly Button[]): void {
  if (quickReplies.length > 0 && buttons.length > MAX_BUTTONS_BESIDE_QUICK_REPLIES) {
    reading.fail(result.buttons, `buttons may have ${MAX_BUTTONS_BESIDE_QUICK_REPLIES} elements beside quickReplies`);
  }
}

/** A plugin has to be registered for the channel before a button names it (resource API 4.6; assumption 119). */
export function checkPlugins(
  reading: Reading,
  buttons: readonly Button[],
  knows: (pluginId: string, linkType: string) => boolean,
): void {
  for (const [index, { pluginId, linkType }] of buttons.entries()) {
    if (PLUGIN_TYPES.includes(linkType) && pluginId !== null && !knows(pluginId, linkType))
      reading.fail(result.plugin, `buttons[${index}].pluginId names no plugin that is registered for ${linkType}`);
  }
}

function readLinks(element: Reading, linkType: string): Button {
  const link = (name: string): string | null => element.text(name, { code: result.links });
  return {
    name: element.requiredText('name'),
    linkType,
    linkMo: link('linkMo'),
    linkPc: link('linkPc'),
    linkAnd: link('linkAnd'),
    linkIos: link('linkIos'),
    pluginId: element.text('pluginId', { code: result.plugin }),
    telNumber: element.text('telNumber'),
  };
}

function checkName(element: Reading, { linkType, name }: Button): void {
  if (linkType === 'AC' && name !== CHANNEL_ADD_NAME) {
    element.fail(result.buttons, `the name of an AC button is fixed: ${CHANNEL_ADD_NAME}`);
  }
  if (linkType === 'TN' && !CALL_NAMES.includes(name)) {
    element.fail(result.buttons, `the name of a TN button is one of ${CALL_NAMES.join(', ')}`);
  }
}

/** What each type requires (resource API 2.2); it may have other links beside them. */
function checkLinks(element: Reading, { linkType }: Button): void {
  if (linkType === 'WL') element.requiredText('linkMo', { code: result.links });
  if (linkType !== 'AL') return;
  element.requiredText('linkAnd', { code: result.links });
  element.requiredText('linkIos', { code: result.links });
}

function checkTell(element: Reading, button: Button, earlier: Earlier): void {
  if (button.linkType !== 'AL') return;
  const links = [button.linkAnd, button.linkIos].filter(isTell);
  const stood = (link: string | null): boolean =>
    earlier.some((old) => old.linkType === 'AL' && [old.linkAnd, old.linkIos].includes(link));
  if (!links.every(stood)) element.fail(result.links, 'an AL link tell:// cannot be registered any more');
}
