import { Exit } from '../../core/exit.ts';
import { createEmulatorControl, type EmulatorControl } from '../../emulator/emulator.ts';
import { controlled } from '../emulator/host.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { apply } from './apply.ts';

/** Verdicts and encodings happen at once while the manifests are applied. */
const AT_ONCE = { inspect: 'auto', inspectMs: 0, encodeMs: 0 } as const;

/** The state may know uploads that an emulator does not have: its data is new, or it was reset. */
const UPLOAD_AGAIN = { reupload: ['**'] };

async function hasUploads(control: EmulatorControl): Promise<boolean> {
  const { snapshot } = await controlled(control.snapshot());
  return [snapshot['images'], snapshot['videos']].some((uploads) => Array.isArray(uploads) && uploads.length > 0);
}

/**
 * `emulator --from-manifests`: applies the manifests of the project to its emulator, which approves every inspection.
 * Returns the outcome of an apply that failed.
 */
export async function applyManifests(invocation: Invocation, url: string): Promise<Outcome | undefined> {
  const control = createEmulatorControl(url);
  const { settings } = await controlled(control.settings({}));
  const { inspect, inspectMs, encodeMs } = settings;
  await controlled(control.settings(AT_ONCE));
  // The first apply requests inspections, which end at once. The second makes the changes that need a verdict.
  const first = await apply(invocation, [], { yes: true, ...((await hasUploads(control)) ? {} : UPLOAD_AGAIN) });
  const outcome = first.exit === Exit.done ? await apply(invocation, [], { yes: true, wait: true }) : first;
  await controlled(control.settings({ inspect, inspectMs, encodeMs }));
  return outcome.exit === Exit.done ? undefined : outcome;
}
