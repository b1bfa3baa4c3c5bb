import { join } from 'node:path';
import { fileName } from '../core/content.ts';
import { isObject, type JsonObject, sha256 } from '../core/json.ts';
import type { Files } from '../core/ports.ts';
import { errorProblem, NotiformError, type Problem } from '../core/problem.ts';
import { about, problemIn } from './about.ts';
import type { FileKeys } from './channel.ts';
import type { MessageApi } from './endpoints.ts';
import type { PreparedPart, PreparedSend } from './prepare.ts';

interface Uploading {
  message: MessageApi;
  files: Files;
  /** The project's root, absolute. */
  root: string;
  signal: AbortSignal;
}

/** Makes the uploads of a run. The same bytes are uploaded once, however many messages have them. */
export function openUploads({ message, files, root, signal }: Uploading): FileKeys {
  const keys = new Map<string, Promise<string>>();
  const upload: FileKeys = async ({ path, sha256: expected }) => {
    const bytes = await files.read(join(root, path));
    if (bytes && sha256(bytes) === expected) return message.upload({ name: fileName(path), bytes }, signal);
    const what = bytes ? `${path} changed while the command ran` : `${path} is not there any more`;
    throw new NotiformError(errorProblem('file-changed', what, 'Run the command again'));
  };
  return (file) => {
    const key = keys.get(file.sha256) ?? upload(file);
    keys.set(file.sha256, key);
    // The next message tries again.
    key.catch(() => keys.delete(file.sha256));
    return key;
  };
}

/**
 * Uploads the files of a message and of its fallbacks. Returns the send with their keys in its payload, or why an upload failed:
 * then nothing was sent.
 */
export async function withUploads(send: PreparedSend, keyOf: FileKeys): Promise<PreparedSend | Problem> {
  const { payload } = send;
  try {
    const content = await uploaded(payload.content, [send], keyOf);
    const recontent = payload.recontent && (await uploaded(payload.recontent, send.fallbacks, keyOf));
    return { ...send, payload: { ...payload, content, ...(recontent && { recontent }) } };
  } catch (error) {
    return { ...problemIn(error), ...about(send.test) };
  }
}

/** Returns the bodies of some messages with the keys of their files. */
async function uploaded(bodies: JsonObject, parts: readonly PreparedPart[], keyOf: FileKeys): Promise<JsonObject> {
  const made = { ...bodies };
  for (const { type, upload } of parts) {
    const body = made[type];
    if (upload && isObject(body)) made[type] = await upload(body, keyOf);
  }
  return made;
}
