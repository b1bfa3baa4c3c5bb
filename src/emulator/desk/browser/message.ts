import type { MessageRow, MessageView } from '../views.ts';
import type { Shown } from './detail.ts';
import { el, langOf } from './dom.ts';
import { t, translated } from './language.ts';
import { badge, factList, part, rowOf, targetList, time, under } from './parts.ts';
import type { RollRow } from './roll.ts';
import { meaningOf, typeName } from './words.ts';

export function messageRow(row: MessageRow, address: string): RollRow {
  const { type, to, at, arrival, result, templateCode, line } = row;
  const code = templateCode === null ? [] : [' · ', el('code', {}, templateCode)];
  const reason = reasonOf(row);
  return rowOf(
    address,
    `${t('To')} ${to}`,
    badge(meaningOf('arrival', arrival), arrival),
    under(typeName(type), ...code, ' · ', time(at)),
    line === '' ? null : el('p', { class: 'line', lang: langOf(line) }, line),
    reason === null ? null : el('p', { class: 'reason' }, result === null ? null : `${result}: `, reason),
  );
}

/** Why it failed, for each channel, in the reader's language. */
function reasonOf({ reason }: MessageRow): string | null {
  if (reason === null) return null;
  const ofChannel = (text: string): string => {
    const [, channel = '', words = ''] = /^([a-z]+: )?(.*)$/s.exec(text) ?? [];
    return channel + translated(words);
  };
  return reason.split('; ').map(ofChannel).join('; ');
}

/** One message: its result and its request. */
export function messageDetail(view: MessageView): Shown {
  const { type, arrival, to, from, at, result, content, facts, targets } = view;
  const reason = reasonOf(view);
  const word = meaningOf('arrival', arrival);
  const code = result === null ? [] : [' ', el('code', {}, result)];
  const body = t('Request body');
  return {
    title: `${typeName(type)} ${t('to')} ${to}`,
    mark: badge(word, arrival),
    line: under(`${t('from')} ${from} · `, time(at)),
    address: null,
    subject: null,
    before: [
      part(t('Result'), el('p', {}, word, ...code), reason === null ? null : el('p', { class: 'quote' }, reason)),
    ],
    after: [
      part(t('Links'), targetList(targets)),
      part(t('Details'), factList(facts)),
      content === null ? null : part(body, el('pre', { tabindex: '0', 'aria-label': body }, content)),
    ],
  };
}
