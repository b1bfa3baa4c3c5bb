import { ServiceFailure } from '../../core/failure.ts';
import type { Problem } from '../../core/problem.ts';
import type { ProfileRef, Resource } from '../../core/resource.ts';
import type { Service } from '../../service/service.ts';
import { codeOf } from './standing.ts';

/** What an answer says against making some templates. */
interface Objection {
  code: 'code-refused' | 'profile-unknown';
  severity: Problem['severity'];
  message: string;
  service?: NonNullable<Problem['service']>;
}

/**
 * What a plan asks before templates can be made (4.1 /codeCheck, and section 3: the profile or group is registered):
 * once for the profile, once for each code. A problem at the place of each template that could not be made.
 * Failures that are no answer about it (unreachable, unclear, unfit) are thrown.
 */
export async function checkCreations(
  service: Service,
  profile: ProfileRef,
  creations: readonly Resource[],
  signal: AbortSignal,
): Promise<Problem[]> {
  const objection = await checkProfile(service, profile, signal);
  if (objection) return creations.map((resource) => problemAt(resource, objection));
  const codes = await Promise.all(creations.map((resource) => checkCode(service, profile, resource, signal)));
  return codes.flatMap((found, index) => {
    const resource = creations[index];
    return found && resource ? [problemAt(resource, found)] : [];
  });
}

async function checkProfile(
  service: Service,
  profile: ProfileRef,
  signal: AbortSignal,
): Promise<Objection | undefined> {
  const unknown: Objection = {
    code: 'profile-unknown',
    severity: 'error',
    message: `the service knows no ${profile.type === 'G' ? 'sender profile group' : 'sender profile'} with the key of ${profile.alias}`,
  };
  if (profile.type === 'G') {
    const groups = await service.resource.group.all(signal);
    return groups.some((group) => group.groupKey === profile.key) ? undefined : unknown;
  }
  return objected(service.resource.profile.get(profile.key, signal), unknown);
}

function checkCode(
  service: Service,
  profile: ProfileRef,
  resource: Resource,
  signal: AbortSignal,
): Promise<Objection | undefined> {
  const code = codeOf(resource);
  return objected(service.resource.template.codeCheck(profile, code, signal), {
    code: 'code-refused',
    severity: 'error',
    message: `the service does not take ${code} as a new template's code`,
  });
}

/** The objection with the service's words where a call is refused. */
async function objected(call: Promise<unknown>, objection: Objection): Promise<Objection | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceFailure) || error.kind !== 'refused') throw error;
    const { service } = error.problem;
    return service ? { ...objection, message: `${objection.message}: ${service.message}`, service } : objection;
  }
}

function problemAt(resource: Resource, objection: Objection): Problem {
  return { ...objection, place: resource.source, address: resource.address };
}
