import { approval } from './approval';
import { lostCsv } from './lost-csv';
import { twiceSubscribed } from './operator-adoption';
import { Pin } from './options';
import { deploymentNames } from './owned-apis';
import { byName, Situation } from './situation';
import { whereabouts } from './whereabouts';
import { compareVersions, parseVersion, Version } from '../../../bundle/catalog/version';
import { condition, isDeleted, KubernetesObject, path, specText, statusText } from '../cluster/kubernetes-object';
import { isAvailable } from '../cluster/rollout';
import { Finding } from '../explain/finding';
import { catalogFindings, isAnswering } from '../explain/rules/catalogs';
import { csvFindings } from '../explain/rules/cluster-service-versions';
import { crdProblem } from '../explain/rules/crds';
import { deploymentFindings } from '../explain/rules/deployments';
import { namespaceFindings } from '../explain/rules/namespaces';
import { operatorGroupFindings } from '../explain/rules/operator-groups';
import { packageFindings } from '../explain/rules/packages';
import { planFindings } from '../explain/rules/plans';
import { missingCatalog, resolutionFindings } from '../explain/rules/resolution';
import { unpackFindings } from '../explain/rules/unpack';
import { warningFindings } from '../explain/rules/warnings';

/** What keeps an operator from getting ready, the likeliest first: what is wrong early on the way explains what is missing later. */
export function operatorFindings(situation: Situation): Finding[] {
  const { namespace, name, namespaceObject, groups, subscription, plan, csv, unpackJobs, warnings } = situation;
  if (namespaceObject === null) {
    // Without it there is nothing of all the rest either.
    return namespaceFindings(namespace, namespaceObject);
  }
  const source = specText(subscription ?? undefined, 'source');
  const names = [name, source, plan?.metadata.name, csv?.metadata.name, ...deploymentNames(csv), ...unpackJobs.map(({ metadata }) => metadata.name)];
  return withoutVague([
    ...namespaceFindings(namespace, namespaceObject),
    ...(subscription === null ? [{ cause: 'subscription-missing', text: `there is no Subscription ${namespace}/${name}` } as const] : []),
    ...operatorGroupFindings(namespace, groups),
    ...(subscription ? newerInstalled(situation) : []),
    ...(subscription ? resolving(subscription, situation) : []),
    ...lost(situation) ?? planning(situation),
    ...starting(situation),
    ...controllers(situation),
    ...warningFindings(warnings, names.filter((found) => found !== undefined)),
  ]);
}

/** That a Deployment is not available says nothing beside who refuses its pods. */
function withoutVague(findings: readonly Finding[]): Finding[] {
  const isRefused = findings.some(({ cause }) => cause === 'pod-security' || cause === 'quota' || cause === 'pods-refused');
  return findings.filter(({ cause }) => !isRefused || cause !== 'deployment-unavailable');
}

/** What keeps a Subscription from leading to an InstallPlan. With one on its way, what OLM cannot resolve is the next one's affair. */
function resolving(subscription: KubernetesObject, situation: Situation): Finding[] {
  const { name, catalogs, packages, unpackJobs, pods, deployments = [], pin } = situation;
  if (!['resolving', 'unpacking'].includes(whereabouts(situation)?.phase ?? '')) {
    return [];
  }
  const [source, sourceNamespace = ''] = [specText(subscription, 'source'), specText(subscription, 'sourceNamespace')];
  const own = catalogs?.find(({ metadata }) => metadata.name === source && metadata.namespace === sourceNamespace);
  const missing = catalogs !== undefined && own === undefined && source !== undefined ? [missingCatalog(subscription, source, sourceNamespace)] : [];
  const silent = own === undefined ? [] : catalogFindings(own);
  const registry = silent.length === 0 ? [] : deployments
    .filter(({ metadata }) => metadata.name === source && metadata.namespace === sourceNamespace)
    .flatMap((deployment) => deploymentFindings(deployment, pods));
  const asked = pin?.csv ?? specText(subscription, 'startingCSV');
  const unknown = own !== undefined && isAnswering(own) ? packageFindings(subscription, asked, packages) : [];
  const allAnswer = (catalogs ?? []).every(isAnswering);
  const failed = resolutionFindings(condition(subscription, 'ResolutionFailed'), { subscription: name, allAnswer });
  const others = (catalogs ?? []).filter((catalog) => catalog !== own).flatMap(catalogFindings)
    .map((finding): Finding => ({ ...finding, patience: 'timeout' }));
  return [
    ...missing, ...unknown, ...silent, ...registry,
    ...twiceInsteadOf(failed.filter(({ cause }) => !unknown.some((found) => found.cause === cause)), subscription, situation),
    ...unpackFindings(subscription, unpackJobs, pods), ...others, ...noUpgrade(subscription, situation),
  ];
}

