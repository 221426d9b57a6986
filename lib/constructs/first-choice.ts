import { requirementsOf } from './catalog-providers';
import { Catalog } from '../catalog/catalog';
import { CatalogBundle } from '../catalog/catalog-bundle';
import type { ResolutionCatalog } from '../resolve/model/resolution-catalog';
import type { ResolutionProps } from '../resolve/model/resolution-props';
import type { ResolutionSubscription } from '../resolve/model/resolution-subscription';
import type { ResolvedOperator } from '../resolve/model/resolved-operator';

type Chosen = Omit<ResolvedOperator, 'requiredBy'> & { readonly bundle: CatalogBundle; readonly requiredBy: string[] };

/** Resolves a namespace with the first choice of each: the head of the channel, or the CSV to start from, and of what it requires the newest. */
export function firstChoice({ catalogs, subscriptions }: ResolutionProps): ResolvedOperator[] {
  const chosen: Chosen[] = subscriptions.map(subscription => ofSubscription(catalogs, subscription));
  for (const operator of chosen) {
    for (const { description, isMetBy } of requirementsOf(operator.bundle).filter(requirement => !requirement.isMetBy(operator.bundle))) {
      const provider = chosen.find(({ bundle }) => isMetBy(bundle)) ?? firstProvider(catalogs, isMetBy);
      if (provider === undefined) {
        throw new Error(`bundle '${operator.csv}' requires ${description}, and no catalog has it`);
      }
      provider.requiredBy.push(operator.csv);
      if (!chosen.includes(provider)) {
        chosen.push(provider);
      }
    }
  }
  return chosen.map(({ bundle: _, ...operator }) => ({ ...operator, requiredBy: [...new Set(operator.requiredBy)].sort() }));
}

function ofSubscription(catalogs: readonly ResolutionCatalog[], subscription: ResolutionSubscription): Chosen {
  const { name, package: packageName, channel: channelName, catalog, catalogNamespace, startingCsv } = subscription;
  const content = catalogs.find(found => found.name === catalog && found.namespace === catalogNamespace)?.content;
  const known = content?.findPackage(packageName);
  const channel = channelName === undefined ? known?.defaultChannel : known?.findChannel(channelName);
  const bundle = startingCsv === undefined ? channel?.head : channel?.bundles.find(found => found.name === startingCsv);
  if (channel === undefined || bundle === undefined) {
    throw new Error(`catalog '${catalogNamespace}/${catalog}' has no bundle '${startingCsv}' of package '${packageName}'`);
  }
  return { package: packageName, version: bundle.version, csv: bundle.name, channel: channel.name, catalog, catalogNamespace, subscription: name, requiredBy: [], bundle };
}

function firstProvider(catalogs: readonly ResolutionCatalog[], isMetBy: (bundle: CatalogBundle) => boolean): Chosen | undefined {
  for (const { name: catalog, namespace: catalogNamespace, content } of catalogs) {
    const bundle = newestProvider(content, isMetBy);
    if (bundle !== undefined) {
      const known = content.findPackage(bundle.package);
      const channel = known.defaultChannel.bundles.includes(bundle) ? known.defaultChannel.name : bundle.channels[0]!;
      return { package: bundle.package, version: bundle.version, csv: bundle.name, channel, catalog, catalogNamespace, requiredBy: [], bundle };
    }
  }
  return undefined;
}

function newestProvider(content: Catalog, isMetBy: (bundle: CatalogBundle) => boolean): CatalogBundle | undefined {
  return content.bundles.findLast(isMetBy);
}
