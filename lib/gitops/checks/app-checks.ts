import type { IConstruct } from 'constructs';
import { Cluster } from '../../constructs/cluster';
import { checkKubernetesVersion, clusterOf, constructsOf } from '../../constructs/model/cluster-scope';
import { ConstructError } from '../../constructs/model/construct-error';
import { isLockMissing } from '../../constructs/model/lock-of-cluster';
import { checkNodeLabels } from '../../constructs/model/node-labels';
import { checkNamespace, checkOptionsIn } from '../../constructs/model/prop-checks';
import { takeWarnings, warningsOf } from '../../constructs/model/warnings';
import { checkArguments } from '../../formats/options/check-arguments';
import { ClusterApis } from '../../report/needs/cluster-apis';
import { FindingSeverity } from '../../validation/model/finding';
import { type AppCheck, type AppFinding, AppReport } from './app-report';
import { addAppValidation, refusedConstructs } from './app-validation';
import { type AppWaiver, checkWaivers, WAIVER_UNUSED } from './app-waiver';
import { type CheckDefinition, CheckedCluster, type ClusterDescription, type Problem } from './checked-cluster';
import { CATALOG_NOT_VISIBLE, CATALOG_VISIBILITY_UNKNOWN } from './catalog-visibility';
import { OLM_VALUE_UNKNOWN } from './closed-values';
import { ENGINE_OF_CLUSTER, ENGINES_IN_CLUSTER, ENGINES_IN_NAMESPACE, OLM_TWICE, PACKAGE_TWICE } from './conflicts';
import { ARCHITECTURE_UNSUPPORTED, CLUSTER_API_MISSING, NODE_LABEL_MISSING, NODE_LABEL_UNKNOWN } from './cluster-needs';
import { CUSTOM_RESOURCE_INVALID, KIND_UNKNOWN } from './custom-resources';
import { clustersOf, findingOf, groupedReport } from './group-findings';
import { IMAGE_WITHOUT_DIGEST } from './image-digests';
import { API_DEPRECATED, API_REMOVED, DEPRECATED_CONTENT, KUBERNETES_TOO_OLD } from './kubernetes-version';
import { namespacesOfApplications } from './known-namespaces';
import { NAMESPACE_MISSING, NAMESPACE_UNKNOWN } from './namespaces';
import { OPERATOR_GROUPS_INTERSECT, TARGET_NAMESPACE_MISSING } from './operator-groups';
import { REQUIRED_API_MISSING } from './required-apis';

/** Options of `AppChecks`. */
export interface AppChecksOptions {
  /**
   * Findings that are acceptable, with the reason.
   *
   * @default - none
   */
  readonly waivers?: AppWaiver[];

  /**
   * Version of Kubernetes, such as `1.33`, for clusters that do not specify one.
   *
   * @default - that of the `Cluster`; unknown without one, and then not checked
   */
  readonly kubernetesVersion?: string;

  /**
   * Namespaces that are in the clusters already, or that something else creates. Those of a `Cluster` are better set there.
   *
   * @default - those of each `Cluster`; Kubernetes' own, and those of controllers whose kinds the app has, such as OLM and Argo CD, are known
   */
  readonly existingNamespaces?: string[];

  /**
   * API groups of kinds that something outside the app provides, such as `monitoring.coreos.com`.
   *
   * @default - only those of Kubernetes, OpenShift, OLM, Argo CD and Flux
   */
  readonly existingApiGroups?: string[];

  /**
   * APIs that the clusters have besides those of Kubernetes, of OLM and of the app, such as `ClusterApis.fromFile('apis.txt')`. Those of a `Cluster`
   * are better set there.
   *
   * @default - those of each `Cluster`
   */
  readonly apis?: ClusterApis;

  /**
   * Labels of nodes of the clusters, as `key` or `key=value`; see `nodeLabels` of `Cluster`.
   *
   * @default - those of each `Cluster`; unknown without them
   */
  readonly nodeLabels?: string[];

  /**
   * Whether images without a digest are errors: a tag can change after the app was reviewed.
   *
   * @default false
   */
  readonly requireDigests?: boolean;

  /**
   * Whether warnings also stop synthesis.
   *
   * @default false
   */
  readonly strict?: boolean;
}

const APP_CHECKS = Symbol.for('olm-constructs.AppChecks');

/**
 * Checks an app as a whole: whether the operators, their OperatorGroups, custom resources and engines fit each other and the cluster. Each `Cluster`
 * of an app is checked separately.
 */
