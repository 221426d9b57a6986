import { checkArguments } from '../../formats/options/check-arguments';
import { compareReleases, releaseOf } from '../../formats/schema/release-range';

/**
 * A release of OLM v1: of operator-controller, and of catalogd, which have shared a repository since 1.2. In releases 1.0 and 1.1, the CRD of
 * ClusterCatalogs is that of catalogd's own releases 1.0 and 1.1.
 *
 * @see https://github.com/operator-framework/operator-controller/releases
 */
export class OlmV1Version {
  private static readonly included: OlmV1Version[] = [];

  /** OLM 1.0.0. */
  public static readonly V1_0_0 = OlmV1Version.release('1.0.0');

  /** OLM 1.1.0. */
  public static readonly V1_1_0 = OlmV1Version.release('1.1.0');

  /** OLM 1.2.0. */
  public static readonly V1_2_0 = OlmV1Version.release('1.2.0');

  /** OLM 1.3.0. */
  public static readonly V1_3_0 = OlmV1Version.release('1.3.0');

  /** OLM 1.4.0. First release with experimental CRDs in addition to the standard ones. */
  public static readonly V1_4_0 = OlmV1Version.release('1.4.0');

  /** OLM 1.5.0. */
  public static readonly V1_5_0 = OlmV1Version.release('1.5.0');

  /** OLM 1.5.1. */
  public static readonly V1_5_1 = OlmV1Version.release('1.5.1');

  /** OLM 1.6.0. */
  public static readonly V1_6_0 = OlmV1Version.release('1.6.0');

  /** OLM 1.7.0. */
  public static readonly V1_7_0 = OlmV1Version.release('1.7.0');

  /** OLM 1.8.0. The only release whose standard CRDs have `spec.config`. */
  public static readonly V1_8_0 = OlmV1Version.release('1.8.0');

  /** OLM 1.9.0. */
  public static readonly V1_9_0 = OlmV1Version.release('1.9.0');

  /** OLM 1.10.0. */
  public static readonly V1_10_0 = OlmV1Version.release('1.10.0');

  /** OLM 1.11.0. First release that ignores `spec.serviceAccount`: its controller has cluster-admin rights. */
  public static readonly V1_11_0 = OlmV1Version.release('1.11.0');

  /** Default release: the newest constant. */
  public static readonly DEFAULT = OlmV1Version.V1_11_0;

  /** Releases that the library includes, oldest first. */
  public static get all(): OlmV1Version[] {
    return [...OlmV1Version.included];
  }

  /**
   * Returns the release with a version.
   *
   * @param version with or without a leading `v`: `1.11.0` or `v1.11.0`
   * @throws if the library does not include the release; the error names the nearest ones that it includes
   */
  public static parse(version: string): OlmV1Version {
    checkArguments('OlmV1Version.parse', { version });
    return releaseOf(OlmV1Version.included, version, 'OLM v1');
  }

  private static release(version: string): OlmV1Version {
    const release = new OlmV1Version(version);
    OlmV1Version.included.push(release);
    return release;
  }

  /** Version without a leading `v`: `1.11.0`. */
  public readonly version: string;

  /** Git tag in the repository of operator-controller: `v1.11.0`. */
  public readonly tag: string;

  private constructor(version: string) {
    this.version = version;
    this.tag = `v${version}`;
  }

  /** Whether this release is the given one or newer. */
  public isAtLeast(other: OlmV1Version): boolean {
    checkArguments('OlmV1Version#isAtLeast', { other });
    return compareReleases(this.version, other.version) >= 0;
  }

  /** Returns the version without a leading `v`. */
  public toString(): string {
    return this.version;
  }
}
