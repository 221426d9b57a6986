import type { IConstruct } from 'constructs';
import type { Catalog } from '../../catalog/catalog';
import { stringField } from '../../formats/json/json-value';
import { ImageCatalog } from '../catalogs/image-catalog';
import { OperatorRegistry } from '../catalogs/operator-registry';
import { registryWithName } from '../catalogs/registries-of-cluster';
import { InstallPlanApproval } from './operator-subscription-props';
import type { SubscriptionChoice } from './subscription-choice';

/**
 * Returns the name of the ClusterServiceVersion that a Subscription leads to: the pinned one, or the one at which OLM arrives in a followed channel
 * of a catalog whose exact content the app has. Other catalogs in the cluster may be newer than their known content, and if the user approves
 * upgrades, it is the user who decides: in these cases, the result is undefined.
 *
 * @param spec spec of the Subscription, as in the manifest
 */
export function wantedCsv(subscription: IConstruct, { catalog, version }: SubscriptionChoice, spec: unknown): string | undefined {
  const startingCsv = stringField(spec, 'startingCSV');
  if (stringField(spec, 'installPlanApproval') === InstallPlanApproval.MANUAL) {
    return version === undefined ? undefined : startingCsv;
  }
  const [catalogName, catalogNamespace] = [stringField(spec, 'source') ?? '', stringField(spec, 'sourceNamespace') ?? ''];
  const isOwn = catalog.catalogName === catalogName && catalog.catalogNamespace === catalogNamespace;
  const content = (isOwn ? exactContent(catalog) : undefined) ?? registryWithName(subscription, { catalogName, catalogNamespace })?.catalogContent;
  const known = content?.tryFindPackage(stringField(spec, 'name') ?? '');
  const channel = stringField(spec, 'channel');
  return (channel === undefined ? known?.defaultChannel : known?.tryFindChannel(channel))?._destination(startingCsv)?.name;
}

/** Returns the content of a catalog if nothing can change it but the app: that of a registry, or of an image with a digest. */
function exactContent(catalog: SubscriptionChoice['catalog']): Catalog | undefined {
  const isExact = OperatorRegistry.isOperatorRegistry(catalog) || (ImageCatalog.isImageCatalog(catalog) && catalog.image.includes('@sha256:'));
  return isExact ? catalog.catalogContent : undefined;
}
