import { resolve } from 'node:path';
import type { ProblemCode } from '../../core/codes.ts';
import { Exit } from '../../core/exit.ts';
import { isObject, parsedJson } from '../../core/json.ts';
import type { Plan } from '../../core/plan.ts';
import { planDigest } from '../../core/plan-digest.ts';
import { plan as planShape } from '../../core/plan-shape.ts';
import { errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import type { EngineEnvironment } from '../../engine/types.ts';
import { fileFailure } from '../../files/file-failure.ts';
import { jsonText } from '../../report/json.ts';
import { profileDigest } from '../../state/account.ts';
import type { Invocation } from '../invocation.ts';
import { type OutFile, writeOut } from '../out-file.ts';

/** Matches a plan of any format version. */
export const PLAN_FILE: OutFile = {
  code: 'plan-unwritten',
  name: 'plan',
  members: ['formatVersion', 'policy', 'changes', 'digest'],
};

/**
 * Writes a plan file atomically, readable only by its owner. Returns a problem if it cannot be written, or if the plan contains a
 * secret: without the secret, the file would not be the plan that was shown.
 */
export async function writePlanFile(invocation: Invocation, file: string, plan: Plan): Promise<Problem[]> {
  const text = jsonText(plan);
  const secret = secretProblems(plan, text, (one) => invocation.redaction.withoutSecrets(one));
  return secret.length > 0 ? secret : (await writeOut(invocation, file, `${text}\n`, PLAN_FILE)).problems;
}

/**
 * Reads a plan file. Throws a NotiformError: exit 3 if the file does not exist, is not a plan or was edited; exit 7 if it has another
 * format.
 * @param file as it was given
 */
export async function readPlanFile(invocation: Invocation, file: string): Promise<Plan> {
  const value = parsedJson(await bytesOf(invocation, file));
  if (!isObject(value) || value['formatVersion'] === undefined) {
    const what = value === undefined ? 'not JSON, or is cut off' : 'not a plan';
    throw refusal('plan-damaged', `${file} is ${what}`, 'Write the plan again with `notiform plan --out FILE`');
  }
  const { formatVersion } = value;
  if (formatVersion !== '1') {
    const message = `${file} has the plan format ${JSON.stringify(formatVersion)}; this version of notiform reads "1"`;
    const hint = 'Use the version of notiform that wrote it, or plan again with this version';
    throw refusal('plan-format', message, hint, Exit.refused);
  }
  return fitting(value, file);
}

function fitting(value: object, file: string): Plan {
  const parsed = planShape.safeParse(value);
  const plan = parsed.data;
  const [issue] = parsed.error?.issues ?? [];
  // The digest is that of the file as written, also of members that this version does not know.
  if (plan && planDigest(value) === plan.digest) return plan;
  const misfit = plan ? 'its digest does not match its contents' : `${issue?.path.join('.')}: ${issue?.message}`;
  throw refusal(
    'plan-edited',
    `${file} is inconsistent: ${misfit}`,
    'Plan again, and do not edit the file. To change the plan, change the manifests',
  );
}

async function bytesOf({ ports, cwd }: Invocation, file: string): Promise<Uint8Array> {
  try {
    const bytes = await ports.files.read(resolve(cwd, file));
    if (bytes) return bytes;
  } catch (error) {
    const failure = fileFailure(error, 'read', file);
    if (!failure) throw error;
    const { message, hint = '' } = failure.problem(file);
    throw refusal('plan-missing', message, hint);
  }
  throw refusal(
    'plan-missing',
    `There is no plan file ${file}`,
    'Check the path; `notiform plan --out FILE` writes one',
  );
}

/**
 * Refuses a plan of another environment or project (exit 7), and one that is older than it may be (exit 6).
 * @param maxAgeMs undefined for any age
 */
export function checkPlan(
  plan: Plan,
  file: string,
  { environment, project }: Pick<Plan, 'environment'> & { project: string | undefined },
  maxAgeMs: number | undefined,
  now: number,
): void {
  if (plan.environment !== environment) {
    const message = `${file} is a plan for ${plan.environment}, and this run is for ${environment}`;
    throw refusal('plan-environment', message, `To apply it, pass \`-e ${plan.environment}\``, Exit.refused);
  }
  // Without a name in both, the digests of account and keys decide.
  if (plan.project !== undefined && project !== undefined && plan.project !== project) {
    const message = `${file} is a plan of another project (\`project: ${plan.project}\` of its notiform.yaml)`;
    throw refusal('plan-environment', message, 'Apply it in the folder of its project', Exit.refused);
  }
  // A time in the future is refused too: a clock is wrong, or the file was edited.
  if (maxAgeMs !== undefined && Math.abs(now - Date.parse(plan.createdAt)) > maxAgeMs) {
    const message = `${file} was made at ${plan.createdAt}, which is older than --max-age allows`;
    throw refusal('plan-old', message, 'Plan again, and have the new plan approved', Exit.stale);
  }
}

/** Refuses a plan of another service or account (exit 7). A plan of an earlier version names no service. */
export function checkAccount(plan: Plan, file: string, { resourceUrl, account }: EngineEnvironment): void {
  if (plan.resourceUrl !== undefined && plan.resourceUrl !== resourceUrl) {
    const message = `${file} is a plan for the service at ${plan.resourceUrl}, and ${plan.environment} is at another one now`;
    const hint = 'Check `resourceUrl` of the environment, or plan again with it';
    throw refusal('plan-environment', message, hint, Exit.refused);
  }
  if (plan.account === account) return;
  const message = `${file} is a plan for another account than the credentials`;
  const hint = 'Check the credentials of the environment, or plan again with them';
  throw refusal('plan-account', message, hint, Exit.refused);
}

/**
 * Refuses a plan of a profile or group with another key (exit 7), because its changes would reach another channel. A profile that the
 * environment no longer has is ignored here: its changes are stale.
 */
export function checkProfiles(plan: Plan, file: string, profiles: EngineEnvironment['profiles']): void {
  const others = Object.entries(plan.profiles).flatMap(([alias, digest]) => {
    const profile = profiles.get(alias);
    return profile && profileDigest(profile.key) !== digest ? [alias] : [];
  });
  if (others.length === 0) return;
  const message = `${file} is a plan for another sender key or group key of ${others.join(', ')} than the environment has`;
  const hint = 'Check `profiles` of the environment, or plan again with the keys that it has now';
  throw refusal('plan-profile', message, hint, Exit.refused);
}

function refusal(code: ProblemCode, message: string, hint: string, exit: number = Exit.problems): NotiformError {
  return new NotiformError(errorProblem(code, message, hint), exit);
}

/**
 * Reports each address of a plan that contains a secret of the environment. No problem shows the secret.
 * @param text the plan as it would be written
 * @param hide takes secrets out of a text
 */
export function secretProblems(plan: Plan, text: string, hide: (text: string) => string): Problem[] {
  if (hide(text) === text) return [];
  const addresses = new Set(
    Object.values(plan).flatMap((parts: unknown) => {
      const found = Array.isArray(parts) ? parts.filter(isObject) : [];
      return found.filter((part) => hide(JSON.stringify(part)) !== JSON.stringify(part)).map((part) => part['address']);
    }),
  );
  return (addresses.size === 0 ? [undefined] : [...addresses]).map((address) => {
    const source = plan.changes.find((change) => change.address === address)?.source;
    return {
      code: 'plan-secret',
      severity: 'error',
      message: `The plan cannot be written: ${address ?? 'it'} contains a secret of the environment`,
      hint: 'Remove the secret from the manifest. If the secret is an ordinary word, change the secret',
      ...(typeof address === 'string' && { address }),
      ...(source && { place: { ...source, column: 1 } }),
    };
  });
}
