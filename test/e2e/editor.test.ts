import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROGRAM } from './project.ts';

function framed(message: object): string {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Starts the server for an editor, and waits for its first answer. */
async function serve(): Promise<{ child: ChildProcessWithoutNullStreams; ended: Promise<unknown> }> {
  const child = spawn(process.execPath, [PROGRAM, 'lsp']);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const said = text(child.stderr);
  const ended = once(child, 'exit').then(([exit]: unknown[]) => exit);
  child.stdin.write(
    framed({ id: 1, method: 'initialize', params: { processId: process.pid, rootUri: null, capabilities: {} } }),
  );
  const early = ended.then(async (exit) => {
    throw new Error(`It ended with ${exit} before its first answer: ${await said}`);
  });
  await Promise.race([once(child.stdout, 'data'), early]);
  early.catch(() => undefined);
  return { child, ended };
}

/** In this process the server would not end what a process waits for: its stdin. */
describe('notiform lsp as a process', () => {
  it.each<[how: string, exit: number, messages: object[], signal?: NodeJS.Signals]>([
    ['exit after shutdown', 0, [{ id: 2, method: 'shutdown' }, { method: 'exit' }]],
    ['exit without shutdown', 1, [{ method: 'exit' }]],
    ['a closed stdin', 0, []],
    ['SIGTERM', 0, [], 'SIGTERM'],
  ])('ends by %s with %i, though the editor still runs', async (_how, exit, messages, signal) => {
    const { child, ended } = await serve();
    for (const message of messages) child.stdin.write(framed(message));
    if (signal) child.kill(signal);
    else if (messages.length === 0) child.stdin.end();
    expect(await ended).toBe(exit);
  });

  it('ends when the editor no longer reads', async () => {
    const { child, ended } = await serve();
    child.stdout.destroy();
    const params = { textDocument: { uri: 'file:///a.yaml' }, position: { line: 0, character: 0 } };
    for (const id of [2, 3]) child.stdin.write(framed({ id, method: 'textDocument/hover', params }));
    expect(await ended).toBe(0);
  });
});
