import type { JsonObject } from '../../../core/json.ts';
import { accept, type Refused, refuse, result } from '../../answers.ts';
import { oneFile } from '../../body.ts';
import type { Context } from '../../context.ts';
import { formatDateTime } from '../../dates.ts';
import type { Machine } from '../../machine.ts';
import { type Endpoint, ofProfile } from '../access.ts';
import type { Profile } from '../entities.ts';
import { isAsNamed } from '../file-types.ts';
import { measure } from '../image/rules.ts';
import { touchProfile } from './operations.ts';

/** 5 MB, of 1,024 × 1,024 bytes (resource API 4.3; assumption 55). */
const CONSENT_BYTES = 5 * 1024 * 1024;
const FILE_KEY_BYTES = 16;

const tooLarge = refuse(result.fileSize, `file may have ${CONSENT_BYTES} bytes`);

/** The proof that people consented to marketing (resource API 4.3). A new upload replaces it. */
export const consentUpload: Endpoint = ofProfile(
  {},
  async (machine, profile, _none, _body, files) => {
    const { clock, random, gallery, store } = machine;
    const file = oneFile(files, 'file');
    if (typeof file === 'string') return refuse(result.parameters, file);
    const { name, size, sha256, bytes } = file;
    if (size === 0) return refuse(result.file, 'file is empty');
    if (size > CONSENT_BYTES) return tooLarge;
    const measured = measure(bytes);
    if (measured === undefined) return refuse(result.fileType, 'file is not a readable PNG or JPEG');
    if (!isAsNamed(name, bytes))
      return refuse(result.fileType, 'the name of the file does not end as its type: png, jpg or jpeg');
    const fileUrl = await gallery.keep(bytes, 'profile/consent', measured);
    // The profile may have changed while the file was written.
    if (!store.profiles.includes(profile)) return refuse(result.profile, 'the profile was replaced meanwhile');
    const fileKey = random.hex(FILE_KEY_BYTES);
    profile.consent = { fileKey, name, size, sha256, uploadedAt: clock.now() };
    touchProfile(machine, profile);
    return accept({ data: { fileKey, fileUrl } });
  },
  {
    noGroups: true,
    changes: true,
    upload: { bytes: CONSENT_BYTES, files: /^file$/, tooLarge, unreadable: result.file },
  },
);

/** `profile/brandMessage/apply` (resource API 4.3): applies for targeting M and N, with a proof of consent. */
export function applyForBrand(machine: Machine, profile: Profile): JsonObject | Refused {
  if (profile.brandMessage) return refuse(result.state, 'brand messages are approved already');
  if (profile.brandAppliedAt !== null) return refuse(result.state, 'brand messages are applied for already');
  if (profile.consent === null) return refuse(result.state, 'the proof of marketing consent has to be uploaded first');
  profile.brandAppliedAt = machine.clock.now();
  touchProfile(machine, profile);
  expectBrandVerdict(machine, profile);
  return accept();
}

/** Applies a verdict on an application. A rejected application can be repeated (assumption 115). */
export function decideBrand(context: Context, profile: Profile, approved: boolean): void {
  profile.brandMessage = approved;
  profile.brandAppliedAt = null;
  touchProfile(context, profile);
}

/** With `inspect: auto`, approves the application after `inspectMs` if it is still pending (assumption 115). */
function expectBrandVerdict(context: Context, { key, brandAppliedAt }: Profile): void {
  const { settings, clock, store } = context;
  if (settings.inspect !== 'auto' || brandAppliedAt === null) return;
  clock.at(brandAppliedAt + settings.inspectMs, () => {
    const profile = store.profiles.get(key);
    if (settings.inspect === 'auto' && profile?.brandAppliedAt === brandAppliedAt) decideBrand(context, profile, true);
  });
}

/** Schedules the verdicts of pending applications, after a start and when `inspect` changes. */
export function expectBrandVerdicts(context: Context): void {
  for (const profile of context.store.profiles.values()) expectBrandVerdict(context, profile);
}

export type Applicant = Profile & { brandAppliedAt: number };

export function isApplicant(profile: Profile): profile is Applicant {
  return profile.brandAppliedAt !== null;
}

export function applicants(context: Context): Applicant[] {
  return [...context.store.profiles.values()].filter(isApplicant).sort((a, b) => a.brandAppliedAt - b.brandAppliedAt);
}

export function brandApplications(context: Context) {
  return applicants(context).map(({ alias, key, name, consent, brandAppliedAt }) => ({
    profile: alias,
    senderKey: key,
    name,
    appliedAt: formatDateTime(brandAppliedAt),
    proof: consent && { name: consent.name, size: consent.size, fileKey: consent.fileKey },
  }));
}

export type BrandApplication = ReturnType<typeof brandApplications>[number];
