import { bodyOf } from '../resource/brand-template/body.ts';
import type { BrandTemplate } from '../resource/brand-template/template.ts';
import type { Applicant } from '../resource/profile/control.ts';
import { proofLink } from './attachments.ts';
import { brandTemplateBubble } from './bubbles.ts';
import { changesPart } from './changes.ts';
import { html } from './html.ts';
import {
  badge,
  type Desk,
  type Detail,
  type Entry,
  factList,
  fileList,
  filledBubble,
  listed,
  namesOf,
  part,
  sampleForm,
  shownTime,
  targetList,
  time,
  under,
} from './parts.ts';
import { keyOf } from './place.ts';

/** A brand template as a row. */
export function brandEntry(desk: Desk, template: BrandTemplate): Entry {
  const { senderKey, templateCode, content, status, modifiedAt } = template;
  const { templateName: title, content: body, header, carousel } = content;
  const cards = (carousel?.list ?? []).flatMap((card) => [card.header ?? '', card.content ?? '']);
  return listed(desk, {
    key: keyOf('brand', senderKey, templateCode),
    title,
    mark: () => badge(desk.words.meaning('brand', status), status),
    names: namesOf(desk, template),
    at: modifiedAt,
    texts: [templateCode, body ?? '', header ?? '', ...cards],
  });
}

/** A brand template, with what changed since its previous version. */
export function brandDetail(desk: Desk, template: BrandTemplate): Detail {
  const { machine, words, place } = desk;
  const { content, status, version } = template;
  const { templateName: title, chatBubbleType } = content;
  const before = template.past?.[0];
  const bubble = brandTemplateBubble(machine, template);
  return {
    title,
    mark: badge(words.meaning('brand', status), status),
    line: under(namesOf(desk, template), ` · ${words.withMeaning('form', chatBubbleType)}`),
    bubble: filledBubble(bubble, place.samples),
    before: [
      before ? changesPart(words, words.t('Changed since version {}', before.version), before.content, content) : null,
    ],
    after: [
      sampleForm(desk, bubble),
      part(words.t('Links'), targetList(desk, bodyOf(content))),
      part(
        words.t('Details'),
        factList(desk, {
          [words.meaning('member', 'adult')]: content.adult ? words.t('yes') : null,
          Version: String(version),
          'Registered on': shownTime(machine, template.createdAt),
          Changed: shownTime(machine, template.modifiedAt),
        }),
      ),
    ],
  };
}

/** A profile that applied for brand messages, as a row. */
export function applicationEntry(desk: Desk, applicant: Applicant): Entry {
  const { alias, key, name, uuid, brandAppliedAt, consent } = applicant;
  return listed(desk, {
    key: keyOf('profile', key),
    title: name,
    mark: () => badge(desk.words.t('Brand messages'), 'profile'),
    names: `${uuid} · ${alias}`,
    at: brandAppliedAt,
    files: consent === null ? 0 : 1,
    texts: [alias, uuid],
  });
}

/** An application for brand messages, with the proof of consent. */
export function applicationDetail(desk: Desk, profile: Applicant): Detail {
  const { machine, words } = desk;
  const { alias, key, name, uuid, brandAppliedAt, consent } = profile;
  return {
    title: name,
    mark: badge(words.meaning('notification', 'REQ'), 'REQ'),
    line: under(`${uuid} · ${alias}`, ` · ${words.t('Application for brand messages')}`),
    subject: { hasComment: false },
    before: [
      under(`${words.t('Requested')} `, time(desk, brandAppliedAt)),
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
          'Opt-out number': profile.unsubscribePhoneNumber,
          'Proof uploaded': consent && shownTime(machine, consent.uploadedAt),
          'Registered on': shownTime(machine, profile.createdAt),
        }),
      ),
    ],
  };
}
