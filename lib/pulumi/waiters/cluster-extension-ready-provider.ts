import type { Waiter } from '../../cluster/waiting/machine/waiter';
import { clusterExtensionRemoval } from '../../cluster/waiting/olm-v1/cluster-extension-removal';
import {
  clusterExtensionReady, type ClusterExtensionReadyOptions, type InstalledExtension, installedExtension,
} from '../../cluster/waiting/olm-v1/cluster-extension-waiter';
import { errorFindings } from '../../cluster/waiting/olm-v1/extension-findings';
import { extensionSituation } from '../../cluster/waiting/olm-v1/extension-situation';
import { crdsOf, deploymentsOf, extensionInterest } from '../../cluster/waiting/olm-v1/resources';
import { WHATEVER_IS_OFFERED } from '../../formats/schema/wanted-csv';
import type { RemovalReport } from '../../cluster/waiting/removal/stage';
import { unlessWaitingDisabled } from '../../cluster/waiting/removal/waiting-opt-out';
import { isAvailable, podsAvailable } from '../../cluster/waiting/rules/deployments';
import type { ClusterView } from '../../cluster/waiting/view/cluster-view';
import { defined } from '../../formats/json/defined';
import { field, type JsonMap, mapField, stringField } from '../../formats/json/json-value';
import { append } from '../../text/lists';
import { operandsIn, parseTimeouts, phaseSeconds, replacementWithCrds, requiredString } from '../provider/inputs';
import { CLUSTER_EXTENSION_READY_INPUTS } from '../provider/waiter-inputs';
import type { Observation } from '../provider/waiter-kind';
import { waiterProvider } from '../provider/waiter-provider';

/** Provider of `ClusterExtensionReady`. */
export const CLUSTER_EXTENSION_READY = waiterProvider<InstalledExtension>({
  subject: (inputs) => `cluster extension ${nameOf(inputs)}`,
  inputs: CLUSTER_EXTENSION_READY_INPUTS,
  importing: {
    idInputs: ['name'],
    found: (inputs, view) => ({ inputs: {}, outputs: { left: { bundleName: extensionSituation(nameOf(inputs), view).installed?.name } } }),
  },
  planned: (outputs, _, replaces) => (replaces.length > 0 ? [replacementWithCrds(outputs)] : []),
  waiter: (inputs) => clusterExtensionReady(options(inputs)) as Waiter<unknown, InstalledExtension>,
  outputs: (_, verdict) => {
    const found = verdict.kind === 'done' ? verdict.outcome : verdict.reached;
    return { ...outputsOf(found), left: { bundleName: found.bundle?.name }, phaseSeconds: phaseSeconds(verdict) };
  },
  remarks: ({ bundle, deprecations }, inputs) => [
    ...(stringField(inputs, 'version') === undefined ? [`${bundle.name} is ${WHATEVER_IS_OFFERED}`] : []),
    ...deprecations.map((deprecation) => `warning: ${deprecation}`),
  ],
  observe,
  removal: (outputs) => {
    const namespace = stringField(outputs, 'installNamespace');
    const removal = clusterExtensionRemoval({
      name: nameOf(outputs), operands: operandsIn(outputs), force: field(outputs['onDestroy'], 'force') === true,
      timeouts: parseTimeouts(outputs['timeouts']), ...defined({ namespace }),
    });
    const object = extensionInterest(nameOf(outputs));
    return unlessWaitingDisabled(removal, { object, gate: object, dependents: 'its operator' }) as Waiter<unknown, RemovalReport>;
  },
});

function nameOf(inputs: JsonMap): string {
  return requiredString(inputs, 'name');
}

function options(inputs: JsonMap): ClusterExtensionReadyOptions {
  const version = stringField(inputs, 'version');
  return { name: nameOf(inputs), timeouts: parseTimeouts(inputs['timeouts']), ...defined({ version }) };
}

/** Outputs and inputs share one object, so the version of the bundle is `installedVersion` here. */
function outputsOf(found: Partial<InstalledExtension>): JsonMap {
  return {
    installNamespace: found.namespace,
    bundleName: found.bundle?.name,
    installedVersion: found.bundle?.version,
    release: found.bundle?.release,
    activeRevisions: found.activeRevisions,
    ownedApis: found.ownedApis,
    deployments: found.deployments,
    deprecations: found.deprecations,
  };
}

function observe(outputs: JsonMap, view: ClusterView): Observation {
  const situation = extensionSituation(nameOf(outputs), view);
  const { name: of, namespace, extension, progressing, installed, deployments, crds } = situation;
  // Compared with the result of the last wait, not of an earlier refresh, so that drift is reported until it is undone.
  const before = stringField(mapField(outputs, 'left'), 'bundleName');
  const now = installed?.name;
  const drift: string[] = [];
  if (extension && before !== undefined && before !== now) {
    drift.push(now === undefined ? `bundle ${before} is no longer installed` : `${now} is installed instead of ${before}`);
  }
  if (extension && progressing !== undefined) {
    append(drift, errorFindings(extension, progressing).map(({ message }) => message));
  }
  append(drift, (deployments ?? []).filter((deployment) => !isAvailable(deployment))
    .map((deployment) => `Deployment ${deployment.metadata.name}: ${podsAvailable(deployment)}`));
  return {
    watch: [extensionInterest(of), crdsOf(of), ...(namespace === undefined ? [] : [deploymentsOf(of, namespace)])],
    isKnown: extension === null || (extension !== undefined && deployments !== undefined && crds !== undefined),
    isThere: Boolean(extension),
    drift,
    outputs: outputsOf(installedExtension(situation)),
  };
}
