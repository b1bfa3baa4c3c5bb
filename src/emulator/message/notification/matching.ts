import type { JsonObject } from '../../../core/json.ts';
import { findVariables, length } from '../../../core/variables.ts';
import { CHANNEL_ADD_NOTICE } from '../../resource/template/convert.ts';
import type { Button, Highlight, RepresentLink, Summary, TemplateContent } from '../../resource/template/template.ts';
import { listOf, objectOf, textOf } from '../../shape.ts';
import { matchesTemplate } from '../wildcard.ts';

/**
 * Holds a send against the registered template (message API 2.9): every component registered must be sent, and equal
 * it to the newline, variables filled. The reason of the first difference; undefined where there is none.
 */
export function differs(content: TemplateContent, type: 'at' | 'ai', sent: JsonObject): string | undefined {
  const image = content.templateEmphasizeType === 'IMAGE';
  if (image !== (type === 'ai')) return image ? 'an image template is sent as ai' : 'this template is sent as at';
  return (
    differsBody(content, textOf(sent, 'message')) ??
    differsText('title', content.templateTitle, textOf(sent, 'title')) ??
    differsText('header', content.templateHeader, textOf(sent, 'header')) ??
    differsItem(content.templateItem, objectOf(sent, 'item')) ??
    differsHighlight(content.templateItemHighlight, objectOf(sent, 'itemhighlight')) ??
    differsLinks('link', content.templateRepresentLink, objectOf(sent, 'link')) ??
    differsButtons('button', content.buttons, listOf(sent, 'button')) ??
    differsButtons('quickreply', content.quickReplies, listOf(sent, 'quickreply'))
  );
}

/** The channel-add notice is shown by the messenger: a body may go with it or without (assumption 26). */
function differsBody({ templateContent: registered }: TemplateContent, sent: string): string | undefined {
  const plain = registered.endsWith(CHANNEL_ADD_NOTICE) ? registered.slice(0, -CHANNEL_ADD_NOTICE.length) : registered;
  return differsText('message', registered, sent) && differsText('message', plain, sent);
}

function differsText(name: string, registered: string | null, sent: string): string | undefined {
  if ((registered ?? '') === '') return sent === '' ? undefined : `${name} is not registered`;
  if (sent === '') return `${name} is registered and was not sent`;
  if (findVariables(sent).length > 0) return `${name} holds a variable that was not filled`;
  return matchesTemplate(registered ?? '', sent) ? undefined : `${name} differs from the template`;
}

function differsItem(registered: TemplateContent['templateItem'], sent: JsonObject): string | undefined {
  const list = listOf(sent, 'list');
  const items = registered?.list ?? [];
  if (list.length !== items.length) return `item.list has ${list.length} elements, the template ${items.length}`;
  for (const [index, item] of items.entries()) {
    const wrong = differsTitled(`item.list[${index}]`, item, list[index] ?? {});
    if (wrong) return wrong;
  }
  return differsTitled('item.summary', registered?.summary ?? null, objectOf(sent, 'summary'));
}

function differsTitled(name: string, registered: Summary | null, sent: JsonObject): string | undefined {
  return (
    differsText(`${name}.title`, registered?.title ?? null, textOf(sent, 'title')) ??
    differsText(`${name}.description`, registered?.description ?? null, textOf(sent, 'description'))
  );
}

const STRUCK = '\\s';

/** Shorter beside an image: 21 and 13 for 30 and 19. A flag `\s` at the title's end strikes it through (assumption 78). */
function differsHighlight(registered: Highlight | null, sent: JsonObject): string | undefined {
  const whole = textOf(sent, 'title');
  const flagged = whole.endsWith(STRUCK) && !registered?.title?.endsWith(STRUCK);
  const title = flagged ? whole.slice(0, -STRUCK.length) : whole;
  const description = textOf(sent, 'description');
  const image = (registered?.imageUrl ?? null) !== null;
  if (length(whole) > (image ? 21 : 30)) return 'itemhighlight.title is too long';
  if (length(description) > (image ? 13 : 19)) return 'itemhighlight.description is too long';
  return (
    differsText('itemhighlight.title', registered?.title ?? null, title) ??
    differsText('itemhighlight.description', registered?.description ?? null, description)
  );
}

function differsLinks(name: string, registered: RepresentLink | Button | null, sent: JsonObject): string | undefined {
  return (
    differsText(`${name}.url_mobile`, registered?.linkMo ?? null, textOf(sent, 'url_mobile')) ??
    differsText(`${name}.url_pc`, registered?.linkPc ?? null, textOf(sent, 'url_pc')) ??
    differsText(`${name}.scheme_android`, registered?.linkAnd ?? null, textOf(sent, 'scheme_android')) ??
    differsText(`${name}.scheme_ios`, registered?.linkIos ?? null, textOf(sent, 'scheme_ios'))
  );
}

function differsButtons(name: string, registered: readonly Button[], sent: readonly JsonObject[]): string | undefined {
  if (sent.length !== registered.length)
    return `${name} has ${sent.length} elements, the template ${registered.length}`;
  for (const [index, button] of registered.entries()) {
    const wrong = differsButton(`${name}[${index}]`, button, sent[index] ?? {});
    if (wrong) return wrong;
  }
  return undefined;
}

function differsButton(name: string, registered: Button, sent: JsonObject): string | undefined {
  if (textOf(sent, 'type') !== registered.linkType) return `${name}.type differs from the template`;
  return (
    differsText(`${name}.name`, registered.name, textOf(sent, 'name')) ??
    differsLinks(name, registered, sent) ??
    differsText(`${name}.plugin_id`, registered.pluginId, textOf(sent, 'plugin_id')) ??
    differsText(`${name}.tel_number`, registered.telNumber, textOf(sent, 'tel_number'))
  );
}
