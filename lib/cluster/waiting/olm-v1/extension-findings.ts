import { fieldAt, ownValue } from '../../../formats/json/json-value';
import { installRemedy, missingApiIn } from '../../../formats/schema/api-projects';
import { selectsLabels } from '../../../formats/schema/label-selector';
import { Finding } from '../explain/explanation';
import { inOrder, type MessagePattern } from '../explain/message-pattern';
import { detail, list, messageLine } from '../explain/formatting';
import { CauseName } from '../explain/known-causes';
import { pods, warnings } from '../operator/operator-interests';
import { crdProblem } from '../rules/crds';
import { deploymentFindings } from '../rules/deployments';
import { missingApiFinding } from '../rules/missing-apis';
import { warningFindings } from '../rules/warnings';
import { NAMESPACES } from '../view/api-resource';
import { named, objectOf, objectsOf } from '../view/cluster-view';
import { Condition, condition, KubernetesObject } from '../view/kubernetes-object';
import { catalogFindings, imageCause, isCatalogReady, isDisabled } from './cluster-catalog-waiter';
import { ExtensionSituation, unavailableRevisions } from './extension-situation';
import { ALL_CATALOGS, controllerFindings, extensionInterest, idleFindings, missingFindings } from './resources';

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
    return [{ cause: 'cluster-catalog-missing', message: others, absent: ALL_CATALOGS }];
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
    ...warningFindings([objectsOf(view, warnings(namespace)) ?? []], deployments.map(({ metadata }) => metadata.name)),
  ];
}

/** Maximum number of quoted lines of an error, which are missing permissions or unsafe changes of CRDs. */
const MAX_LINES = 10;

/** Reasons of `Progressing` that are not errors. */
const PROGRESS: readonly string[] = ['Succeeded', 'RollingOut'];

/** Causes by reason. */
const CAUSE_OF_REASON: { readonly [reason: string]: CauseName } = {
  InvalidConfiguration: 'extension-invalid',
  ProgressDeadlineExceeded: 'rollout-deadline-exceeded',
};

