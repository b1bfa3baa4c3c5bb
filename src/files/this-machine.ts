import { readFileSync, readlinkSync } from 'node:fs';

/** The scope in which a process id is unique. Both members are left out on other systems than Linux. */
export interface Machine {
  /** Differs for each boot of each machine. */
  boot?: string;
  /** Differs for each container that runs at the same time on one machine. */
  pidNamespace?: string;
}

/** The machine of this process. A restart of the process does not change it. @param proc Linux's folder of processes */
export function thisMachine(proc = '/proc'): Machine {
  const boot = ifThere(() => readFileSync(`${proc}/sys/kernel/random/boot_id`, 'utf8').trim());
  const pidNamespace = ifThere(() => readlinkSync(`${proc}/self/ns/pid`));
  return { ...(boot === undefined ? {} : { boot }), ...(pidNamespace === undefined ? {} : { pidNamespace }) };
}

function ifThere(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/**
 * True if a process with this id runs on this machine. A killed process that its parent has not reaped yet (a zombie, in
 * containers without an init) no longer runs. @param proc Linux's folder of processes
 */
export function isProcessAlive(pid: number, proc = '/proc'): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const [state = ''] = statOf(pid, proc);
  return !['Z', 'X'].includes(state);
}

/**
 * Returns when a process started, in ticks since the boot. A later process with the same id has another start: a container that
 * starts again can have the same ids and the same pid namespace. Undefined on other systems than Linux, and for an id without a process.
 * @param proc Linux's folder of processes
 */
export function startOfProcess(pid: number, proc = '/proc'): string | undefined {
  return statOf(pid, proc)[19];
}

/** What Linux says about a process, from its state on. The name of the program precedes it, in parentheses, and may have parentheses too. */
function statOf(pid: number, proc: string): string[] {
  const text = ifThere(() => readFileSync(`${proc}/${pid}/stat`, 'utf8')) ?? '';
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
