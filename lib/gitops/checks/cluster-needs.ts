import { Manifest } from '../../bundle/model/manifest';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import { fieldAt, mapField } from '../../formats/json/json-value';
import { groupVersion } from '../../formats/schema/api-groups';
import { installRemedy } from '../../formats/schema/api-projects';
import { nodeLabelText } from '../../formats/schema/node-labels';
import { type ApiNeed, ApiNeedReason, ClusterNeeds, clusterNeeds } from '../../report/needs/cluster-needs';
import { architecturesOf, missingNodeLabels, type NodeNeed, nodeNeeds } from '../../report/needs/node-needs';
import { FindingSeverity } from '../../validation/model/finding';
import { abridgedList } from '../../text/text-table';
import { type AppOperator, nameOf, plainObjectsOf } from './app-operator';
import type { CheckDefinition, CheckedCluster, Problem } from './checked-cluster';

/** Maximum number of objects named in a finding. */
const MAX_NAMES = 3;

/**
 * No engine installs an object whose API the cluster does not serve, and OLM v0 does not start an operator without its native APIs. APIs that the CSV
 * requires of other operators are a check of their own.
 */
export const CLUSTER_API_MISSING: CheckDefinition = {
  id: 'cluster-api-missing',
  severity: FindingSeverity.ERROR,
  summary: 'the cluster has the APIs of the objects in bundles, and the native APIs of operators',
  remedy: 'install the CRDs of the project that owns the API, and declare the API with `apis` of the Cluster or of the checks',
  source: 'https://olm.operatorframework.io/docs/concepts/olm-architecture/dependency-resolution/',
  find: (view) => view.operators.flatMap((operator) => apiNeedsOf(operator)
    .filter(({ group, version, kind }) => !view.serves(group, version, kind))
    .map((need): Problem => ({
      constructs: [operator.construct],
      message: `${nameOf(operator)} ${need.objects.length > 0 ? `${isOfBundle(need, operator) ? 'has' : 'needs'} ${need.kind} ${abridgedList(need.objects.map((name) => `'${name}'`), MAX_NAMES)}` : `requires the native API ${need.kind}`} `
        + `of ${groupVersion(need)}, which nothing provides; ${need.origin}${need.kubernetesReleases === '' ? '' : `, and the cluster has ${view.kubernetesVersion!}`}`,
      remedy: remedyOf(need, operator),
    }))),
  unchecked: (view) => view.operators.filter(({ bundle, package: name }) => bundle === undefined && name !== '').map((operator) => (
    `what ${nameOf(operator)} at '${operator.construct.node.path}' needs from the cluster, because the app has no manifests of it`
  )),
};

function apiNeedsOf(operator: AppOperator): ApiNeed[] {
  const { bundle, engine } = operator;
  if (bundle === undefined) {
    return [];
  }
  const { apis } = ClusterNeeds.of(bundle).content;
  const resolved = apis.filter(({ reasons, fromDependency }) => reasons.some((reason) => reason !== ApiNeedReason.REQUIRED) && !(fromDependency && engine === 'OlmV0'));
  return [...resolved, ...certificateNeeds(operator)];
}

