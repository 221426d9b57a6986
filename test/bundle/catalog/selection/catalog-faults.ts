import { ProblemPlaces } from '../../../../lib/bundle/catalog/read/document-place';
import { ruleProblems } from '../../../../lib/bundle/catalog/rules/rules';
import type { CatalogDocument, ChannelDocument } from '../../../../lib/bundle/catalog/wire';
import { bundleDocument, packageDocument } from './sample-catalog';

/** What opm would refuse in documents. */
export function catalogFaults(documents: readonly CatalogDocument[]): string[] {
  return ruleProblems(documents, () => undefined, new ProblemPlaces()).map(({ message }) => message);
}

/** What opm would refuse in a channel, whatever its bundles. */
export function channelFaults(channel: ChannelDocument): string[] {
  const bundles = channel.entries.map(({ name }, index) => ({ ...bundleDocument(channel.package, `1.0.${index}`), name }));
  return catalogFaults([packageDocument(channel.package, channel.name), channel, ...bundles]);
}
