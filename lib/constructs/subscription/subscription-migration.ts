import { OlmV1Version } from '../../olm/v1/olm-v1-version';
import { CatalogKind, OperatorMigration, unknownOperator } from '../../olm/v1/operator-migration';
import { ImageCatalog } from '../catalogs/image-catalog';
import { OperatorRegistry } from '../catalogs/operator-registry';
import { ClusterObjects } from '../model/cluster-objects';
import { migrationCommand, writeMigrationAnswer } from '../model/migration-command';
import { migrationOf } from '../olm-v1/migration-target';
import type { OlmV1Target } from '../olm-v1/olm-v1-target';
import type { OperatorSubscription } from './operator-subscription';
import { InstallPlanApproval } from './operator-subscription-props';

/** Returns how the operator of a Subscription moves to OLM v1. */
export function subscriptionMigration(subscription: OperatorSubscription, target: OlmV1Target): OperatorMigration {
  const { _choice: { bundle, catalog }, _subscriptionProps: props, node: { path } } = subscription;
  if (bundle?.content === undefined) {
    return unknownOperator(path, bundle === undefined
      ? `The app does not know the content of catalog '${catalog.catalogName}': supply it as \`content\`, or use MigrationPlan.forBundle.`
      : `Catalog '${catalog.catalogName}' has bundle '${bundle.name}' without its manifests: read its image, and use MigrationPlan.forBundle.`);
  }
  return migrationOf({
    operator: path,
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
  }, subscription.installMode, target);
}

/** Writes how the operator of a Subscription moves to OLM v1, at synthesis, if the app was run by the command `olm-constructs migrate`. */
export function answerMigration(subscription: OperatorSubscription): void {
  const command = migrationCommand();
  if (command === undefined) {
    return;
  }
  const version = command.version === undefined ? OlmV1Version.DEFAULT : OlmV1Version.parse(command.version);
  const target = { version, experimental: command.experimental };
  ClusterObjects.addCheck(subscription, () => {
    const { root, path } = subscription.node;
    const index = root.node.findAll().indexOf(subscription);
    writeMigrationAnswer(command, path, { index, migration: subscriptionMigration(subscription, target) });
    return [];
  });
}

function catalogKind({ catalog }: OperatorSubscription): CatalogKind {
  if (OperatorRegistry.isOperatorRegistry(catalog)) {
    return CatalogKind.CONFIG_MAPS;
  }
  return ImageCatalog.isImageCatalog(catalog) ? CatalogKind.IMAGE : CatalogKind.OTHER;
}
