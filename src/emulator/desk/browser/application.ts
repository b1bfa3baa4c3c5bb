import type { ApplicationRow, ApplicationView } from '../views.ts';
import { api } from './api.ts';
import type { Shown } from './detail.ts';
import { el } from './dom.ts';
import { t } from './language.ts';
import { badge, factList, fileList, manifestLine, part, rowEnd, rowOf, time, under } from './parts.ts';
import { keyOf } from './place.ts';
import type { RollRow } from './roll.ts';

/** The key of an application in the address of the page. */
export function applicationKey(senderKey: string): string {
  return keyOf('profile', senderKey);
}

export function applicationRow(row: ApplicationRow, address: string): RollRow {
  const { name, profile, channel, requestedAt, attachments } = row;
  return rowOf(
    address,
    name,
    badge(t('Brand messages'), 'profile'),
    under(`${channel} · ${profile}`),
    manifestLine(row.address),
    rowEnd(requestedAt, attachments),
  );
}

/** An application for brand messages, with the proof of consent. */
export function applicationDetail(view: ApplicationView): Shown {
  const { senderKey, name, address, profile, channel, requestedAt, files, facts } = view;
  return {
    title: name,
    mark: badge(t('Waiting'), 'REQ'),
    line: under(`${t('Application for brand messages')} · ${profile} · ${channel}`),
    address,
    subject: {
      key: applicationKey(senderKey),
      name,
      hasComment: false,
      give: (verdict) => api.brandVerdict({ profile: senderKey, verdict }),
    },
    before: [
      part(t('Application'), under(`${t('Requested')} `, time(requestedAt))),
      part(t('Proof of consent'), fileList(files) ?? el('p', { class: 'quiet' }, t('No file'))),
    ],
    after: [part(t('Details'), factList(facts))],
  };
}
