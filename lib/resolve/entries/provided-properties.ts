import { propertyValue } from '../../bundle/model/go-types';
import type { BundleProperty } from '../../bundle/model/bundle-property';
import { isDeprecation } from '../../catalog/declcfg/bundle-facts';
import { stringField } from '../../formats/json/json-value';
import { parseVersion, type Version } from '../../formats/semver/version';

/** Value of an `olm.package` property. */
export interface ProvidedPackage {
  readonly name: string;
  /** Version, or undefined if it is not a semantic version. */
  readonly version: Version | undefined;
}

/** Value of an `olm.gvk` property. */
export interface ProvidedApi {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Properties of a bundle, and what it provides, which is parsed on first use. All entries of the bundle share them. */
export class ProvidedProperties {
  #packages: readonly ProvidedPackage[] | undefined;
  #apis: readonly ProvidedApi[] | undefined;
  #apiKeys: ReadonlySet<string> | undefined;
  #labels: ReadonlySet<string> | undefined;

  public constructor(public readonly list: readonly BundleProperty[]) {}

  /** The packages that it belongs to: exactly one in a catalog that opm accepts. */
  public get packages(): readonly ProvidedPackage[] {
    return this.#packages ??= this.#values('olm.package').map((value) => ({
      name: stringField(value, 'packageName') ?? '', version: parseVersion(stringField(value, 'version') ?? ''),
    }));
  }

  /** The APIs that it provides, with duplicates if the properties list an API several times. */
  public get apis(): readonly ProvidedApi[] {
    return this.#apis ??= this.#values('olm.gvk').map((value) => ({
      group: stringField(value, 'group') ?? '', version: stringField(value, 'version') ?? '', kind: stringField(value, 'kind') ?? '',
    }));
  }

  /** Keys of the APIs that it provides. */
  public get apiKeys(): ReadonlySet<string> {
    return this.#apiKeys ??= new Set(this.apis.map(apiKey));
  }

  /** The labels that it has. */
  public get labels(): ReadonlySet<string> {
    return this.#labels ??= new Set(this.#values('olm.label').map((value) => stringField(value, 'label') ?? ''));
  }

  /**
   * Whether the bundle has the property `olm.deprecated`, so that OLM's resolver never installs it. OLM only displays the messages of
   * `olm.deprecations`.
   */
  public get isDeprecated(): boolean {
    return this.list.some(isDeprecation);
  }

  #values(propertyType: string): unknown[] {
    return this.list.filter(({ type }) => type === propertyType).map(propertyValue);
  }
}

/** Returns the key by which an API is found. */
export function apiKey({ group, version, kind }: ProvidedApi): string {
  return `${group}/${version}/${kind}`;
}
