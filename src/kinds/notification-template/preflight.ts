import type { Problem } from '../../core/problem.ts';
import type { ProfileRef, Resource } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { refusalOf } from '../discovery.ts';
import { sender } from '../endpoint.ts';
import { templateEndpoints } from './endpoints.ts';
import { codeOf } from './states.ts';

/**
 * Checks that the code of each new template can be used (4.1 /codeCheck). A refusal is a problem with the service's words. If the
 * template exists by now, another run registered it after the list was read. Other failures (unreachable, unclear, unfit) are thrown.
 */
export async function checkCodes(
  client: Client,
  profile: ProfileRef,
  creations: readonly Resource[],
  signal: AbortSignal,
  onChecked?: () => void,
): Promise<Problem[]> {
  const check = async (resource: Resource): Promise<Problem | undefined> => {
    const problem = await checkCode(client, profile, resource, signal);
    onChecked?.();
    return problem;
  };
  const found = await Promise.all(creations.map(check));
  return found.flatMap((problem) => problem ?? []);
}

async function checkCode(
  client: Client,
  profile: ProfileRef,
  resource: Resource,
  signal: AbortSignal,
): Promise<Problem | undefined> {
  const at = { ...sender(profile), templateCode: codeOf(resource) };
  const refusal = await refusalOf(() => client.call(templateEndpoints.codeCheck, at, signal));
  if (!refusal) return undefined;
  const isThere = !(await refusalOf(() => client.call(templateEndpoints.detail, at, signal)));
  return isThere ? appearedCode(resource, profile) : refusedCode(resource, refusal.service);
}

function appearedCode(resource: Resource, { alias }: ProfileRef): Problem {
  return {
    code: 'code-appeared',
    severity: 'error',
    message: `${codeOf(resource)} was registered on ${alias} while this plan was made: another run is changing templates`,
    hint: 'Run the command again with `--lock-timeout 10m`: it waits until the other run ends',
    place: resource.source,
    address: resource.address,
  };
}

function refusedCode(resource: Resource, service: Problem['service']): Problem {
  const message = `the service does not take ${codeOf(resource)} as a new template's code`;
  return {
    code: 'code-refused',
    severity: 'error',
    message: service ? `${message}: ${service.message}` : message,
    hint: 'Choose another `code`',
    place: resource.source,
    address: resource.address,
    ...(service && { service }),
  };
}
