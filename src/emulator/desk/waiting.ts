import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { type Applicant, applicants, isApplicant } from '../resource/profile/brand.ts';
import { inspectionRequests } from '../resource/template/inspector.ts';
import { includes } from '../search.ts';
import { proofLink } from './attachments.ts';
import type { Entry } from './entry.ts';
import { factsOf, shownTime } from './facts.ts';
import { notificationEntry } from './notification-view.ts';
import type { ApplicationRow, ApplicationView, WaitingRow } from './views.ts';

type Waiting = Entry<WaitingRow> & { at: number };

/** Everything that waits for a verdict, oldest first: inspection requests, and applications for brand messages. */
export function waitingEntries(machine: Machine): Waiting[] {
  const requests = inspectionRequests(machine).map((template): Waiting => {
    return { ...notificationEntry(machine, template), at: template.requestedAt ?? 0 };
  });
  const applications = applicants(machine).map((applicant) => applicationEntry(machine, applicant));
  return applications.length === 0 ? requests : [...requests, ...applications].sort((a, b) => a.at - b.at);
}

export function countWaiting(machine: Machine): number {
  return inspectionRequests(machine).length + applicants(machine).length;
}

function applicationEntry(machine: Machine, applicant: Applicant): Waiting {
  const { alias, key, name, uuid, brandAppliedAt: at } = applicant;
  const texts = [alias, name, uuid, machine.manifests.addressOf('profile', key, '') ?? ''];
  return { at, isFound: (search) => includes(texts, search), row: () => applicationRow(machine, applicant) };
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

/** A pending application, with everything that a person needs for a verdict. */
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
      'Registered on': shownTime(machine, profile.createdAt),
    }),
  };
}
