import { basename, dirname } from 'node:path';
import { sha256 } from '../core/json.ts';

/** Uploads of artifacts as a port. They reject if the service refuses. Lists and downloads are calls of GitHub's REST API. */
export interface Artifacts {
  /**
   * Uploads one file as it is, so that a browser can open it. Its name is that of the artifact. Replaces an artifact of the same
   * name in this run. Returns the id of the artifact.
   */
  upload(file: string): Promise<number>;
}

/** The client of @actions/artifact. It is loaded by the first call: most runs need none. */
export function githubArtifacts(): Artifacts {
  return {
    upload: async (file) => {
      const client = new (await import('@actions/artifact')).DefaultArtifactClient();
      const name = basename(file);
      // A job that runs again replaces what its first attempt uploaded.
      const { artifacts } = await client.listArtifacts({ latest: true });
      if (artifacts.some((one) => one.name === name)) await client.deleteArtifact(name);
      const { id } = await client.uploadArtifact(name, [file], dirname(file), { skipArchive: true });
      if (id === undefined) throw new Error(`GitHub stored nothing for the artifact ${name}`);
      return id;
    },
  };
}

/**
 * A name of an artifact with parts, without empty parts at the end. GitHub refuses `/` and other characters. A digest keeps `a/b`
 * and `a-b` apart.
 */
export function artifactName(...parts: readonly string[]): string {
  const names = parts.map((part) => {
    const plain = part.replace(/[^\p{L}\p{N}_-]+/gu, '-');
    return plain === part ? part : `${plain}-${sha256(part).slice(0, 8)}`;
  });
  return names.join('.').replace(/\.+$/, '');
}
