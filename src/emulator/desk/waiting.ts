import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { type Applicant, applicants, isApplicant } from '../resource/profile/brand.ts';
import { inspectionRequests } from '../resource/template/inspector.ts';
import type { Template } from '../resource/template/template.ts';
import { includes } from '../search.ts';
import { proofLink } from './attachments.ts';
import { factsOf, shownTime } from './facts.ts';
import { notificationRow } from './notification-view.ts';
import { listing } from './search.ts';
import { notificationTexts } from './template-list.ts';
import type { ApplicationRow, ApplicationView, Listing, WaitingRow } from './views.ts';

type Waiting = { at: number; template: Template } | { at: number; applicant: Applicant };

/** Everything that awaits a verdict, the oldest first: requests for inspection, and applications for brand messages. */
export function waitingRows(
  machine: Machine,
  { search, count }: { search: string; count: number },
): Listing<WaitingRow> {
  const found = waiting(machine).filter((one) => includes(textsOf(machine, one), search));
  return listing(found, count, (one) =>
    'template' in one ? notificationRow(machine, one.template) : applicationRow(machine, one.applicant),
  );
}

export function countWaiting(machine: Machine): number {
  return machine.store.templates.requested().length + applicants(machine).length;
}

function waiting(machine: Machine): Waiting[] {
  const requests = inspectionRequests(machine).map((template) => ({ at: template.requestedAt ?? 0, template }));
  const applications = applicants(machine).map((applicant) => ({ at: applicant.brandAppliedAt, applicant }));
  return applications.length === 0 ? requests : [...requests, ...applications].sort((a, b) => a.at - b.at);
}

function textsOf(machine: Machine, one: Waiting): string[] {
  if ('template' in one) return notificationTexts(machine, one.template);
  const { alias, key, name, uuid } = one.applicant;
  return [alias, name, uuid, machine.manifests.addressOf('profile', key, '') ?? ''];
}

function applicationRow(machine: Machine, applicant: Applicant): ApplicationRow {
  const { alias, key, name, uuid, brandAppliedAt, consent } = applicant;
  return {
    product: 'profile',
    profile: alias,
    senderKey: key,
    name,
    address: machine.manifests.addressOf('profile', key, ''),
    channel: uuid,
    requestedAt: formatDateTime(brandAppliedAt),
    attachments: consent === null ? 0 : 1,
  };
}

/** An application and what to look at before the verdict. Undefined if none awaits one. */
export function applicationView(machine: Machine, senderKey: string): ApplicationView | undefined {
  const profile = machine.store.profiles.get(senderKey);
  if (profile === undefined || !isApplicant(profile)) return undefined;
  return {
    ...applicationRow(machine, profile),
    files: profile.consent === null ? [] : [proofLink(senderKey, profile.consent)],
    facts: factsOf({
      Channel: profile.uuid,
      Profile: profile.alias,
      'Opt-out number': profile.unsubscribePhoneNumber,
      'Proof uploaded': profile.consent && shownTime(machine, profile.consent.uploadedAt),
      Registered: shownTime(machine, profile.createdAt),
    }),
  };
}
