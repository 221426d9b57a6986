import { CatalogKind, type MigrationFacts } from './migration-facts';
import { lossesOf } from './losses';
import { MigrationActor, type MigrationStep, type OperatorMigration } from './operator-migration';
import type { Manifest } from '../../../bundle/model/manifest';
import { stringField } from '../../../formats/json/json-value';

/**
 * Plans how an operator moves from OLM v0 to OLM v1 while keeping the objects of its APIs.
 *
 * OLM v1 applies a bundle as a Helm release, and Helm takes over an existing object only if it has the labels and annotations of the release. The
 * experimental channel of OLM v1 takes over no objects.
 *
 * @see https://github.com/operator-framework/operator-controller/blob/main/docs/concepts/single-owner-objects.md
 */
export function planOperator(facts: MigrationFacts): OperatorMigration {
  const { operator, bundle, refusals } = facts;
  return {
    operator,
    bundle: bundle.name,
    refusals: [...refusals],
    steps: refusals.length > 0 ? [] : [
      ...catalogSteps(facts),
      ...backUp(facts),
      stopOlmV0(facts),
      ...handOver(facts),
      byItself(`Apply the program with \`engine: new OlmV1Engine(…)\`: OLM v1 installs '${bundle.name}' as ClusterExtension '${facts.extension}', `
        + 'and the operator runs again.'),
      removeLeftovers(facts),
    ],
    losses: refusals.length > 0 ? [] : lossesOf(facts),
  };
}

function byHand(description: string, commands: string[] = []): MigrationStep {
  return { actor: MigrationActor.BY_HAND, description, commands };
}

function byItself(description: string): MigrationStep {
  return { actor: MigrationActor.BY_ITSELF, description, commands: [] };
}

function catalogSteps({ bundle, catalog }: MigrationFacts): MigrationStep[] {
  switch (catalog) {
    case CatalogKind.CONFIG_MAPS:
      return [byHand('Push the bundle and its catalog as images, since OLM v1 reads no ConfigMaps: write them with `Catalog.toImageLayout`, and set `catalogImage` of '
        + 'the engine.')];
    case CatalogKind.IMAGE:
      return [byItself(`The program creates a ClusterCatalog of the image that has package '${bundle.packageName}'.`)];
    case CatalogKind.OTHER:
      return [byHand(`Make sure that a ClusterCatalog has package '${bundle.packageName}', and set it as \`catalog\` of the engine.`)];
    default:
      throw new Error(`unknown kind of catalog '${String(catalog)}'`);
  }
}

function backUp({ bundle }: MigrationFacts): MigrationStep[] {
  const resources = bundle.crds.map(({ name }) => name).join(',');
  return resources === '' ? [] : [byHand('Back up the objects of the APIs that the operator owns.', [
    `kubectl get ${resources} --all-namespaces --output yaml > ${bundle.name}-objects.yaml`,
  ])];
}

function stopOlmV0({ bundle, namespace, subscription }: MigrationFacts): MigrationStep {
  return byHand('Remove the operator from OLM v0. From here it does not run; its APIs and their objects stay.', [
    `kubectl delete subscriptions.operators.coreos.com ${subscription} --namespace ${namespace}`,
    `kubectl delete clusterserviceversions.operators.coreos.com ${bundle.name} --namespace ${namespace}`,
  ]);
}

function handOver({ bundle, namespace, extension, isExperimental }: MigrationFacts): MigrationStep[] {
  const remaining = [...bundle.crds, ...bundle.otherManifests.filter(isClusterScoped)].map(({ kind, name }) => `${kind.toLowerCase()}/${name}`);
  if (remaining.length === 0) {
    return [];
  }
  if (isExperimental) {
    return [byHand('Delete what OLM v0 leaves: the experimental channel of OLM v1 does not take over objects that exist. With the CRDs, the objects '
      + 'of the APIs are deleted, too.', remaining.map((object) => `kubectl delete ${object}`))];
  }
  return [byHand('Hand over what OLM v0 leaves to the ClusterExtension.', remaining.flatMap((object) => [
    `kubectl label ${object} app.kubernetes.io/managed-by=Helm`,
    `kubectl annotate ${object} meta.helm.sh/release-name=${extension} meta.helm.sh/release-namespace=${namespace}`,
  ]))];
}

function removeLeftovers({ bundle, namespace, operatorGroup, isExperimental }: MigrationFacts): MigrationStep {
  const component = `${bundle.packageName}.${namespace}`;
  return byHand('Remove what OLM v0 no longer needs.', [
    ...(operatorGroup === undefined ? [] : [`kubectl delete operatorgroups.operators.coreos.com ${operatorGroup} --namespace ${namespace}`]),
    ...(isExperimental ? [] : bundle.crds.map(({ name }) => `kubectl label customresourcedefinition/${name} operators.coreos.com/${component}-`)),
    `kubectl delete operators.operators.coreos.com ${component}`,
    ...(isExperimental && bundle.crds.length > 0 ? [`kubectl apply --filename ${bundle.name}-objects.yaml`] : []),
  ]);
}

/** Kinds of bundle objects, other than CRDs, that have no namespace. OLM v0 does not delete them with the operator. */
const CLUSTER_SCOPED = new Set([
  'ClusterRole', 'ClusterRoleBinding', 'PriorityClass', 'ConsoleYAMLSample', 'ConsoleQuickStart', 'ConsoleCLIDownload', 'ConsoleLink',
]);

function isClusterScoped({ kind, content }: Manifest): boolean {
  return CLUSTER_SCOPED.has(kind) && stringField(content['metadata'], 'namespace') === undefined;
}
