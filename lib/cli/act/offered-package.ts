import type { ClusterConnection } from '../../cluster/cluster-connection';
import type { OfferedChannel, OfferedVersion, PackageOffer } from '../../cluster/inspection/package-offers';
import { packagesOf } from '../../cluster/packages';
import { suggestNames } from '../../text/suggest-names';
import { CliError, ExitCode, UsageError } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';

/** Selection of a package. */
export interface WantedPackage {
  readonly packageName: string;

  /** CatalogSource as `namespace/name`, or undefined if only one offers the package. */
  readonly catalog: string | undefined;
}

/**
 * Returns what the catalogs of a cluster offer of a package.
 *
 * @throws CliError if none or several of them do, with their names
 */
export async function offerOf(
  { packageName, catalog }: WantedPackage, connection: ClusterConnection, { signal }: CommandContext,
): Promise<PackageOffer> {
  if (catalog !== undefined && !/^[^/]+\/[^/]+$/.test(catalog)) {
    throw new UsageError(`--catalog must be the namespace and the name of a CatalogSource, such as olm/operatorhubio-catalog, and is '${catalog}'`);
  }
  const all = await packagesOf(connection, { signal });
  const catalogs = [...new Set(all.map((offer) => offer.catalog))].sort();
  if (catalog !== undefined && !catalogs.includes(catalog)) {
    throw new CliError(`CatalogSource '${catalog}' offers no packages; those that do: ${suggestNames(catalog, catalogs)}; \`olm-constructs list catalogs -A\` prints the state of all`, ExitCode.FINDINGS);
  }
  const inScope = all.filter((offer) => catalog === undefined || offer.catalog === catalog);
  const [offer, ...others] = inScope.filter(({ name }) => name === packageName);
  if (offer === undefined) {
    throw new CliError(`package '${packageName}' not found; packages: ${suggestNames(packageName, [...new Set(inScope.map(({ name }) => name))].sort())}`, ExitCode.FINDINGS);
  }
  if (others.length > 0) {
    throw new CliError(`package '${packageName}' is offered by ${[offer, ...others].map((each) => each.catalog).sort().join(' and ')}; select one with --catalog`, ExitCode.FINDINGS);
  }
  return offer;
}

/**
 * Returns a channel of a package, by default its default channel.
 *
 * @throws CliError with the channels that exist
 */
export function offeredChannel({ name, channels, defaultChannel }: PackageOffer, wanted: string | undefined): OfferedChannel {
  const found = channels.find((channel) => channel.name === (wanted ?? defaultChannel));
  if (found === undefined) {
    throw new CliError(`channel '${wanted ?? defaultChannel}' not found in package '${name}'; available: ${suggestNames(wanted ?? defaultChannel, channels.map((channel) => channel.name))}`, ExitCode.FINDINGS);
  }
  return found;
}

/**
 * Returns a version of a channel.
 *
 * @throws CliError with the versions that exist
 */
export function csvOfVersion({ name, channels }: PackageOffer, channel: OfferedChannel, wanted: string): OfferedVersion {
  const found = channel.versions.find(({ version }) => version === wanted.replace(/^v/, ''));
  if (found === undefined) {
    const elsewhere = channels.filter(({ versions }) => versions.some(({ version }) => version === wanted)).map((other) => other.name);
    const hint = elsewhere.length === 0 ? `available: ${suggestNames(wanted, channel.versions.map(({ version }) => version))}` : `it is in channel ${elsewhere.join(', ')}: set --channel`;
    throw new CliError(`version '${wanted}' not found in channel '${channel.name}' of package '${name}'; ${hint}`, ExitCode.FINDINGS);
  }
  return found;
}