export class AppChecks {
  /**
   * Checks the app whenever it is synthesized. Errors stop synthesis, together with those of the constructs themselves; warnings are printed on
   * stderr.
   *
   * @param scope the app, a `Cluster`, or a construct that contains clusters
   * @param options waivers, and what is in the clusters already
   * @throws ConstructError when the scope is in a cluster or has checks already, an option is unknown, or a waiver has no reason
   */
  public static add(scope: IConstruct, options: AppChecksOptions = {}): void {
    checkArguments('AppChecks.add', { scope });
    checkOptions(scope, options);
    if (APP_CHECKS in scope) {
      throw new ConstructError(scope, 'AppChecks were added already; pass all options in one call');
    }
    Object.defineProperty(scope, APP_CHECKS, { value: true });
    addAppValidation(scope, () => checkApp(scope, options, []), options.strict ?? false);
  }

  /**
   * Checks the app now. The report also contains the errors and warnings of the constructs themselves, so it has everything that would stop
   * synthesis.
   *
   * @param scope the app, a `Cluster`, or a construct that contains clusters
   * @param options waivers, and what is in the clusters already
   * @throws ConstructError when the scope is in a cluster, an option is unknown, or a waiver has no reason
   */
  public static report(scope: IConstruct, options: AppChecksOptions = {}): AppReport {
    checkArguments('AppChecks.report', { scope });
    checkOptions(scope, options);
    return checkApp(scope, options, [CONSTRUCT_REFUSED, CONSTRUCT_WARNING]);
  }

  /** Returns all checks, with their IDs, in the order of their findings. */
  public static describe(): AppCheck[] {
    return describedChecks();
  }

  private constructor() {}
}

/** All checks, in the order of their findings. */
const ALL_CHECKS: readonly CheckDefinition[] = [
  OLM_TWICE, PACKAGE_TWICE, OPERATOR_GROUPS_INTERSECT, TARGET_NAMESPACE_MISSING, NAMESPACE_MISSING, NAMESPACE_UNKNOWN, CATALOG_NOT_VISIBLE,
  CATALOG_VISIBILITY_UNKNOWN, REQUIRED_API_MISSING, CLUSTER_API_MISSING, NODE_LABEL_MISSING, NODE_LABEL_UNKNOWN, ARCHITECTURE_UNSUPPORTED,
  KUBERNETES_TOO_OLD, ENGINE_OF_CLUSTER, ENGINES_IN_NAMESPACE, ENGINES_IN_CLUSTER, OLM_VALUE_UNKNOWN, CUSTOM_RESOURCE_INVALID, KIND_UNKNOWN,
  API_REMOVED, API_DEPRECATED, DEPRECATED_CONTENT, IMAGE_WITHOUT_DIGEST,
];

/** Errors of constructs themselves. A waiver cannot accept them: synthesis would still fail. @internal */
export const CONSTRUCT_REFUSED: AppCheck = {
  id: 'construct-refused',
  severity: FindingSeverity.ERROR,
  summary: 'the validations of the constructs pass',
  remedy: 'fix the construct as its message describes',
  source: 'https://cdk8s.io/docs/latest/basics/constructs/',
};

/** Warnings that constructs themselves print on stderr. */
const CONSTRUCT_WARNING: AppCheck = {
  id: 'construct-warning',
  severity: FindingSeverity.WARNING,
  summary: 'the constructs have no warnings',
  remedy: 'fix the construct as its message describes',
  source: 'https://cdk8s.io/docs/latest/basics/constructs/',
};


/** Returns all checks that a report contains. */
function describedChecks(): AppCheck[] {
  return [CONSTRUCT_REFUSED, CONSTRUCT_WARNING, ...ALL_CHECKS, WAIVER_UNUSED].map(described);
}

/** @throws ConstructError or Error when the scope or an option is invalid @internal */
export function checkOptions(scope: IConstruct, options: AppChecksOptions): void {
  clustersIn(scope);
  checkOptionsIn(scope, 'options of AppChecks', 'AppChecksOptions', options);
  const { waivers = [], kubernetesVersion, nodeLabels = [], existingNamespaces = [] } = options;
  checkKubernetesVersion(scope, kubernetesVersion);
  checkNodeLabels(scope, 'nodeLabels', nodeLabels);
  existingNamespaces.forEach((namespace, index) => checkNamespace(scope, `existingNamespaces[${index}]`, namespace));
  try {
    checkWaivers(waivers, [CONSTRUCT_WARNING, ...ALL_CHECKS].map(({ id }) => id));
  } catch (error) {
    throw new ConstructError(scope, (error as Error).message);
  }
}

/**
 * Checks one cluster of a program of Pulumi, whose components report warnings of their constructs themselves.
 *
 * @param cluster the app with the constructs of the program
 * @internal
 */
