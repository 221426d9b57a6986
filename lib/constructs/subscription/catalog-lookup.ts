import { Construct } from 'constructs';
import { Catalog } from '../../catalog/catalog';
import { CatalogBundle } from '../../catalog/catalog-bundle';
import { CatalogChannel } from '../../catalog/catalog-channel';
import { CatalogPackage } from '../../catalog/catalog-package';
import { parseVersion } from '../../formats/semver/version';
import { parseRangeWithShorthands, rangeContains, VersionRange } from '../../formats/semver/version-range';
import { suggestNames } from '../../text/suggest-names';
import { OperatorRegistry } from '../catalogs/operator-registry';
import { ICatalog } from '../model/catalog-ref';
import { ConstructError } from '../model/construct-error';
import { checkString } from '../model/prop-checks';
import { OperatorSubscriptionProps } from './operator-subscription-props';

/** Looks up the package, channel and bundle of a Subscription in the content of its catalog, if that is known. */
export class CatalogLookup {
  /** Content of the catalog, if known. */
  public readonly content: Catalog | undefined;

  /** Whether the content is exactly what is served; supplied content may be older than that in the cluster. */
  private readonly isServed: boolean;

  /**
   * @throws ConstructError when the content is not a catalog
   */
  public constructor(private readonly scope: Construct, private readonly props: OperatorSubscriptionProps) {
    const { catalog } = props;
    this.isServed = OperatorRegistry.isOperatorRegistry(catalog);
    this.content = checkedContent(scope, catalog);
  }

  /** Returns the specified package, or the only one. */
  public package(): string {
    const { packageName: name = '' } = this.props;
    const packages = this.content?.packageNames;
    checkString(this.scope, 'packageName', name);
    if (name !== '') {
      if (packages?.includes(name) === false) {
        throw this.notFound('package', name, this.place, packages);
      }
      return name;
    }
    if (packages?.length === 1) {
      return packages[0]!;
    }
    throw new ConstructError(this.scope, packages === undefined || packages.length === 0 ? 'packageName is required: set it to the package to install'
      : `${this.place} has several packages; set 'packageName' to one of ${suggestNames('', packages)}`);
  }

  /** Returns the specified channel, or the default one, or `undefined` if the content is unknown. */
  public channel(packageName: string): CatalogChannel | undefined {
    const known = this.content?.findPackage(packageName);
    const name = this.props.channel;
    if (known === undefined || name === undefined) {
      return known?.defaultChannel;
    }
    const channel = known.tryFindChannel(name);
    if (channel === undefined) {
      throw this.notFound('channel', name, `package '${packageName}'`, known.channels.map(other => other.name));
    }
    return channel;
  }

  /** Returns the bundle that OLM installs, or `undefined` if the content is unknown. */
  public bundle(packageName: string, channel: CatalogChannel | undefined): CatalogBundle | undefined {
    const { versionRange, startingCsv, version, catalog } = this.props;
    if (versionRange !== undefined) {
      return bundleInRange(this.scope, versionRange, catalog, channel);
    }
    if (channel === undefined || (startingCsv === undefined && version === undefined)) {
      return channel?.head;
    }
    return this.specifiedBundle(channel, this.content!.findPackage(packageName));
  }

  private specifiedBundle(channel: CatalogChannel, known: CatalogPackage): CatalogBundle {
    const { startingCsv, version } = this.props;
    const isSpecified = (bundle: CatalogBundle): boolean => (startingCsv === undefined ? bundle.version === version : bundle.name === startingCsv);
    // Without a channel, OLM looks in all of them, in the default one first.
    const isInAnyChannel = !this.isServed && this.props.channel === undefined;
    const bundle = channel.bundles.find(isSpecified) ?? (isInAnyChannel ? known.bundles.find(isSpecified) : undefined);
    const place = isInAnyChannel ? `package '${known.name}'` : `channel '${channel.name}'`;
    if (bundle === undefined) {
      const [what, name] = startingCsv === undefined ? ['version', version!] : ['CSV', startingCsv];
      const available = (isInAnyChannel ? known : channel).bundles;
      throw this.notFound(what, name, place, available.map(other => (startingCsv === undefined ? other.version : other.name)));
    }
    if (version !== undefined && version !== bundle.version) {
      throw new ConstructError(this.scope, `startingCsv '${bundle.name}' is version ${bundle.version} in ${place}, and version is '${version}'; omit one of `
        + 'the two');
    }
    return bundle;
  }