/** Two Subscriptions to a package OLM finds contradictory without saying so: what it does say is about what each of them would install. */
function twiceInsteadOf(failed: readonly Finding[], subscription: KubernetesObject, { name, subscriptions = [] }: Situation): readonly Finding[] {
  const isVague = failed.length > 0 && failed.every(({ cause }) => cause === 'not-resolvable' || cause === 'api-of-another-operator');
  const twice = isVague ? twiceSubscribed(specText(subscription, 'name'), name, subscriptions) : [];
  return twice.length === 0 ? failed : twice;
}

/** That OLM sees nothing newer than what is installed, though something newer is asked for. */
function noUpgrade(subscription: KubernetesObject, situation: Situation): Finding[] {
  const { pin, installed } = situation;
  const isLatest = statusText(subscription, 'state') === 'AtLatestKnown';
  return pin === undefined || installed === undefined || !isLatest || newerInstalled(situation).length > 0
    ? []
    : [{ cause: 'no-upgrade-path', text: `OLM sees no upgrade from ${installed.metadata.name} in channel ${specText(subscription, 'channel') ?? '(default)'}` }];
}

/** That somebody deleted what is installed. What OLM plans from there is nothing to wait for. */
function lost(situation: Situation): Finding[] | undefined {
  const name = lostCsv(situation);
  return name === undefined ? undefined : [{
    cause: 'csv-lost',
    text: `ClusterServiceVersion ${name} is not there, though Subscription ${situation.namespace}/${situation.name} has it as installed: somebody deleted it`,
  }];
}

/** What keeps an InstallPlan from installing, and what is installed instead of what is asked for. */
function planning(situation: Situation): Finding[] {
  const { plan, plans = [], csv, goal } = situation;
  const { finding } = approval(situation);
  const own = plan === undefined || csv?.metadata.name === goal ? [] : planFindings(plan);
  const waiting = finding === undefined ? [] : [finding];
  const others = csv !== undefined || plan !== undefined ? [] : plans.filter((other) => statusText(other, 'phase') === 'RequiresApproval');
  return [
    ...own, ...waiting,
    ...others.map((other): Finding => ({ cause: 'plan-of-another', text: `InstallPlan ${path(other)} of this namespace waits for approval and belongs to others` })),
  ];
}

/** What keeps a ClusterServiceVersion from succeeding, and its APIs from being served. */
function starting({ csv, goal, apis, deployments, pods }: Situation): Finding[] {
  if (csv === undefined) {
    return [];
  }
  const ofDeployments = hasStarted(csv) ? deploymentNames(csv).flatMap((name): Finding[] => {
    const deployment = byName(deployments, name);
    return deployment === undefined
      ? [{ cause: 'deployment-missing', text: `Deployment ${name} of ${csv.metadata.name} is not there` }]
      : deploymentFindings(deployment, pods);
  }) : [];
  const ofApis = statusText(csv, 'phase') !== 'Succeeded' || csv.metadata.name !== goal ? [] : apis.flatMap(({ api, crd }): Finding[] => {
    if (crd === null) {
      return [{ cause: 'crd-not-established', text: `CustomResourceDefinition ${api.crd} is not there` }];
    }
    const problem = crd === undefined ? undefined : crdProblem(crd, api.version);
    return problem === undefined ? [] : [problem];
  });
  const leaving: Finding[] = isDeleted(csv) ? [{ cause: 'still-there', text: `ClusterServiceVersion ${csv.metadata.name} is being deleted` }] : [];
  return [...leaving, ...csvFindings(csv), ...ofDeployments, ...ofApis];
}

/** Whether OLM has made the Deployments, so that they can be what is wrong. */
function hasStarted(csv: KubernetesObject): boolean {
  const reasons = ['ComponentUnhealthy', 'NeedsReinstall', 'InstallCheckFailed', 'APIServiceResourceIssue'];
  return statusText(csv, 'phase') === 'Installing' || reasons.includes(statusText(csv, 'reason') ?? '');
}

/** OLM itself, where it does not run. */
function controllers({ controllers: deployments }: Situation): Finding[] {
  return deployments.filter((deployment) => !isAvailable(deployment))
    .map((deployment) => ({ cause: 'olm-not-running', text: `Deployment ${path(deployment)} of OLM is not available` }));
}

/** Whether a newer version than the pinned one is installed already. */
function newerInstalled({ pin, installed }: Situation): Finding[] {
  if (pin === undefined || installed === undefined || installed.metadata.name === pin.csv) {
    return [];
  }
  const [wanted, found] = [pinnedVersion(pin), parseVersion(specText(installed, 'version') ?? '')];
  return wanted !== undefined && found !== undefined && compareVersions(wanted, found) < 0
    ? [{ cause: 'installed-is-newer', text: `${installed.metadata.name} is installed, which is newer than ${pin.csv}` }]
    : [];
}

function pinnedVersion({ csv, version }: Pin): Version | undefined {
  return parseVersion(version ?? csv.slice(csv.indexOf('.') + 1).replace(/^v/, ''));
}
