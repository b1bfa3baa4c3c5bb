import { sha256 } from '../core/json.ts';

export interface StoredArtifact {
  id: number;
  name: string;
}

/** Artifacts of GitHub as a port. Methods reject if the service refuses. */
export interface Artifacts {
  /**
   * Uploads files and returns the id of the artifact. Replaces an artifact of the same name in this run.
   * @param folder the folder that the names in the artifact are relative to
   * @param asPage true for one file that a browser can open: it is not packed, and its name is that of the artifact
   */
  upload(name: string, files: readonly string[], folder: string, asPage?: boolean): Promise<number>;
  list(): Promise<StoredArtifact[]>;
  /** Unpacks an artifact into a folder. @param other the run that has it, if it is not this one */
  download(id: number, folder: string, other?: OtherRun): Promise<void>;
}

interface OtherRun {
  run: number;
  /** `owner/name` */
  repository: string;
  token: string;
}

/** The client of @actions/artifact. It is loaded by the first call: most runs need none. */
export function githubArtifacts(): Artifacts {
  const open = async () => new (await import('@actions/artifact')).DefaultArtifactClient();
  return {
    upload: async (name, files, folder, asPage = false) => {
      const client = await open();
      const stored = asPage ? (files[0]?.split(/[\\/]/).at(-1) ?? '') : name;
      // A job that runs again replaces what its first attempt uploaded.
      const { artifacts } = await client.listArtifacts({ latest: true });
      if (artifacts.some((one) => one.name === stored)) await client.deleteArtifact(stored);
      const { id } = await client.uploadArtifact(name, [...files], folder, asPage ? { skipArchive: true } : {});
      if (id === undefined) throw new Error(`GitHub stored nothing for the artifact ${name}`);
      return id;
    },
    list: async () => {
      const client = await open();
      const { artifacts } = await client.listArtifacts({ latest: true });
      return artifacts.map(({ id, name }) => ({ id, name }));
    },
    download: async (id, folder, other) => {
      const client = await open();
      const [repositoryOwner = '', repositoryName = ''] = other?.repository.split('/') ?? [];
      const findBy = other && { token: other.token, workflowRunId: other.run, repositoryOwner, repositoryName };
      await client.downloadArtifact(id, { path: folder, ...(findBy && { findBy }) });
    },
  };
}

/** A name of an artifact with parts. GitHub refuses `/` and other characters. A digest keeps `a/b` and `a-b` apart. */
export function artifactName(...parts: readonly string[]): string {
  return parts
    .map((part) => {
      const plain = part.replace(/[^\p{L}\p{N}_-]+/gu, '-');
      return plain === part ? part : `${plain}-${sha256(part).slice(0, 8)}`;
    })
    .join('.');
}

/** The plan file, and what a comment shows of the plan, in the artifact of a plan. */
export const PLAN_FILE = 'plan.json';
export const SECTION_FILE = 'comment.json';
