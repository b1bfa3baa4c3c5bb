import type { Problem } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import type { TestSend } from '../core/test-send.ts';
import { currentVersion } from '../engine/snapshot/current.ts';
import { about } from '../send/about.ts';
import type { Invocation } from './invocation.ts';
import type { LoadedProject } from './project.ts';
import { engineInput, type Session } from './session.ts';

/** Returns a template under the code of the version to send, with a warning if that version differs from the manifest. */
export async function underCurrentVersion(
  invocation: Invocation,
  { environment }: LoadedProject,
  session: Session,
  test: TestSend,
  template: Resource,
): Promise<{ template: Resource; problems: Problem[] }> {
  const current = await currentVersion(await engineInput(invocation, environment, session), template);
  if (!current) return { template, problems: [] };
  const found = { ...template, name: current.live.name };
  return { template: found, problems: current.hasSameText ? [] : [another(test, found)] };
}

function another(test: TestSend, { address, name }: Resource): Problem {
  return {
    code: 'send-version',
    severity: 'warning',
    message: `No approved version of ${address} has the text of its manifest. The message is compared with the newest approved one, ${name}`,
    hint: 'Apply the manifest, and send when its version is approved',
    ...about(test),
  };
}
