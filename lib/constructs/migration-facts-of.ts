import { ImageCatalog } from './image-catalog';
import { InstallPlanApproval } from './install-plan-approval';
import { migrationTarget } from './migration-refusals';
import { OperatorRegistry } from './operator-registry';
import { OperatorSubscription } from './operator-subscription';
import { CatalogKind, MigrationFacts } from '../olm/v1/migration/migration-facts';
import { OlmV1Version } from '../olm/v1/model/olm-v1-version';

/** Returns what determines how the operator of a Subscription moves to OLM v1, or the reason why it is unknown, as a sentence. */
export function migrationFacts(subscription: OperatorSubscription, version: OlmV1Version, isExperimental: boolean): MigrationFacts | string {
  const { _choice: { bundle, catalog }, _subscriptionProps: props } = subscription;
  if (bundle?.content === undefined) {
    return bundle === undefined
      ? `The app does not know the content of catalog '${catalog.catalogName}': supply it as \`content\`, or use MigrationPlan.forBundle.`
      : `Catalog '${catalog.catalogName}' has bundle '${bundle.name}' without its manifests: read its image, and use MigrationPlan.forBundle.`;
  }
  const facts = {
    operator: subscription.node.path,
    bundle: bundle.content,
    namespace: subscription.namespace,
    subscription: subscription.name,
    operatorGroup: props.operatorGroup === undefined ? subscription.operatorGroupName : undefined,
    extension: subscription.name,
    catalog: catalogKind(subscription),
    channel: props.channel,
    isApprovedByHand: subscription.approval === InstallPlanApproval.MANUAL,
    hasConfig: props.config !== undefined,
    hasServiceAccount: props.serviceAccount !== undefined,
    version,
    isExperimental,
  };
  return { ...facts, ...migrationTarget(facts, subscription.installMode) };
}

function catalogKind({ catalog }: OperatorSubscription): CatalogKind {
  if (OperatorRegistry.isOperatorRegistry(catalog)) {
    return CatalogKind.CONFIG_MAPS;
  }
  return ImageCatalog.isImageCatalog(catalog) ? CatalogKind.IMAGE : CatalogKind.OTHER;
}
