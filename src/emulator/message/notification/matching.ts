import type { JsonObject } from '../../../core/json.ts';
import { findVariables, length } from '../../../core/variables.ts';
import { CHANNEL_ADD_NOTICE } from '../../resource/template/operations.ts';
import type { Button, Highlight, TemplateContent } from '../../resource/template/shape.ts';
import { firstOf, listOf, objectOf, textOf } from '../../shape.ts';
import { mismatchIn } from '../wildcard.ts';

/** Returns the first part of a template that a send lacks or that differs, line breaks included (message API 2.9). */
export function differs(content: TemplateContent, type: string, sent: JsonObject): string | undefined {
  const image = content.templateEmphasizeType === 'IMAGE';
  if (image !== (type === 'ai')) return image ? 'an image template is sent as ai' : 'this template is sent as at';
  return (
    differsBody(content, textOf(sent, 'message')) ??
    differsText('title', content.templateTitle, textOf(sent, 'title')) ??
    differsText('header', content.templateHeader, textOf(sent, 'header')) ??
    differsItem(content.templateItem, objectOf(sent, 'item')) ??
    differsHighlight(content.templateItemHighlight, objectOf(sent, 'itemhighlight')) ??
    differsTexts('link', LINKS, content.templateRepresentLink, objectOf(sent, 'link')) ??
    differsButtons('button', content.buttons, listOf(sent, 'button')) ??
    differsButtons('quickreply', content.quickReplies, listOf(sent, 'quickreply'))
  );
}

/** The messenger shows the channel-add notice, so a body may contain it or not (assumption 26). */
function differsBody({ templateContent: registered }: TemplateContent, sent: string): string | undefined {
  const plain = registered.endsWith(CHANNEL_ADD_NOTICE) ? registered.slice(0, -CHANNEL_ADD_NOTICE.length) : registered;
  const [whole, short] = [registered, plain].map((text) => differsText('message', text, sent));
  return whole && short && (sent.endsWith(CHANNEL_ADD_NOTICE) ? whole : short);
}

function differsText(name: string, registered: string | null, sent: string): string | undefined {
  if ((registered ?? '') === '') return sent === '' ? undefined : `${name} is not registered`;
  if (sent === '') return `${name} is registered and was not sent`;
  if (findVariables(sent).length > 0) return `${name} holds a variable that was not filled`;
  const place = mismatchIn(registered ?? '', sent);
  return place && `${name} differs from the template at line ${place.line}, column ${place.column}`;
}

/** Names in a send, and the names in a template. */
const TITLED = { title: 'title', description: 'description' } as const;
const LINKS = { url_mobile: 'linkMo', url_pc: 'linkPc', scheme_android: 'linkAnd', scheme_ios: 'linkIos' } as const;
const BUTTON = { name: 'name', ...LINKS, plugin_id: 'pluginId', tel_number: 'telNumber' } as const;

function differsTexts<K extends string>(
  at: string,
  names: Readonly<Record<string, K>>,
  registered: Readonly<Record<K, string | null>> | null,
  sent: JsonObject,
): string | undefined {
  return firstOf(Object.entries(names), ([name, member]) =>
    differsText(`${at}.${name}`, registered?.[member] ?? null, textOf(sent, name)),
  );
}

function differsItem(registered: TemplateContent['templateItem'], sent: JsonObject): string | undefined {
  const list = listOf(sent, 'list');
  const items = registered?.list ?? [];
  if (list.length !== items.length)
    return `the number of elements in item.list is ${list.length}, in the template ${items.length}`;
  return (
    firstOf(items, (item, index) => differsTexts(`item.list[${index}]`, TITLED, item, list[index] ?? {})) ??
    differsTexts('item.summary', TITLED, registered?.summary ?? null, objectOf(sent, 'summary'))
  );
}

const STRUCK = '\\s';

/** Texts are shorter beside an image. A `\s` at the end of the title strikes it through (assumption 78). */
function differsHighlight(registered: Highlight | null, sent: JsonObject): string | undefined {
  const whole = textOf(sent, 'title');
  const flagged = whole.endsWith(STRUCK) && !registered?.title?.endsWith(STRUCK);
  const image = (registered?.imageUrl ?? null) !== null;
  if (length(whole) > (image ? 21 : 30)) return 'itemhighlight.title is too long';
  if (length(textOf(sent, 'description')) > (image ? 13 : 19)) return 'itemhighlight.description is too long';
  const title = flagged ? whole.slice(0, -STRUCK.length) : whole;
  return differsTexts('itemhighlight', TITLED, registered, { ...sent, title });
}

function differsButtons(name: string, registered: readonly Button[], sent: readonly JsonObject[]): string | undefined {
  if (sent.length !== registered.length)
    return `the number of elements in ${name} is ${sent.length}, in the template ${registered.length}`;
  return firstOf(registered, (button, index) => {
    const at = `${name}[${index}]`;
    const given = sent[index] ?? {};
    if (textOf(given, 'type') !== button.linkType) return `${at}.type differs from the template`;
    return differsTexts(at, BUTTON, button, given);
  });
}
