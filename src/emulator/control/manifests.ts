import { versionAddress } from '../../core/address.ts';
import { sha256 } from '../../core/json.ts';

export interface Manifest {
  product: 'notification' | 'brand' | 'profile';
  profile: string;
  /** The code of a notification template, the name of a brand template, "" for a profile. */
  name: string;
  /** `NotificationTemplate/order-paid` */
  address: string;
}

/** Equal for two requests with the same manifests. */
export function digestOfManifests(profiles: readonly string[], manifests: readonly Manifest[]): string {
  const rows = manifests.map(({ product, profile, name, address }) => [product, profile, name, address]);
  return sha256(JSON.stringify([profiles, rows]));
}

/** The project's manifests, as its last command sent them. In memory only. */
export class Manifests {
  /** Of the last request: a command with the same manifests need not send them again. Empty if there was none. */
  digest = '';
  readonly #byProfile = new Map<string, Map<string, string>>();

  replace(profiles: readonly string[], manifests: readonly Manifest[]): void {
    for (const profile of profiles) this.#byProfile.set(profile, new Map());
    for (const { product, profile, name, address } of manifests)
      this.#byProfile.get(profile)?.set(`${product} ${name}`, address);
    this.digest = digestOfManifests(profiles, manifests);
  }

  /** The address of a manifest. That of a later version (`order_paid_v2`) ends in `@v2`. */
  addressOf(product: Manifest['product'], profile: string, name: string): string | null {
    const known = this.#byProfile.get(profile);
    const own = known?.get(`${product} ${name}`);
    const [, base, version] = /^(.+)_v([1-9]\d{0,3})$/.exec(name) ?? [];
    if (own !== undefined || base === undefined || product !== 'notification') return own ?? null;
    const of = known?.get(`${product} ${base}`);
    return of === undefined ? null : versionAddress(of, Number(version));
  }
}
