import { CatalogKind, type MigrationFacts } from './migration-facts';
import { OlmV1Version } from '../model/olm-v1-version';

/** Returns what is lost or works differently once OLM v1 manages an operator, as sentences. */
export function lossesOf(facts: MigrationFacts): string[] {
  const { bundle, isExperimental } = facts;
  return [
    'The operator does not run between its removal from OLM v0 and its installation by OLM v1.',
    ...(isExperimental && bundle.crds.length > 0
      ? ['The objects of its APIs are deleted and restored from the backup, without their status; finalizers that the operator handles must be removed by hand.'] : []),
    ...(bundle.ownedApis.length === 0 ? [] : [
      'OLM v0 gave users with the roles admin, edit and view rights to the APIs of the operator, and OLM v1 does not: create ClusterRoles for them.',
    ]),
    ...upgrades(facts),
    ...(facts.hasConfig && !isExperimental
      ? ['`config` of the Subscription has no counterpart in the standard channel of OLM v1: the Deployments run as the bundle defines them.'] : []),
    ...(facts.widens
      ? ['The operator watches all namespaces, and has the rights for that: this OLM v1 installs it in no other install mode.'] : []),
    ...(facts.hasServiceAccount && facts.version.isAtLeast(OlmV1Version.V1_11_0)
      ? ['OLM v0 installs the operator with the rights of a ServiceAccount, and OLM v1 with its own: it can do everything in the cluster.'] : []),
    'OLM v1 has no OperatorConditions: an operator that sets `Upgradeable` to stop its upgrade is upgraded all the same.',
    ...(facts.catalog === CatalogKind.OTHER
      ? ['PackageManifests show the catalogs of OLM v0 only: search the content of a ClusterCatalog instead.'] : []),
  ];
}

function upgrades({ channel, isApprovedByHand, catalog }: MigrationFacts): string[] {
  return [
    ...(isApprovedByHand ? ['OLM v1 has no InstallPlans to approve: an upgrade is a change of `version` in the program.'] : []),
    ...(channel === undefined && catalog !== CatalogKind.CONFIG_MAPS
      ? ['Without a channel, OLM v1 upgrades to the highest version of all channels, not of the default channel: set `channel`.'] : []),
    ...(isApprovedByHand ? [] : ['OLM v1 upgrades to the highest version that the upgrade graph allows, not to the nearest one on the way to the head of the channel.']),
  ];
}