export function checkProgram(cluster: IConstruct, options: AppChecksOptions, description: ClusterDescription): AppReport {
  return checkApp(cluster, options, [CONSTRUCT_REFUSED], description);
}

/**
 * Checks an app.
 *
 * @param ofConstructs which errors and warnings of constructs themselves to include
 */
function checkApp(scope: IConstruct, options: AppChecksOptions, ofConstructs: readonly AppCheck[], description: ClusterDescription = {}): AppReport {
  const clusters = clustersIn(scope);
  const own = findingsOfConstructs(scope, ofConstructs);
  if (clusters.some(isLockMissing)) {
    // The versions in the app are not those that will be installed. Synthesis fails without a lock, but the command that makes the lock must not.
    return groupedReport(scope, { checks: describedChecks(), findings: own, waivers: [] });
  }
  const applicationNamespaces = namespacesOfApplications(scope.node.root);
  const views = clusters.map((cluster) => new CheckedCluster(cluster, options, { ...description, applicationNamespaces }));
  const findings = views.flatMap((view) => ALL_CHECKS.flatMap((check) => check.find(view).map((problem) => findingOf(check, problem))));
  const unchecked = views.flatMap((view) => ALL_CHECKS.flatMap((check) => check.unchecked?.(view) ?? []).map((sentence) => (
    { sentence, clusters: clustersOf(view.cluster) }
  )));
  return groupedReport(scope, { checks: describedChecks(), findings: [...own, ...findings], waivers: waiversFor(options, ofConstructs), unchecked });
}

/**
 * Returns the clusters of an app, the app itself first: objects outside of clusters belong to it.
 *
 * @throws ConstructError when the scope is neither an app nor a `Cluster`, nor a construct that contains clusters
 */
function clustersIn(scope: IConstruct): IConstruct[] {
  const clusters = scope.node.findAll().filter((construct) => Cluster.isCluster(construct));
  if (clusterOf(scope) === scope) {
    return [scope, ...clusters.filter((cluster) => cluster !== scope)];
  }
  if (clusters.length === 0) {
    throw new ConstructError(scope, 'AppChecks compare all constructs of a cluster; pass the app or a Cluster instead of a construct in it');
  }
  return clusters;
}

function findingsOfConstructs(scope: IConstruct, checks: readonly AppCheck[]): AppFinding[] {
  if (checks.length === 0) {
    return [];
  }
  const all = [...new Set([...clusterOf(scope) === scope ? constructsOf(scope) : [], ...scope.node.findAll()])];
  // The report contains them, so validation must not print them.
  takeWarnings(all);
  const found: ReadonlyMap<AppCheck, readonly Problem[]> = new Map([
    [CONSTRUCT_REFUSED, refusedConstructs(all).map(({ construct, problem }) => ofConstruct(construct, problem))],
    [CONSTRUCT_WARNING, all.flatMap((construct) => warningsOf(construct).map((warning) => ofConstruct(construct, warning)))],
  ]);
  return checks.flatMap((check) => (found.get(check) ?? []).map((problem) => findingOf(check, problem)));
}

/** Waivers of warnings that are not part of the report are not reported as unused. */
function waiversFor({ waivers = [] }: AppChecksOptions, ofConstructs: readonly AppCheck[]): NonNullable<AppChecksOptions['waivers']> {
  return ofConstructs.includes(CONSTRUCT_WARNING) ? waivers : waivers.filter(({ id }) => id !== CONSTRUCT_WARNING.id);
}

function ofConstruct(construct: IConstruct, sentence: string): Problem {
  return { constructs: [construct], ...messageAndRemedy(sentence) };
}

/** Messages of constructs end with the remedy, after a semicolon. */
function messageAndRemedy(sentence: string): Pick<Problem, 'message' | 'remedy'> {
  const end = sentence.lastIndexOf('; ');
  return end < 0 ? { message: sentence } : { message: sentence.slice(0, end), remedy: sentence.slice(end + 2) };
}

/**
 * Returns the report about constructs that could not be created.
 *
 * @param refused paths of the constructs, and the errors of their constructors
 * @internal
 */
export function refusedReport(refused: readonly { readonly path: string; readonly problem: string }[]): AppReport {
  const { id, severity, remedy, source } = CONSTRUCT_REFUSED;
  return AppReport._of(describedChecks(), refused.map(({ path, problem }) => (
    { id, severity, paths: [path], clusters: [], remedy, source, ...messageAndRemedy(problem) }
  )), []);
}

function described({ id, severity, summary, remedy, source }: AppCheck): AppCheck {
  return { id, severity, summary, remedy, source };
}
