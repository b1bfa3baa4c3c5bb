import type { Problem } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import type { TestSend } from '../core/test-send.ts';
import { keysOf } from '../engine/subject/bound.ts';
import { currentVersion } from '../engine/versions/current.ts';
import { notificationTemplate, templateDiscovery } from '../kinds/notification-template/kind.ts';
import { about } from '../send/about.ts';
import type { Invocation } from './invocation.ts';
import type { LoadedProject, Session } from './session.ts';

/** A template under the code of the version that is sent, and a word where that is not the one that is wanted. */
export async function underCurrentVersion(
  { signal }: Invocation,
  { environment }: LoadedProject,
  { service, store, profiles }: Session,
  test: TestSend,
  template: Resource,
): Promise<{ template: Resource; problems: Problem[] }> {
  const profile = environment.profile(template.profile ?? '');
  const kind = { ...notificationTemplate, discovery: templateDiscovery };
  const entries = (await store.read(profile.alias))?.entries ?? {};
  const current = await currentVersion({ kind, service, profile, entries, keys: keysOf(profiles), signal }, template);
  if (!current) return { template, problems: [] };
  const found = { ...template, name: current.live.name };
  return { template: found, problems: current.hasSameText ? [] : [another(test, found)] };
}

function another(test: TestSend, { address, name }: Resource): Problem {
  return {
    code: 'send-version',
    severity: 'warning',
    message: `No approved version of ${address} says what its manifest says; the newest approved one is ${name}`,
    hint: 'Apply the manifest, and send when its version is approved',
    ...about(test),
  };
}
