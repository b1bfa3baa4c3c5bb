import { PassThrough, Readable, Writable } from 'node:stream';
import type { ProcessView } from '../../src/cli/command-tree.ts';
import { systemPorts } from '../../src/files/system.ts';

/** Streams that keep what is written to them. */
export interface View extends ProcessView {
  out(): string;
  err(): string;
}

export function viewOf(
  given: Partial<Omit<ProcessView, 'stdout' | 'stderr'>> & { terminal?: boolean; input?: string } = {},
): View {
  const out: string[] = [];
  const err: string[] = [];
  const sink = (lines: string[]): Writable & { isTTY?: boolean } => {
    const stream: Writable & { isTTY?: boolean } = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    if (given.terminal) stream.isTTY = true;
    return stream;
  };
  const stdin: Readable & { isTTY?: boolean } =
    given.input === undefined ? new PassThrough() : Readable.from([given.input]);
  if (given.terminal) stdin.isTTY = true;
  return {
    cwd: '/nowhere',
    env: {},
    stdin,
    ports: systemPorts,
    signal: new AbortController().signal,
    ...given,
    stdout: sink(out),
    stderr: sink(err),
    out: () => out.join(''),
    err: () => err.join(''),
  };
}
