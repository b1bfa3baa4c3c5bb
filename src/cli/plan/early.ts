import { beginReads } from '../../engine/snapshot/begun.ts';
import type { BegunReads } from '../../engine/types.ts';
import type { Invocation } from '../invocation.ts';
import { engineInput, type LoadedProject, openProject, openSession, type Session } from '../session.ts';
import { commitOf, type PlanOptions } from './planning.ts';

/** A session that was opened while the manifests were read, and the reads that began in it. */
interface EarlySession {
  session: Session;
  begun: BegunReads;
  commit: Promise<string | null>;
}

/**
 * Reads the manifests of a plan. If the cache knows most of them, they likely have no errors: the session opens and the service is
 * read at the same time, unless a flag has to be compared with the manifests first.
 */
export async function openProjectEarly(
  invocation: Invocation,
  options: PlanOptions,
  needs: Parameters<typeof openSession>[2],
): Promise<{ project: LoadedProject; early: Promise<EarlySession> | undefined }> {
  const { target, exclude, resubmit, reupload, unprotect, shard, lockTimeout } = options;
  const isWhole = ![target, exclude, resubmit, reupload, unprotect, shard, lockTimeout].some(Boolean);
  let early: Promise<EarlySession> | undefined;
  const begin = async (opened: Pick<LoadedProject, 'config' | 'environment'>): Promise<EarlySession> => {
    const commit = commitOf(opened.config.root);
    const resources = reading.then((project) => project.resources);
    // The session may never ask for them.
    resources.catch(() => undefined);
    const session = await openSession(invocation, { ...opened, resources }, needs);
    const begun = beginReads(await engineInput(invocation, opened.environment, session, needs.inFlight));
    return { session, begun, commit };
  };
  const reading = openProject(invocation, shard, (opened) => {
    early = isWhole ? begin(opened) : undefined;
    // Errors of manifests come before those of the session.
    early?.catch(() => undefined);
  });
  try {
    return { project: await reading, early };
  } catch (error) {
    const opened = await early?.catch(() => undefined);
    await opened?.session.close();
    throw error;
  }
}
