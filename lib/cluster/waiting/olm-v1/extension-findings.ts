import { catalogFindings, isCatalogReady, isDisabled } from './catalog-state';
import { controllerFindings, idleFindings, missingFindings } from './controller-state';
import { errorFindings } from './extension-errors';
import { ExtensionSituation } from './extension-situation';
import { unavailableRevisions } from './extension-status';
import { selectsLabels } from './label-selector';
import { ALL_CATALOGS, extensionInterest } from './resources';
import { fieldAt } from '../../../formats/json/json-value';
import { CauseName } from '../causes/known-causes';
import { NAMESPACES } from '../view/api-resource';
import { KubernetesObject } from '../view/kubernetes-object';
import { named, objectOf, objectsOf } from '../view/queries';
import { Finding } from '../explain/finding';
import { detail, list } from '../explain/formatting';
import { pods, warnings } from '../operator/operator-interests';
import { crdProblem } from '../rules/crds';
import { deploymentFindings } from '../rules/deployments';
import { warningFindings } from '../rules/warnings';

/** Causes that a catalog may be responsible for. */
const OF_RESOLUTION: readonly CauseName[] = ['bundle-not-found', 'successor-missing', 'cluster-catalog-not-served'];

/** Returns what keeps a ClusterExtension from becoming ready, the most likely cause first. */
export function extensionFindings(situation: ExtensionSituation): Finding[] {
  const { name, view, extension, progressing } = situation;
  const interest = extensionInterest(name);
  if (!extension) {
    return missingFindings(interest, extension, view);
  }
  if (progressing === undefined) {
    return [...namespaceFindings(situation), ...controllerFindings('operator-controller', view), ...idleFindings(interest, 'operator-controller', extension)];
  }
  const errors = errorFindings(extension, progressing);
  const found = [
    ...namespaceFindings(situation),
    ...(errors.some(({ cause }) => OF_RESOLUTION.includes(cause)) ? resolutionFindings(extension, situation) : []),
    ...errors,
    ...controllerFindings('operator-controller', view),
    ...rolloutFindings(extension, situation),
  ];
  return found.length > 0 || situation.installed !== undefined ? found : [
    { cause: 'olm-v1-idle', message: `operator-controller has not installed the bundle of ClusterExtension ${name} yet${detail(progressing.message)}` },
  ];
}

function namespaceFindings({ view, namespace = '' }: ExtensionSituation): Finding[] {
  const found = objectOf(view, named(NAMESPACES, namespace));
  const isTerminating = fieldAt(found?.status, 'phase') === 'Terminating';
  return isTerminating ? [{ cause: 'namespace-terminating', message: `namespace ${namespace} is being deleted` }] : [];
}

/** Returns the problems of the catalogs in which OLM v1 looks for the package. */
function resolutionFindings(extension: KubernetesObject, { view }: ExtensionSituation): Finding[] {
  const catalogs = objectsOf(view, ALL_CATALOGS);
  if (catalogs === undefined) {
    return [];
  }
  const selector = fieldAt(extension.spec, 'source', 'catalog', 'selector');
  const selected = catalogs.filter(({ metadata: { labels = {} } }) => selectsLabels(selector, labels));
  if (selected.length === 0) {
    const others = catalogs.length === 0 ? 'there is no ClusterCatalog'
      : `the selector of ClusterExtension ${extension.metadata.name} matches no ClusterCatalog; the cluster has ${list(catalogs.map(({ metadata }) => metadata.name))}`;
    return [{ cause: 'cluster-catalog-missing', message: others }];
  }
  const enabled = selected.filter((catalog) => !isDisabled(catalog));
  return [
    ...(enabled.length > 0 ? [] : selected.map(({ metadata }): Finding => (
      { cause: 'cluster-catalog-disabled', message: `ClusterCatalog ${metadata.name} is disabled, so OLM v1 resolves nothing from it` }
    ))),
    // Problems of a catalog explain the failure, but the error of the ClusterExtension determines when the wait ends.
    ...enabled.filter((catalog) => !isCatalogReady(catalog)).flatMap(catalogFindings).map((finding): Finding => ({ ...finding, grace: 'timeout' })),
  ];
}

/** Returns why the components of the bundle do not run. */
function rolloutFindings(extension: KubernetesObject, { view, namespace = '', deployments = [], crds = [] }: ExtensionSituation): Finding[] {
  const found = objectsOf(view, pods(namespace)) ?? [];
  return [
    ...deployments.flatMap((deployment) => deploymentFindings(deployment, found)),
    ...crds.map((crd) => crdProblem(crd, undefined)).filter((finding) => finding !== undefined),
    ...unavailableRevisions(extension).map(({ name, message }): Finding => (
      { cause: 'revision-unavailable', message: `revision ${name} is not available${detail(message)}` }
    )),
    ...warningFindings(objectsOf(view, warnings(namespace)) ?? [], deployments.map(({ metadata }) => metadata.name)),
  ];
}
