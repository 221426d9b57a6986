import { Construct, IConstruct } from 'constructs';
import { checkArguments } from '../../formats/options/check-arguments';
import { isWithin, ReleaseRange } from '../../formats/schema/release-range';
import { releasesText, RukpakVersion } from '../../olm/rukpak/rukpak-version';
import { ConstructError } from '../model/construct-error';

/** First release whose classes have names without dots and slashes. */
const PLAIN_NAMES = RukpakVersion.V0_9_0;

const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/**
 * Controller of RukPak that handles a type of bundle. A class is only a name: no release of RukPak has objects for classes.
 *
 * @see https://github.com/operator-framework/rukpak/blob/main/docs/provisioners/overview.md
 */
export class ProvisionerClass {
  /** Bundles of plain manifests (`plain+v0`): manifest files in the directory `manifests`. */
  public static readonly PLAIN = new ProvisionerClass('core-rukpak-io-plain', 'core.rukpak.io/plain', {});

  /** Bundles of OLM (`registry+v1`). Since RukPak 0.5.0. */
  public static readonly REGISTRY = new ProvisionerClass('core-rukpak-io-registry', 'core.rukpak.io/registry', { since: '0.5.0' });

  /** Helm charts (`helm+v3`). Since RukPak 0.9.0. */
  public static readonly HELM = new ProvisionerClass('core-rukpak-io-helm', undefined, { since: '0.9.0' });

  /**
   * Returns the class of a custom provisioner.
   *
   * @param name name of the class: lowercase letters, digits and hyphens
   */
  public static of(name: string): ProvisionerClass {
    checkArguments('ProvisionerClass.of', { name });
    return new ProvisionerClass(name, name, {});
  }

  /** Name of the class. RukPak's own classes have other names before 0.9.0, such as `core.rukpak.io/plain`; the constructs then use those. */
  public readonly name: string;

  readonly #earlierName: string | undefined;
  readonly #releases: ReleaseRange;

  private constructor(name: string, earlierName: string | undefined, releases: ReleaseRange) {
    this.name = name;
    this.#earlierName = earlierName;
    this.#releases = releases;
  }

  /**
   * Returns the name of the class in a release.
   *
   * @internal
   * @param prop name of the prop, for the error
   * @throws ConstructError when the release has no such class, or the name is invalid
   */
  public _nameIn(scope: IConstruct, prop: string, version: RukpakVersion): string {
    requireRelease(scope, `${prop} '${this.name}'`, version, this.#releases);
    const hasPlainNames = version.isAtLeast(PLAIN_NAMES);
    if (hasPlainNames ? !NAME.test(this.name) : this.name === '') {
      throw new ConstructError(scope, `${prop} '${this.name}' must consist of lowercase letters, digits and "-", and start and end with a letter or digit`);
    }
    return hasPlainNames ? this.name : this.#earlierName!;
  }
}

/** Names of the classes in a BundleInstance or a BundleDeployment of `v1alpha1`. @internal */
export interface TemplateClasses {
  /** Class that unpacks the bundle. */
  readonly bundle: string;

  /** Class that installs the bundle. */
  readonly installation: string;
}

/**
 * Returns the names of the classes that unpack and install a bundle. RukPak's registry provisioner only converts bundles to plain ones.
 *
 * @param provisionerClass class that handles the format of the bundle
 * @param installer class that installs the bundle; chosen by default
 * @throws ConstructError when the release has no such class
 * @internal
 */
export function templateClasses(
  scope: Construct, version: RukpakVersion, provisionerClass: ProvisionerClass, installer: ProvisionerClass | undefined,
): TemplateClasses {
  const chosen = installer ?? (provisionerClass === ProvisionerClass.REGISTRY ? ProvisionerClass.PLAIN : provisionerClass);
  return {
    bundle: provisionerClass._nameIn(scope, 'provisionerClass', version),
    installation: chosen._nameIn(scope, 'installerClass', version),
  };
}

/**
 * Checks that a release of RukPak has a feature.
 *
 * @param what what the release must have, such as `source 'http'`
 * @param remedy remedy other than another release
 * @throws ConstructError when the release lacks it; the error names the releases that have it
 * @internal
 */
export function requireRelease(scope: IConstruct, what: string, version: RukpakVersion, releases: ReleaseRange, remedy = ''): void {
  if (!isWithin(version.version, releases)) {
    throw new ConstructError(scope, `${what} is not supported by RukPak ${version.version}, only by ${releasesText(releases)}; set 'version' to such a release`
      + `${remedy === '' ? '' : `, or ${remedy}`}`);
  }
}
