import { includes } from '../numbers.ts';
import type { Applicant } from '../resource/profile/brand.ts';
import { proofLink } from './attachments.ts';
import { html } from './html.ts';
import {
  badge,
  type Desk,
  type Detail,
  type Entry,
  factList,
  fileList,
  filesOf,
  manifestLine,
  part,
  shownTime,
  time,
  under,
} from './parts.ts';
import { keyOf } from './place.ts';

/** A profile that applied for brand messages, as a row. */
export function applicationEntry(desk: Desk, applicant: Applicant): Entry {
  const { alias, key, name, uuid, brandAppliedAt, consent } = applicant;
  const address = desk.machine.manifests.addressOf('profile', key, '');
  return {
    key: keyOf('profile', key),
    isFound: (search) => includes([alias, name, uuid, address ?? ''], search),
    row: () => ({
      title: name,
      mark: badge(desk.words.t('Brand messages'), 'profile'),
      lines: [
        under(
          `${uuid} · ${alias} · `,
          time(desk, brandAppliedAt),
          filesOf(desk, consent === null ? 0 : 1),
          address === null ? null : html` · <code>${address}</code>`,
        ),
      ],
    }),
  };
}

/** An application for brand messages, with the proof of consent. */
export function applicationDetail(desk: Desk, profile: Applicant): Detail {
  const { machine, words } = desk;
  const { alias, key, name, uuid, brandAppliedAt, consent } = profile;
  return {
    title: name,
    mark: badge(words.t('Waiting'), 'REQ'),
    line: [
      under(`${words.t('Application for brand messages')} · ${alias} · ${uuid}`),
      manifestLine(desk, machine.manifests.addressOf('profile', key, '')),
    ],
    subject: { hasComment: false },
    before: [
      part(words.t('Application'), under(`${words.t('Requested')} `, time(desk, brandAppliedAt))),
      part(
        words.t('Proof of consent'),
        fileList(desk, consent === null ? [] : [proofLink(key, consent)]) ??
          html`<p class="quiet">${words.t('No file')}</p>`,
      ),
    ],
    after: [
      part(
        words.t('Details'),
        factList(desk, {
          Channel: uuid,
          Profile: alias,
          'Opt-out number': profile.unsubscribePhoneNumber,
          'Proof uploaded': consent && shownTime(machine, consent.uploadedAt),
          'Registered on': shownTime(machine, profile.createdAt),
        }),
      ),
    ],
  };
}