/** Prefix that operator-controller adds to an error that concerns a bundle, once it has resolved one. */
const RESOLVED = /^error for resolved bundle "([^"]*)" with version "[^"]*": /;

/** Causes by the text of operator-controller's errors. The first match wins. */
const CAUSES: readonly (readonly [MessagePattern, CauseName])[] = [
  [/pre-authorization failed|is forbidden: User "system:serviceaccount:|attempting to grant RBAC permissions not currently held/, 'extension-rights-missing'],
  [/service account "[^"]*" not found in namespace|missing ServiceAccount/, 'extension-account-missing'],
  [/validating upgrade for CRD|failed upgrade safety validation/, 'crd-upgrade-unsafe'],
  [/cannot be managed by operator-controller|revision object collisions|cannot be imported into the current release/, 'object-owned-by-another'],
  [/in multiple catalogs with the same priority/, 'catalogs-ambiguous'],
  [inOrder(/desired version range /, / is invalid/), 'extension-invalid'],
  [/desired catalog selector is invalid|invalid ClusterExtension configuration|invalid deploymentConfig/, 'extension-invalid'],
  [/error upgrading from currently installed version|error finding upgrade edges/, 'successor-missing'],
  [/no bundles found for package/, 'bundle-not-found'],
  [inOrder(/cache for catalog /, / not found/), 'cluster-catalog-not-served'],
  [/is not being served|error getting package|has a nil status/, 'cluster-catalog-not-served'],
  [/namespaces "[^"]*" not found/, 'namespace-missing'],
  [/unsupported bundle|not supported|unsupported resource|do not support|validating bundle|bundle contains/, 'bundle-unsupported'],
];

/** Returns the cause of an error of operator-controller, or undefined if it is not a known one. */
export function extensionErrorCause(error: string): CauseName | undefined {
  return CAUSES.find(([pattern]) => pattern.test(error))?.[1] ?? imageCause(error);
}

/** Beginnings of the errors of a revision, which OLM v1 creates for a resolved bundle. */
const OF_REVISION = /^(?:Revision|revision|phase \d|establish watch|converting to boxcutter|reconciling object: )/;

/** Messages of `Progressing` for which the actual error is in the condition `Installed`. */
const SEE_INSTALLED = /^retrying to get installed bundle$|missing ServiceAccount$/;

/** Whether operator-controller has resolved the bundle that a condition is about. */
export function isResolved({ message, reason }: Condition): boolean {
  return RESOLVED.test(message) || OF_REVISION.test(message) || PROGRESS.includes(reason);
}

/** Returns the error that the condition `Progressing` of a ClusterExtension reports, or an empty list if it reports none. */
export function errorFindings(extension: KubernetesObject, progressing: Condition): Finding[] {
  const { status, reason } = progressing;
  if (PROGRESS.includes(reason)) {
    return [];
  }
  const installed = condition(extension, 'Installed');
  const message = SEE_INSTALLED.test(progressing.message) && installed?.status === 'Unknown' ? installed.message : progressing.message;
  const isFinal = status === 'False';
  const [prefix = '', bundle] = RESOLVED.exec(message) ?? [];
  const error = message.slice(prefix.length).replace(/\bterminal error: /g, '');
  const cause = ownValue(CAUSE_OF_REASON, reason) ?? extensionErrorCause(error) ?? (isFinal ? 'olm-v1-blocked' : 'olm-v1-retrying');
  const what = `ClusterExtension ${extension.metadata.name}`;
  const failure = reason === 'ProgressDeadlineExceeded' ? 'was not rolled out in time'
    : bundle === undefined ? 'cannot be installed' : `cannot install ${bundle}`;
  const missing = missingApiFinding(`${what} ${failure}`, error);
  if (missing !== undefined) {
    // OLM v1 installs the image as it is.
    const remedy = `${installRemedy(missingApiIn(error)!.group)}; or write an image of the bundle without the object, with Bundle.without and toImageLayout`;
    return [{ ...missing, remedy, ...(isFinal ? { grace: 'none' } : {}) }];
  }
  return [{ cause, message: `${what} ${failure}${quotedError(cause, error)}`, ...(isFinal ? { grace: 'none' } : {}) }];
}

/** Quotes an error. If it has a line for each permission or change, these are listed. */
function quotedError(cause: CauseName, error: string): string {
  const lines = error.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const [first = '', ...others] = lines;
  if (cause === 'extension-rights-missing' && others.length > 0) {
    return `: it lacks ${list(others.map(permission))}`;
  }
  if (cause === 'crd-upgrade-unsafe' && others.length > 0) {
    const shown = others.length < MAX_LINES ? others : [...others.slice(0, MAX_LINES - 1), `${others.length - MAX_LINES + 1} more`];
    return `: ${[first, ...shown].map(messageLine).join('; ')}`;
  }
  return detail(error);
}

/** Describes a missing permission. Operator-controller and the API server write it as fields with lists, the API server with quoted items. */
function permission(line: string): string {
  const found = Object.fromEntries([...line.matchAll(/\b(\w+):(?:\[([^\]]*)\]|"([^"]*)")/g)].map(([, key, values, value]) => [key!, values === undefined ? value ?? '' : items(values)]));
  const { Verbs: verbs = '', Resources: resources = '', APIGroups: groups = '', ResourceNames: names = '', Namespace: namespace = '' } = found;
  if (verbs === '' || resources === '') {
    return messageLine(line);
  }
  const name = names === '' ? '' : ` ${names}`;
  return `${verbs} of ${resources.split(',').map((resource) => (groups === '' ? resource : `${resource}.${groups}`)).join(', ')}${name}`
    + (namespace === '' ? '' : ` in namespace ${namespace}`);
}

function items(list: string): string {
  return list.split(/[\s,]+/).map((item) => item.replace(/^"(.*)"$/, '$1')).join(',');
}
