import { canonical, type Json } from '../core/json.ts';
import type { Problem } from '../core/problem.ts';

/** The result of a command, as `--json` prints it. A command may add members. */
interface JsonResult {
  command: string;
  ok: boolean;
  environment?: string;
  problems: readonly Problem[];
  [member: string]: unknown;
}

const HEAD = ['command', 'ok', 'environment'] as const;

/**
 * The one document of `--json`: a line of JSON, `schemaVersion` first and `problems` last. Each member is canonical JSON,
 * so a plan in here has the bytes of a plan's file. Members that are undefined are left out.
 */
export function jsonDocument(result: JsonResult): string {
  const own = Object.keys(result).filter((name) => name !== 'problems' && !HEAD.some((head) => head === name));
  const members = ['schemaVersion', ...HEAD, ...own.sort(), 'problems'].flatMap((name) => {
    const value = name === 'schemaVersion' ? 1 : result[name];
    return value === undefined ? [] : [`${JSON.stringify(name)}:${jsonText(value)}`];
  });
  return `{${members.join(',')}}\n`;
}

/** Data as canonical JSON: the bytes of a plan's file (with a line break), and of the plan in a document. */
export function jsonText(value: unknown): string {
  return canonical(JSON.parse(JSON.stringify(value)) as Json);
}
