import { ProblemLocator } from '../../../lib/catalog/read/catalog-reader';
import { ruleProblems } from '../../../lib/catalog/validate/rules';
import type { CatalogBlob, ChannelBlob } from '../../../lib/catalog/declcfg/declcfg';
import { bundleBlob, packageBlob } from './sample-catalog';

/** Returns the problems for which opm would refuse blobs. */
export function catalogProblems(blobs: readonly CatalogBlob[]): string[] {
  return ruleProblems(blobs, () => undefined, new ProblemLocator()).map(({ message }) => message);
}

/** Returns the problems for which opm would refuse a channel, for any bundles. */
export function channelProblems(channel: ChannelBlob): string[] {
  const bundles = channel.entries.map(({ name }, index) => ({ ...bundleBlob(channel.package, `1.0.${index}`), name }));
  return catalogProblems([packageBlob(channel.package, channel.name), channel, ...bundles]);
}
