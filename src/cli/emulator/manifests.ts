import type { Environment } from '../../config/environment.ts';
import { groupBy, groupOf } from '../../core/grouping.ts';
import type { Resource } from '../../core/resource.ts';
import { createEmulatorControl } from '../../emulator/control/client.ts';
import { digestOfManifests, type Manifest } from '../../emulator/control/manifests.ts';

/**
 * Sends the addresses of the declared resources to an emulator. Only its desk shows them, so a command awaits this at its end. If it
 * fails, the desk shows no addresses.
 * @param known the digest of the manifests that it was sent last
 */
export async function tellManifests(
  url: string,
  environment: Environment,
  resources: readonly Resource[] | Promise<readonly Resource[]>,
  known?: string,
): Promise<void> {
  try {
    const { manifests: tell } = createEmulatorControl(url);
    const keys = new Map(Array.from(environment.profiles.keys(), (alias) => [alias, environment.profile(alias).key]));
    const own = groupBy(await resources, aliasOf);
    const profiles = [...keys.values()];
    const manifests = Array.from(keys, ([alias, key]) =>
      groupOf(own, alias).flatMap((resource) => manifestOf(key, resource) ?? []),
    ).flat();
    if (profiles.length > 0 && digestOfManifests(profiles, manifests) !== known) await tell({ profiles, manifests });
  } catch {
    // No command needs the desk.
  }
}

/** A sender profile's id is its alias. */
function aliasOf({ kind, id, profile }: Resource): string | undefined {
  return kind === 'SenderProfile' ? id : profile;
}

function manifestOf(profile: string, { kind, address, name, content }: Resource): Manifest | undefined {
  if (kind === 'NotificationTemplate')
    return name === undefined ? undefined : { product: 'notification', profile, name, address };
  if (kind === 'SenderProfile') return { product: 'profile', profile, name: '', address };
  const title = content['name'];
  // The service chooses the code of a brand template: its name is what the manifest knows.
  return kind === 'BrandTemplate' && typeof title === 'string'
    ? { product: 'brand', profile, name: title, address }
    : undefined;
}
