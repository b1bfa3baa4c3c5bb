import { parentPort, workerData } from 'node:worker_threads';
import { kinds } from '../../kinds/registry.ts';
import { type LiveSource, tryManifest } from './make.ts';
import { openReferences } from './references.ts';
import type { ImportTask, SentSource } from './thread.ts';

/** Only manifests without images and references are made here, so no upload and no other manifest is known. */
const context = {
  ...(workerData as ImportTask),
  uploads: { withFiles: (_by: unknown, content: LiveSource['live']['content']) => content, shownIn: () => [] },
  references: openReferences([]),
};
const kindsByName = new Map(kinds.map((kind) => [kind.name, kind]));

/** The second thread of a large import: it makes the manifests of the resources that the main thread reads. */
parentPort?.on('message', (text: string) => {
  const tried = (JSON.parse(text) as SentSource[]).map(({ kind, ...source }) =>
    // Both threads have the same kinds.
    tryManifest({ ...source, kind: kindsByName.get(kind) as LiveSource['kind'] }, context),
  );
  parentPort?.postMessage(JSON.stringify(tried));
});
