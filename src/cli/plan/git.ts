import { systemClock } from '../../core/ports.ts';
import { systemPrograms } from '../../core/program.ts';

/** git answers it from the disk. */
const PATIENCE_MS = 10_000;

/** The commit that a folder stands on, or null where git does not say. */
export async function commitOf(cwd: string): Promise<string | null> {
  const command = { program: 'git', args: ['rev-parse', 'HEAD'], cwd, env: process.env, timeoutMs: PATIENCE_MS };
  const { status, stdout } = await systemPrograms(systemClock)(command);
  return status === 0 ? new TextDecoder().decode(stdout).trim() : null;
}
