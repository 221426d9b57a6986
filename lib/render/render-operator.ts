import type { Bundle } from '../bundle/bundle';
import type { InstallMode } from '../bundle/model/install-mode';
import { mapField, ownValue } from '../formats/json/json-value';
import { optionProblem } from '../formats/options/check-options';
import { labelErrors } from '../formats/schema/checks/kubernetes-names';
import { quoted } from '../text/phrases';
import { decodeDeploymentConfig } from './decode-deployment-config';
import { decodeOperator } from './decode-operator';
import type { CertificateProvider } from './model/certificate-provider';
import type { Operator, PlainObject } from './model/operator';
import { RenderError, RenderErrorCode, RenderProblems } from './model/render-error';
import { type Rendering, webhookServices } from './model/rendering';
import { deploymentObjects } from './objects/deployments';
import { roles, serviceAccounts } from './objects/rbac';
import { customResourceDefinitions, webhookConfigurations, webhookServiceObjects } from './objects/webhooks';
import { chooseTargetNamespaces } from './target-namespaces';
import { checkConversions, checkCrds, checkDeployments, checkObjects, checkWebhooks } from './validators';

/** Options for rendering a bundle to plain manifests. */
export interface PlainManifestsOptions {
  /** Namespace of the operator. The manifests do not contain the Namespace itself. */
  readonly installNamespace: string;

  /**
   * Namespaces that the operator watches.
   *
   * @default - all namespaces if the operator supports that, otherwise its own namespace
   */
  readonly installMode?: InstallMode;

  /**
   * Source of the certificates of webhooks. Required for operators with webhooks.
   *
   * @default - none
   */
  readonly certificates?: CertificateProvider;

  /**
   * Changes to the Deployments of the operator, with the fields of a Subscription's `spec.config` except `selector`: environment, volumes,
   * resources, node selector, tolerations, affinity, annotations.
   *
   * @default - none
   * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/doc/design/subscription-config.md
   */
  readonly deploymentConfig?: { [field: string]: unknown };

  /**
   * Whether to render exactly what OLM v1 does, including its known defects, to compare with a cluster that it manages. The guide lists the defects.
   *
   * @default false
   */
  readonly compatible?: boolean;
}

/** An operator as plain objects. */
export interface RenderedOperator {
  readonly objects: readonly PlainObject[];
  readonly targetNamespaces: readonly string[];
}

/**
 * Renders a bundle to plain objects, as OLM v1 does.
 *
 * @throws RenderError with all problems
 * @see https://github.com/operator-framework/operator-controller/tree/main/internal/operator-controller/rukpak/render
 */
export function renderOperator(bundle: Bundle, options: PlainManifestsOptions): RenderedOperator {
  const problems = new RenderProblems();
  const unknown = optionProblem({ what: 'options of PlainManifests.render' }, 'PlainManifestsOptions', options);
  if (unknown !== undefined) {
    problems.add(RenderErrorCode.OPTIONS, unknown);
    throw new RenderError(bundle.source, problems.list);
  }
  const { compatible = false } = options;
  const operator = decodeOperator(bundle, compatible, problems);
  checkOperator(operator, compatible, problems);
  const rendering = renderingOf(operator, options, problems);
  if (problems.list.length > 0) {
    throw new RenderError(bundle.source, problems.list);
  }
  const objects = objectsOf(operator, rendering);
  return { objects: compatible ? objects : objects.map(withoutServerFields), targetNamespaces: rendering.targetNamespaces };
}

function checkOperator(operator: Operator, compatible: boolean, problems: RenderProblems): void {
  checkDeployments(operator, problems);
  checkCrds(operator, compatible, problems);
  checkConversions(operator, problems);
  checkWebhooks(operator, compatible, problems);
  checkObjects(operator, compatible, problems);
  if (operator.packageName === '') {
    problems.add(RenderErrorCode.PACKAGE, 'the bundle has no package; set the annotation operators.operatorframework.io.bundle.package.v1');
  }
  if (operator.ownedApiServices > 0) {
    problems.addAt(RenderErrorCode.API_SERVICE, operator.csv, ['spec', 'apiservicedefinitions', 'owned'],
      'the operator serves APIs through API aggregation, which only OLM v0 installs; define the APIs as CustomResourceDefinitions, or use OLM v0');
  }
}