  private get place(): string {
    return this.isServed ? 'the registry' : `the known content of catalog '${this.props.catalog.catalogName}'`;
  }

  private notFound(what: string, name: string, place: string, names: readonly string[]): ConstructError {
    return new ConstructError(this.scope, `${what} '${name}' not found in ${place}; available: ${suggestNames(name, names)}`
      + (this.isServed ? '' : `; update the content of catalog '${this.props.catalog.catalogName}' in the app if that in the cluster is newer`));
  }
}

/** Plain JavaScript may pass the promise of a catalog. */
function checkedContent(scope: Construct, { catalogContent }: ICatalog): Catalog | undefined {
  if (catalogContent !== undefined && typeof (catalogContent as Partial<Catalog>).findPackage !== 'function') {
    throw new ConstructError(scope, 'the content of the catalog must be a Catalog; read one with Catalog.fromFile() or Catalog.fromDirectory()'
      + `, or fetch one with \`await Catalog.fetch()\`${(catalogContent as unknown) instanceof Promise ? '; got a promise, which has to be awaited' : ''}`);
  }
  return catalogContent;
}

/** Maximum number of versions in an error message. */
const MAX_VERSIONS = 10;

/**
 * Checks that a range is not set together with another prop that determines the version.
 *
 * @throws ConstructError when it is set together with one
 */
export function checkRangeAlone(scope: Construct, props: OperatorSubscriptionProps): void {
  const { versionRange } = props;
  for (const other of ['version', 'startingCsv'] as const) {
    if (versionRange !== undefined && props[other] !== undefined) {
      throw new ConstructError(scope, `versionRange '${versionRange}' and ${other} '${props[other]}' both decide the version to install; omit one of the two`);
    }
  }
}

/**
 * Returns the bundle with the highest version in a range; of two bundles with the same version, that of the later release.
 *
 * @param channel the channel, or `undefined` if the content of the catalog is unknown
 * @throws ConstructError when the range is invalid, the content is unknown, or no version of the channel is in the range
 */
export function bundleInRange(scope: Construct, range: string, catalog: ICatalog, channel: CatalogChannel | undefined): CatalogBundle {
  const parsed = checkedRange(scope, range);
  if (channel === undefined) {
    throw new ConstructError(scope, `versionRange '${range}' is resolved at synthesis, and the app does not know the content of the catalog `
      + `'${catalog.catalogName}'; set 'catalog' to an OperatorRegistry or to CatalogRef.named(…, { content }), or set 'version' instead of `
      + '\'versionRange\'');
  }
  // The bundles are sorted by version.
  const highest = channel.bundles.findLast(({ version }) => rangeContains(parsed, parseVersion(version)!));
  if (highest === undefined) {
    throw new ConstructError(scope, `no version in channel '${channel.name}' satisfies versionRange '${range}'; available: `
      + listed(channel.bundles.map(({ version }) => version)));
  }
  return highest;
}

function checkedRange(scope: Construct, range: string): VersionRange {
  const parsed = parseRangeWithShorthands(range);
  if (parsed === undefined) {
    throw new ConstructError(scope, `versionRange '${range}' is not a version range; use comparisons with complete versions separated by spaces, such as `
      + '\'>=1.2.0 <2.0.0\', with \'||\' for "or", or \'~1.2\', \'^1.2\', \'1.x\' or \'1.2.x\'');
  }
  return parsed;
}

/** Lists versions, the highest last: all versions of a short list, the highest ones of a long list. */
function listed(versions: readonly string[]): string {
  const names = versions.slice(-MAX_VERSIONS).map(version => `'${version}'`).join(', ');
  return versions.length <= MAX_VERSIONS ? names : `${versions.length}, of which the highest are ${names}`;
}
