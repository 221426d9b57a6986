import { lostCsv } from './lost-csv';
import { OperatorPhase } from './options';
import { deploymentNames } from './owned-apis';
import { byName, isKnown, plannedCsvs, Situation, waitsForApproval } from './situation';
import { JsonMap, mapsField, textField, textsField } from '../../../bundle/json-value';
import { holds, isDeleted, KubernetesObject, path, specText, statusText } from '../cluster/kubernetes-object';
import { hasNewPods, podsAvailable } from '../cluster/rollout';
import { list } from '../explain/quote';
import { crdProblem } from '../explain/rules/crds';
import { isAnswering } from '../explain/rules/catalogs';

/** How far an operator is, and what comes next. */
export interface Whereabouts {
  readonly phase: OperatorPhase;
  readonly waitingFor: string;
}

/** How far an operator is; undefined when all of it is there. */
export function whereabouts(situation: Situation): Whereabouts | undefined {
  const { csv, goal, plan } = situation;
  if (!isKnown(situation)) {
    return { phase: 'resolving', waitingFor: 'the first lists of the API server' };
  }
  if (csv !== undefined && !(csv.metadata.name !== goal && statusText(csv, 'phase') === 'Succeeded')) {
    return ofCsv(csv, situation);
  }
  const lost = lostCsv(situation);
  if (lost !== undefined) {
    return { phase: 'resolving', waitingFor: `ClusterServiceVersion ${lost} to be there again` };
  }
  return (plan === undefined ? undefined : ofPlan(plan)) ?? beforePlan(situation);
}

function beforePlan({ subscription, catalogs = [], namespace, name, csv, goal }: Situation): Whereabouts {
  if (!subscription) {
    return { phase: 'resolving', waitingFor: `Subscription ${namespace}/${name} to be created` };
  }
  if (holds(subscription, 'BundleUnpacking')) {
    return { phase: 'unpacking', waitingFor: 'OLM to unpack the bundle image' };
  }
  const silent = catalogs.filter((catalog) => catalog.metadata.name === specText(subscription, 'source') && !isAnswering(catalog));
  if (silent.length > 0) {
    return { phase: 'resolving', waitingFor: `catalog ${list(silent.map(path))} to answer` };
  }
  return { phase: 'resolving', waitingFor: csv === undefined ? 'an InstallPlan' : `an InstallPlan from ${csv.metadata.name} to ${goal ?? 'a newer version'}` };
}

/** Where a plan stands that has yet to bring its ClusterServiceVersions; undefined for one that did. */
function ofPlan(plan: KubernetesObject): Whereabouts | undefined {
  const [phase, csvs] = [statusText(plan, 'phase'), list(plannedCsvs(plan))];
  if (phase === 'Complete') {
    return undefined;
  }
  if (waitsForApproval(plan)) {
    return { phase: 'approving', waitingFor: `approval of InstallPlan ${path(plan)} (${csvs})` };
  }
  const isUnpacking = mapsField(plan.status, 'bundleLookups').some((lookup) => (
    mapsField(lookup, 'conditions').some((condition) => textField(condition, 'type') === 'BundleLookupPending' && textField(condition, 'status') === 'True')
  ));
  return isUnpacking
    ? { phase: 'unpacking', waitingFor: `OLM to unpack the bundles of InstallPlan ${path(plan)}` }
    : { phase: 'installing', waitingFor: `InstallPlan ${path(plan)} to install ${csvs}` };
}

function ofCsv(csv: KubernetesObject, situation: Situation): Whereabouts | undefined {
  const { name } = csv.metadata;
  if (isDeleted(csv)) {
    return { phase: 'starting', waitingFor: `ClusterServiceVersion ${name} to be gone: somebody deleted it` };
  }
  const phase = statusText(csv, 'phase');
  if (phase === 'Succeeded') {
    return afterSuccess(csv, situation);
  }
  return { phase: 'starting', waitingFor: phase === 'Installing' || phase === 'InstallReady' ? deploymentsOf(csv, situation) : pending(csv) };
}

function afterSuccess(csv: KubernetesObject, { apis, csvs = [] }: Situation): Whereabouts | undefined {
  const missing = apis.filter(({ api, crd }) => !crd || crdProblem(crd, api.version) !== undefined);
  if (missing.length > 0) {
    return { phase: 'serving', waitingFor: `the API server to serve ${list(missing.map(({ api }) => `${api.kind} (${api.crd}/${api.version})`))}` };
  }
  const old = csvs.filter((other) => other !== csv && isReplacedBy(csv, other));
  return old.length === 0 ? undefined : { phase: 'starting', waitingFor: `OLM to remove ${list(old.map(({ metadata }) => metadata.name))}` };
}

/** Whether an older version is still on its way out. As long as it is, OLM may take back that the new one succeeded. */
function isReplacedBy(csv: KubernetesObject, other: KubernetesObject): boolean {
  const isLeaving = ['Replacing', 'Deleting'].includes(statusText(other, 'phase') ?? '');
  return isLeaving && [specText(csv, 'replaces'), ...textsField(csv.spec, 'skips')].includes(other.metadata.name);
}

function pending(csv: KubernetesObject): string {
  const { name } = csv.metadata;
  const missing = mapsField(csv.status, 'requirementStatus').filter((requirement) => textField(requirement, 'status') !== 'Present');
  if (missing.length > 0) {
    return `what ${name} requires: ${list(missing.map((requirement) => requirementName(requirement, name)))}`;
  }
  return statusText(csv, 'phase') === 'Failed'
    ? `OLM to try ${name} again after it failed (${statusText(csv, 'reason') ?? 'no reason'})`
    : `OLM to check what ${name} requires`;
}

/** A requirement in words; one on the ClusterServiceVersion itself is about the version of Kubernetes. */
function requirementName(requirement: JsonMap, csv: string): string {
  const [kind, name] = [textField(requirement, 'kind') ?? 'object', textField(requirement, 'name') ?? '?'];
  return name === csv ? 'a newer Kubernetes' : `${kind} ${name}`;
}

function deploymentsOf(csv: KubernetesObject, { deployments }: Situation): string {
  const names = deploymentNames(csv);
  const waiting = names.flatMap((name) => {
    const deployment = byName(deployments, name);
    if (deployment === undefined) {
      return [`Deployment ${name} to be created`];
    }
    return hasNewPods(deployment) ? [] : [`Deployment ${name} (${podsAvailable(deployment)})`];
  });
  return waiting.length === 0 ? `OLM to see that ${csv.metadata.name} runs` : list(waiting);
}
