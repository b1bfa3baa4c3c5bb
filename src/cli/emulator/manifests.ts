import type { Environment } from '../../config/environment.ts';
import type { Resource } from '../../core/resource.ts';
import { createEmulatorControl } from '../../emulator/control/client.ts';
import type { Manifest } from '../../emulator/control/manifests.ts';

/**
 * Sends the addresses of the declared resources to an emulator. Only its desk shows them, so a command awaits this at its end. If it
 * fails, the desk shows no addresses.
 */
export async function tellManifests(
  url: string,
  environment: Environment,
  resources: readonly Resource[] | Promise<readonly Resource[]>,
): Promise<void> {
  try {
    const profiles = [...environment.profiles.keys()].map((alias) => environment.profile(alias).key);
    const manifests = (await resources).flatMap((resource) => manifestOf(environment, resource) ?? []);
    await createEmulatorControl(url).manifests({ profiles, manifests });
  } catch {
    // No command needs the desk.
  }
}

function manifestOf(environment: Environment, resource: Resource): Manifest | undefined {
  const { kind, address, name, content } = resource;
  // A sender profile's id is its alias.
  const alias = kind === 'SenderProfile' ? resource.id : resource.profile;
  if (alias === undefined || !environment.profiles.has(alias)) return undefined;
  const profile = environment.profile(alias).key;
  if (kind === 'NotificationTemplate')
    return name === undefined ? undefined : { product: 'notification', profile, name, address };
  if (kind === 'SenderProfile') return { product: 'profile', profile, name: '', address };
  const title = content['name'];
  // The service chooses the code of a brand template: its name is what the manifest knows.
  return kind === 'BrandTemplate' && typeof title === 'string'
    ? { product: 'brand', profile, name: title, address }
    : undefined;
}
