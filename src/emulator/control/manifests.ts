import { versionAddress } from '../../core/address.ts';
import { Watchers } from '../watchers.ts';

/** Which manifest declares a template or profile. */
export interface Manifest {
  product: 'notification' | 'brand' | 'profile';
  /** The sender key. */
  profile: string;
  /** The code of a notification template, the name of a brand template, "" of a profile. */
  name: string;
  /** `NotificationTemplate/order-paid` */
  address: string;
}

/** The manifests of the project, as its last command sent them. They are kept in memory only. */
export class Manifests {
  /** Reports every replacement. */
  readonly changes = new Watchers<undefined>();
  readonly #byProfile = new Map<string, Map<string, string>>();

  /** Replaces all that is known of these profiles. */
  replace(profiles: readonly string[], manifests: readonly Manifest[]): void {
    for (const profile of profiles) this.#byProfile.set(profile, new Map());
    for (const { product, profile, name, address } of manifests)
      this.#byProfile.get(profile)?.set(`${product} ${name}`, address);
    this.changes.tell(undefined);
  }

  /** The address of the manifest of a name at the service. A later version of a template (`order_paid_v2`) has `@v2` at its end. */
  addressOf(product: Manifest['product'], profile: string, name: string): string | null {
    const known = this.#byProfile.get(profile);
    const own = known?.get(`${product} ${name}`);
    const [, base, version] = /^(.+)_v([1-9]\d{0,3})$/.exec(name) ?? [];
    if (own !== undefined || base === undefined || product !== 'notification') return own ?? null;
    const of = known?.get(`${product} ${base}`);
    return of === undefined ? null : versionAddress(of, Number(version));
  }
}