/** Returns the APIs of the certificates that are created for an operator without OLM. */
function certificateNeeds(operator: AppOperator): ApiNeed[] {
  const { bundle } = operator;
  const own = new Set(bundle?.manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`));
  const objects = plainObjectsOf(operator).filter(({ apiVersion, kind }) => !own.has(`${apiVersion} ${kind}`))
    .map(({ apiVersion, kind, name }) => Manifest._of('', { apiVersion, kind, metadata: { name } }));
  if (bundle === undefined || objects.length === 0) {
    return [];
  }
  return clusterNeeds({ csv: bundle.csv, manifests: objects, dependencies: [], properties: [] }).apis
    .filter(({ reasons }) => reasons.includes(ApiNeedReason.OBJECT));
}

/** Whether the objects are in the bundle, and not created for it. */
function isOfBundle({ kind, objects }: ApiNeed, { bundle }: AppOperator): boolean {
  const names = new Set(objects);
  return bundle?.manifests.some((manifest) => manifest.kind === kind && names.has(manifest.name)) === true;
}

/** Returns the ways out: installing the API and declaring it, or leaving the object out where the bundle is served or rendered by the app. */
function remedyOf(need: ApiNeed, operator: AppOperator): string {
  const { kind, kubernetesReleases } = need;
  const install = kubernetesReleases === '' ? `${installRemedy(need.group)}, and declare it with \`apis: ClusterApis.of('${groupVersion(need)}')\` of the Cluster or of the checks`
    : 'use another version of the operator, or of Kubernetes';
  return isOfBundle(need, operator) ? `${install}; or leave the object out: ${omitRemedy(kind, operator)}` : install;
}

function omitRemedy(kind: string, { construct, engine, entry }: AppOperator): string {
  const objects = `[BundleObjects.ofKind('${kind}')]`;
  if (engine === 'OlmV1') {
    return `write the image of the bundle with \`bundle.without(${objects}).toImageLayout()\``;
  }
  if (BundleDeployment.isBundleDeployment(construct)) {
    return `\`omit: ${objects}\` of '${construct.node.path}'`;
  }
  return entry?.image === undefined ? `\`omit: ${objects}\` of the OperatorRegistry`
    : `serve the bundle from its files with \`omit: ${objects}\` of an OperatorRegistry`;
}

/** Nodes whose labels are declared. */
export const NODE_LABEL_MISSING: CheckDefinition = {
  id: 'node-label-missing',
  severity: FindingSeverity.ERROR,
  summary: 'the declared nodes have the labels that the pods of operators require',
  remedy: 'label a node and add the label to `nodeLabels` of the Cluster, or change `nodeSelector` or `affinity` in the config of the operator',
  source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/',
  find: (view) => (view.nodeLabels === undefined ? [] : labelProblems(view, view.nodeLabels, 'which no declared node has')),
};

/** Nodes of which nothing is known. */
export const NODE_LABEL_UNKNOWN: CheckDefinition = {
  id: 'node-label-unknown',
  severity: FindingSeverity.WARNING,
  summary: 'nodes are known to have the labels that the pods of operators require',
  remedy: 'add the label to `nodeLabels` of the Cluster or of the checks if a node has it, or change `nodeSelector` or `affinity` in the config of the operator',
  source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/',
  find: (view) => (view.nodeLabels !== undefined ? [] : labelProblems(view, [], 'and it is not known whether a node has it')),
};

function labelProblems(view: CheckedCluster, known: readonly string[], why: string): Problem[] {
  return view.operators.flatMap((operator) => nodeNeedsOf(view, operator).flatMap((need): Problem[] => {
    const missing = missingNodeLabels(need, known);
    return missing.length === 0 ? [] : [{
      constructs: [operator.construct],
      message: `the pods of Deployment '${need.deployment}' of ${nameOf(operator)} require the node label ${missing.map(nodeLabelText).join(' and ')}, ${why}`,
    }];
  }));
}

/** Returns what the pods require, or an empty list if the config of the operator sets where they run. */
function nodeNeedsOf(view: CheckedCluster, operator: AppOperator): readonly NodeNeed[] {
  const { bundle, object } = operator;
  const deployments = plainObjectsOf(operator).filter(({ kind }) => kind === 'Deployment').map((deployment) => (
    { name: deployment.name, labels: {}, spec: { ...mapField(view.manifestOf(deployment), 'spec') } }
  ));
  if (deployments.length > 0) {
    return nodeNeeds(deployments);
  }
  const spec = object === undefined ? {} : fieldAt(view.manifestOf(object), 'spec');
  const isSet = [fieldAt(spec, 'config'), fieldAt(spec, 'config', 'inline', 'deploymentConfig')]
    .some((config) => [fieldAt(config, 'nodeSelector'), fieldAt(config, 'affinity')].some((value) => value !== undefined));
  return bundle === undefined || isSet ? [] : ClusterNeeds.of(bundle).content.nodes;
}

/** Without labels, an operator is for amd64. */
export const ARCHITECTURE_UNSUPPORTED: CheckDefinition = {
  id: 'architecture-unsupported',
  severity: FindingSeverity.WARNING,
  summary: 'operators support an architecture of the nodes',
  remedy: 'use a version of the operator for this architecture, or set `nodeLabels` of the Cluster, such as `kubernetes.io/arch=arm64`, to those of its nodes',
  source: 'https://olm.operatorframework.io/docs/advanced-tasks/ship-operator-supporting-multiarch/',
  find: (view) => view.operators.flatMap((operator): Problem[] => {
    const { bundle } = operator;
    if (bundle === undefined) {
      return [];
    }
    const { architectures } = ClusterNeeds.of(bundle).content;
    const supported = architectures.length === 0 ? ['amd64'] : architectures;
    const nodes = architecturesOf(view.nodeLabels ?? []);
    return nodes.some((architecture) => supported.includes(architecture)) ? [] : [{
      constructs: [operator.construct],
      message: `${nameOf(operator)} supports ${supported.join(', ')}${architectures.length === 0 ? ' (it has no labels with architectures)' : ''}, and the nodes are `
        + `${nodes.join(', ')}${view.nodeLabels === undefined ? ', unless the Cluster declares others' : ''}`,
    }];
  }),
};
