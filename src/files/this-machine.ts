import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The scope in which a process id is unique. Both members are left out on other systems than Linux. */
export interface Machine {
  /** Differs for each boot of each machine. */
  boot?: string;
  /** Differs for each container that runs at the same time on one machine. */
  pidNamespace?: string;
}

/** A process of this machine, as lock files name it. */
export interface MachineProcess extends Machine {
  pid: number;
  host: string;
  /** Ticks since the boot. A later process with the same id has another start. Left out on other systems than Linux. */
  started?: string;
}

/** True if a process of this machine is alive. @param started if given, the process must have started then */
export type IsAlive = (pid: number, started?: string) => boolean;

/** The machine of this process. A restart of the process does not change it. @param proc Linux's folder of processes */
export function thisMachine(proc = '/proc'): Machine {
  const boot = ifThere(() => readFileSync(`${proc}/sys/kernel/random/boot_id`, 'utf8').trim());
  const pidNamespace = ifThere(() => readlinkSync(`${proc}/self/ns/pid`));
  return { ...(boot === undefined ? {} : { boot }), ...(pidNamespace === undefined ? {} : { pidNamespace }) };
}

/** This process, for the lock files that it writes. */
export function thisProcess(): MachineProcess {
  const started = statOf(process.pid, '/proc')[19];
  return { pid: process.pid, host: hostname(), ...thisMachine(), ...(started === undefined ? {} : { started }) };
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
 * containers without an init) no longer runs. A container that starts again can give its process the id of the killed one.
 * @param started when the process started, if known
 * @param proc Linux's folder of processes
 */
export function isProcessAlive(pid: number, started?: string, proc = '/proc'): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const stat = statOf(pid, proc);
  return !['Z', 'X'].includes(stat[0] ?? '') && (started ?? stat[19]) === stat[19];
}

/** What Linux says about a process, from its state on. The name of the program precedes it, in parentheses, and may have parentheses too. */
function statOf(pid: number, proc: string): string[] {
  const text = ifThere(() => readFileSync(`${proc}/${pid}/stat`, 'utf8')) ?? '';
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
