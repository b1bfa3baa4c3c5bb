import { parentPort, workerData } from 'node:worker_threads';
import { deflateRawSync } from 'node:zlib';
import { systemFiles } from '../../core/ports.ts';
import { sharedTexts } from '../../core/shared-texts.ts';
import { type CheckOptions, checkFile, declare } from './check-file.ts';
import { claim, type HelpedFile, type HelpedPortion, type HelperTask, PORTION } from './helper.ts';
import { knownDocuments } from './known.ts';
import { bytesOf } from './read-file.ts';

/** The second thread of a large project: it takes portions of files from the end, until the main thread has the rest. */
async function run(task: HelperTask): Promise<void> {
  const { names, claims } = task;
  const options = { ...task, shared: sharedTexts(), keep: undefined };
  for (let portion = claims.length - 1; portion >= 0 && claim(claims, portion); portion -= 1) {
    const files: (HelpedFile | undefined)[] = [];
    for (const name of names.slice(portion * PORTION, (portion + 1) * PORTION))
      files.push(await readOne(name, options));
    const bytes = compressed(Buffer.concat(files.flatMap((file) => file?.bytes ?? [])));
    const parts = files.map((file) => (file ? { length: file.bytes.length, known: file.known } : null));
    const message: HelpedPortion = { portion, bytes, files: compressed(Buffer.from(JSON.stringify(parts))) };
    parentPort?.postMessage(message, [message.bytes.buffer, message.files.buffer]);
  }
}

/** Returns compressed bytes in memory of their own, which another thread can take over. */
function compressed(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(deflateRawSync(bytes, { level: 1 }));
}

/** Returns a file whose documents are plain data. Undefined for every other file. */
async function readOne(name: string, options: CheckOptions & { root: string }): Promise<HelpedFile | undefined> {
  const bytes = await bytesOf(options.root, name, systemFiles);
  if (!(bytes instanceof Uint8Array)) return undefined;
  const file = checkFile(name, bytes, options);
  for (const document of file.documents) declare(document, options);
  const known = knownDocuments(file, file.documents, false);
  return known && { bytes, known };
}

void run(workerData as HelperTask);
