import type { Plan } from '../../core/plan.ts';
import { type NotiformError, type Problem, usageError } from '../../core/problem.ts';
import { planApproved } from '../../engine/approval/approval.ts';
import type { Planned } from '../../engine/types.ts';
import type { Client } from '../../wire/client.ts';
import { openConfig } from '../config.ts';
import type { Invocation } from '../invocation.ts';
import { checkAccount, checkPlan, checkProfiles, readPlanFile } from './file.ts';
import type { Planning } from './planning.ts';

export interface Approved {
  /** As it was given. */
  file: string;
  plan: Plan;
}

/** The flags that work with a plan file. The file records all others. */
const BESIDE: readonly string[] = [
  'yes',
  'wait',
  'timeout',
  'receipt',
  'newState',
  'maxAge',
  'concurrency',
  'lockTimeout',
  'detailedExitcode',
];

/**
 * Reads the plan file, if one is given, before anything else. Throws a NotiformError if the file cannot be used here, or if the command
 * line has a flag that the file records itself (exit 64).
 */
export async function openApproved(
  invocation: Invocation,
  file: string | undefined,
  options: { maxAge?: number },
): Promise<Approved | undefined> {
  if (file === undefined) {
    if (options.maxAge !== undefined) throw usage('--max-age requires a plan file');
    return undefined;
  }
  const beside = Object.keys(options).filter((name) => !BESIDE.includes(name));
  if (beside.length > 0) {
    const flags = beside.map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
    throw usage(`${flags.join(', ')} cannot be used with a plan file, which records the selection and the policy`);
  }
  const { environment, config } = await openConfig(invocation);
  const plan = await readPlanFile(invocation, file);
  checkPlan(
    plan,
    file,
    { environment: environment.name, project: config.project },
    options.maxAge,
    invocation.ports.clock.now(),
  );
  return { file, plan: invocation.narrow?.(plan) ?? plan };
}

function usage(message: string): NotiformError {
  return usageError(message, 'Pass it to `notiform plan --out FILE`, or omit the file');
}

/** Plans again with the recorded selection and policy, and keeps the approved changes. */
export async function planApprovedProject(planning: Planning, { file, plan }: Approved): Promise<Planned<Client>> {
  const { environment } = planning;
  checkAccount(plan, file, environment);
  checkProfiles(plan, file, environment.profiles);
  return planApproved({ ...planning, approved: plan });
}

/** The guards that refuse a plan file. Their flags belong to the command that makes the plan. */
export function guardsOf({ guards }: Planned<Client>): Problem[] {
  return guards.map((problem) => ({
    ...problem,
    hint: `${problem.hint ?? ''} The plan file records it: pass it to \`plan\`, and get the new plan approved.`.trim(),
  }));
}
