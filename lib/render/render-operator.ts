import type { Bundle } from '../bundle/bundle';
import { unknownKey } from '../formats/json/known-keys';
import { labelErrors } from '../formats/schema/formats/names';
import { quoted } from '../text/quoted';
import { decodeOperator } from './decode/decode-operator';
import { decodeDeploymentConfig } from './decode/deployment-config';
import type { Operator, PlainObject } from './model/operator';
import { RenderError, RenderErrorCode } from './model/render-error';
import { RenderProblems } from './model/render-problems';
import type { Rendering } from './model/rendering';
import { webhookServices } from './model/webhook-service';
import { withEmptyStatus, withoutServerFields } from './objects/clean';
import { customResourceDefinitions } from './objects/custom-resource-definitions';
import { deploymentObjects } from './objects/deployments';
import { otherObjects } from './objects/other-objects';
import { roles, serviceAccounts } from './objects/rbac';
import { webhookServiceObjects } from './objects/services';
import { webhookConfigurations } from './objects/webhook-configurations';
import { PLAIN_MANIFESTS_OPTIONS, type PlainManifestsOptions } from './plain-manifests-options';
import { checkConversions } from './validate/conversions';
import { checkCrds } from './validate/crds';
import { checkDeployments } from './validate/deployments';
import { checkObjects } from './validate/objects';
import { chooseTargetNamespaces } from './validate/target-namespaces';
import { checkWebhooks } from './validate/webhooks';

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
  const { compatible = false } = options;
  const problems = new RenderProblems();
  const unknown = unknownKey('options of PlainManifests.render', options, PLAIN_MANIFESTS_OPTIONS);
  if (unknown !== undefined) {
    problems.add(RenderErrorCode.OPTIONS, unknown);
  }
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
