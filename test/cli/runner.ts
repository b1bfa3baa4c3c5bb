/** Commands that GitHub's runner knows. A line with another word is none. */
const KNOWN =
  /^(?:error|warning|notice|debug|group|endgroup|add-mask|set-output|set-env|add-path|save-state|echo|add-matcher|remove-matcher|internal-set-repo-path|stop-commands)$/i;

/**
 * The lines that GitHub's runner obeys in the log of a step, as its source reads it: `::command::` at the begin of a line after
 * blanks, `##[command]` anywhere in a line, and none between `stop-commands` and its token.
 */
export function commandsIn(log: string): string[] {
  let token: string | undefined;
  const obeyed: string[] = [];
  for (const line of log.split(/\r\n|[\r\n]/)) {
    const command = commandOf(line, token);
    if (command === undefined) continue;
    if (token !== undefined) token = command.name === token ? undefined : token;
    else if (command.name === 'stop-commands') token = command.data;
    else obeyed.push(line);
  }
  return token === undefined ? obeyed : [...obeyed, 'stop-commands without an end'];
}

function commandOf(line: string, token: string | undefined): { name: string; data: string } | undefined {
  const found =
    /^\s*::([^\s:]+)(?: .*?)?::(.*)$/.exec(line) ?? /##\[([^\s\];]+)(?: [^\]]*)?\](.*)$/.exec(line) ?? undefined;
  const [, name = '', data = ''] = found ?? [];
  return KNOWN.test(name) || (token !== undefined && name === token) ? { name: name.toLowerCase(), data } : undefined;
}
