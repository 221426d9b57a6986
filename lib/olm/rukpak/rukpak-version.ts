import { checkArguments } from '../../formats/options/check-arguments';
import { RUKPAK_GROUP } from '../../formats/schema/api-groups';
import { compareReleases, isWithin, releaseOf, type ReleaseRange } from '../../formats/schema/release-range';

/**
 * A release of RukPak.
 *
 * RukPak is archived: `V0_24_0` of June 2024 is its last release. OLM v1 replaces it.
 *
 * @see https://github.com/operator-framework/rukpak
 */
export class RukpakVersion {
  private static readonly releases: RukpakVersion[] = [];

  /** RukPak 0.1.0. */
  public static readonly V0_1_0 = RukpakVersion.release('0.1.0');

  /** RukPak 0.2.0. */
  public static readonly V0_2_0 = RukpakVersion.release('0.2.0');

  /** RukPak 0.3.0. */
  public static readonly V0_3_0 = RukpakVersion.release('0.3.0');

  /** RukPak 0.4.0. */
  public static readonly V0_4_0 = RukpakVersion.release('0.4.0');

  /** RukPak 0.5.0. The last release with BundleInstances. */
  public static readonly V0_5_0 = RukpakVersion.release('0.5.0');

  /** RukPak 0.6.0. The first release with BundleDeployments. */
  public static readonly V0_6_0 = RukpakVersion.release('0.6.0');

  /** RukPak 0.7.0. */
  public static readonly V0_7_0 = RukpakVersion.release('0.7.0');

  /** RukPak 0.8.0. */
  public static readonly V0_8_0 = RukpakVersion.release('0.8.0');

  /** RukPak 0.9.0. */
  public static readonly V0_9_0 = RukpakVersion.release('0.9.0');

  /** RukPak 0.10.0. */
  public static readonly V0_10_0 = RukpakVersion.release('0.10.0');

  /** RukPak 0.11.0. */
  public static readonly V0_11_0 = RukpakVersion.release('0.11.0');

  /** RukPak 0.12.0. */
  public static readonly V0_12_0 = RukpakVersion.release('0.12.0');

  /** RukPak 0.13.0. */
  public static readonly V0_13_0 = RukpakVersion.release('0.13.0');

  /** RukPak 0.14.0. */
  public static readonly V0_14_0 = RukpakVersion.release('0.14.0');

  /** RukPak 0.15.0. */
  public static readonly V0_15_0 = RukpakVersion.release('0.15.0');

  /** RukPak 0.16.0. The last release with Bundles, and with `v1alpha1`. */
  public static readonly V0_16_0 = RukpakVersion.release('0.16.0');

  /** RukPak 0.17.0. The first release with `v1alpha2`. */
  public static readonly V0_17_0 = RukpakVersion.release('0.17.0');

  /** RukPak 0.18.0. */
  public static readonly V0_18_0 = RukpakVersion.release('0.18.0');

  /** RukPak 0.18.1. */
  public static readonly V0_18_1 = RukpakVersion.release('0.18.1');

  /** RukPak 0.19.0. */
  public static readonly V0_19_0 = RukpakVersion.release('0.19.0');

  /** RukPak 0.20.0. */
  public static readonly V0_20_0 = RukpakVersion.release('0.20.0');

  /** RukPak 0.21.0. */
  public static readonly V0_21_0 = RukpakVersion.release('0.21.0');

  /** RukPak 0.21.1. */
  public static readonly V0_21_1 = RukpakVersion.release('0.21.1');

  /** RukPak 0.22.0. */
  public static readonly V0_22_0 = RukpakVersion.release('0.22.0');

  /** RukPak 0.23.0. */
  public static readonly V0_23_0 = RukpakVersion.release('0.23.0');

  /** RukPak 0.23.1. */
  public static readonly V0_23_1 = RukpakVersion.release('0.23.1');

  /** RukPak 0.24.0. The last release. */
  public static readonly V0_24_0 = RukpakVersion.release('0.24.0');

  /** Default release: the last one. */
  public static readonly DEFAULT = RukpakVersion.V0_24_0;

  /** All releases, oldest first. */
  public static get all(): RukpakVersion[] {
    return [...RukpakVersion.releases];
  }

  /**
   * Returns the release with a version.
   *
   * @param version with or without a leading `v`: `0.24.0` or `v0.24.0`
   * @throws if RukPak does not have the release; the error lists the nearest ones
   */
  public static parse(version: string): RukpakVersion {
    checkArguments('RukpakVersion.parse', { version });
    return releaseOf(RukpakVersion.releases, version, 'RukPak');
  }

  private static release(version: string): RukpakVersion {
    const release = new RukpakVersion(version);
    RukpakVersion.releases.push(release);
    return release;
  }

  /** Version without a leading `v`: `0.24.0`. */
  public readonly version: string;

  /** Git tag in the repository of RukPak: `v0.24.0`. */
  public readonly tag: string;

  private constructor(version: string) {
    this.version = version;
    this.tag = `v${version}`;
  }

  /** API version of the release's objects: `core.rukpak.io/v1alpha1`, or `core.rukpak.io/v1alpha2` since 0.17. */
  public get apiVersion(): string {
    return `${RUKPAK_GROUP}/${isWithin(this.version, { since: '0.17.0' }) ? 'v1alpha2' : 'v1alpha1'}`;
  }

  /** Whether this release is the given one or newer. */
  public isAtLeast(other: RukpakVersion): boolean {
    checkArguments('RukpakVersion#isAtLeast', { other });
    return compareReleases(this.version, other.version) >= 0;
  }

  /** Returns the version without a leading `v`. */
  public toString(): string {
    return this.version;
  }
}

/** Returns a range of releases as a phrase, such as `RukPak 0.7.0 to 0.11.0`. @internal */
export function releasesText(range: ReleaseRange): string {
  const releases = RukpakVersion.all.filter(({ version }) => isWithin(version, range));
  const [first, last] = [releases[0]!, releases.at(-1)!];
  if (first === last) {
    return `RukPak ${first.version}`;
  }
  return last === RukpakVersion.DEFAULT ? `RukPak ${first.version} and later` : `RukPak ${first.version} to ${last.version}`;
}
