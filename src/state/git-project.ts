import { isObject, parsedJson } from '../core/json.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import type { Git } from './git.ts';

/** The project that uses a ref. A document records it, so two projects of one repository never share a document. */
export interface GitProject {
  /** `state.project`, or the folder of the project in its repository: `apps/shop`, `.` at the root. */
  name(): Promise<string>;
  /** Throws a NotiformError (`state-other-project`) if the stored document belongs to another project. */
  require(profile: string, owner: string | undefined): Promise<void>;
}

export function openGitProject(
  git: Git,
  { ref, environment, project }: { ref: string; environment: string; project?: string | undefined },
): GitProject {
  let asking: Promise<string> | undefined;
  const ask = async (): Promise<string> =>
    (await git.text(['rev-parse', '--show-prefix'])).normalize('NFC').replace(/\/$/, '') || '.';
  // Calls at the same time share one answer, so their edits still share one push.
  const name = (): Promise<string> => {
    asking ??= ask().catch((error: unknown) => {
      asking = undefined;
      throw error;
    });
    return asking.then((folder) => project ?? folder);
  };
  return {
    name,
    require: async (profile, owner) => {
      const ours = await name();
      if (owner !== undefined && owner !== ours) throw otherProject(ref, `${environment}/${profile}`, owner, ours);
    },
  };
}

/** The project in a document. Undefined if the document is damaged: the code that reads it reports that. */
export function projectIn(text: string | undefined): string | undefined {
  const value = parsedJson(text ?? '');
  return isObject(value) && typeof value['project'] === 'string' ? value['project'] : undefined;
}

function otherProject(ref: string, subject: string, owner: string, ours: string): NotiformError {
  const suffix =
    ours
      .split('/')
      .at(-1)
      ?.replace(/[^A-Za-z0-9_-]/g, '') || '2';
  return new NotiformError(
    errorProblem(
      'state-other-project',
      `${ref} stores the state of ${subject} for the project in ${folderOf(owner)}, and this project is in ${folderOf(ours)}`,
      `Set another ref for this project: \`state: { store: git, ref: ${ref}-${suffix} }\`. If the folder of the project was moved or renamed, add \`project: ${JSON.stringify(owner)}\` to \`state\`.`,
    ),
  );
}

function folderOf(project: string): string {
  return project === '.' ? 'the root of the repository' : `\`${project}\``;
}