function renderingOf(operator: Operator, options: PlainManifestsOptions, problems: RenderProblems): Rendering {
  const { installNamespace, installMode, certificates, deploymentConfig, compatible = false } = options;
  for (const requirement of labelErrors(installNamespace)) {
    problems.add(RenderErrorCode.OPTIONS, `installNamespace must ${requirement}, got ${quoted(installNamespace)}`);
  }
  if (certificates === undefined && operator.webhooks.length > 0) {
    problems.addAt(RenderErrorCode.CERTIFICATES, operator.csv, ['spec', 'webhookdefinitions'],
      `the operator has webhooks, such as ${quoted(operator.webhooks[0]!.generateName)}, which need certificates; set certificates to `
      + 'CertificateProvider.certManager(), CertificateProvider.openShiftServiceCa(), or a provider of your own');
  }
  return {
    installNamespace,
    targetNamespaces: chooseTargetNamespaces(operator, installNamespace, installMode, compatible, problems),
    certificates,
    deploymentConfig: deploymentConfig === undefined ? {} : decodeDeploymentConfig(deploymentConfig, problems),
    compatible,
  };
}

/** Returns the objects in the order of OLM v1. */
function objectsOf(operator: Operator, rendering: Rendering): PlainObject[] {
  const services = webhookServices(operator, rendering);
  const generated = (objects: readonly PlainObject[]): readonly PlainObject[] => (rendering.compatible ? objects.map(withEmptyStatus) : objects);
  return [
    ...serviceAccounts(operator, rendering),
    ...roles(operator, rendering),
    ...customResourceDefinitions(operator, rendering, services),
    ...otherObjects(operator, rendering),
    ...generated([
      ...deploymentObjects(operator, rendering, services),
      ...webhookConfigurations(operator, rendering, services),
      ...webhookServiceObjects(operator, rendering, services),
      ...[...services.values()].flatMap(({ certificate }) => (certificate.objects ?? []) as unknown as PlainObject[]),
    ]),
  ];
}

const NAMESPACED = new Set([
  'ClusterServiceVersion', 'ConfigMap', 'NetworkPolicy', 'PodDisruptionBudget', 'PodMonitor', 'PrometheusRule', 'Role', 'RoleBinding', 'Secret', 'Service',
  'ServiceAccount', 'ServiceMonitor',
]);

/** OLM v1 does not treat these as namespaced, and so installs them into the namespace in their file, or into none. */
const ALSO_NAMESPACED = 'VerticalPodAutoscaler';

/** Returns the other objects of the bundle, in the namespace of the operator. */
export function otherObjects({ others }: Operator, { installNamespace, compatible }: Rendering): PlainObject[] {
  return others.map(({ kind, content }) => {
    const isNamespaced = NAMESPACED.has(kind) || (kind === ALSO_NAMESPACED && !compatible);
    return isNamespaced ? { ...content, metadata: { ...content.metadata, namespace: installNamespace } } : content;
  });
}

/** Status that Go serializes for objects without one, by kind. */
const EMPTY_STATUS: { readonly [kind: string]: object } = {
  Deployment: {},
  Service: { loadBalancer: {} },
  Issuer: {},
  Certificate: {},
};

/** Adds the empty status that Go serializes to objects that are not from a file of the bundle. */
export function withEmptyStatus(object: PlainObject): PlainObject {
  const status = ownValue(EMPTY_STATUS, object.kind);
  return status === undefined || object['status'] !== undefined ? object : { ...object, status };
}

/**
 * Removes what only the API server sets. Generators of bundles write `status` and `creationTimestamp: null`; a GitOps controller would compare
 * them with the cluster.
 */
export function withoutServerFields(object: PlainObject): PlainObject {
  const { status: _status, ...rest } = object;
  const { creationTimestamp: _time, ...metadata } = mapField(rest, 'metadata');
  return { ...rest, apiVersion: object.apiVersion, kind: object.kind, metadata };
}
