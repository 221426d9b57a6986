import type { IConstruct } from 'constructs';
import { Cluster } from '../../constructs/cluster';
import { clusterOf, constructsOf } from '../../constructs/model/cluster-scope';
import { ConstructError } from '../../constructs/model/construct-error';
import type { InstallPlanApproval } from '../../constructs/subscription/operator-subscription-props';
import { checkArguments } from '../../formats/options/check-arguments';
import type { ForbiddenRight } from '../../report/rights/forbidden-rights';
import { FindingSeverity } from '../../validation/model/finding';
import { type AppCheck, type AppReport, policySource } from '../checks/app-report';
import { addAppValidation } from '../checks/app-validation';
import { type AppWaiver, WAIVER_UNUSED } from '../checks/app-waiver';
import { CheckedCluster } from '../checks/checked-cluster';
import { findingOf, groupedReport } from '../checks/group-findings';
import { checkPolicy, contradiction } from './policy-props-check';
import { ALL_RULES, type PolicyRule } from './policy-rules';

/**
 * Properties of an `OperatorPolicy`. In lists of names, a `*` at the end matches any suffix, as in `prometheus*`. An empty list is an error: omit
 * the property to allow everything.
 */
export interface OperatorPolicyProps {
  /** Name of the policy, for reports. */
  readonly name: string;

  /**
   * Catalogs that operators may come from: names of CatalogSources, optionally with the namespace as in `olm/community`, and of ClusterCatalogs. An
   * operator that comes from no catalog is then forbidden.
   *
   * @default - all
   */
  readonly allowedCatalogs?: string[];

  /**
   * Packages that may be installed.
   *
   * @default - all
   */
  readonly allowedPackages?: string[];

  /**
   * Channels that may be followed: of all packages, or of one as in `prometheus/beta`. An operator that specifies no channel is then forbidden,
   * because the default can change.
   *
   * @default - all
   */
  readonly allowedChannels?: string[];

  /**
   * Publishers of operators: the name of the provider in the ClusterServiceVersion. An operator whose publisher is unknown is then
   * forbidden.
   *
   * @default - all
   */
  readonly allowedPublishers?: string[];

  /**
   * Approval strategies. An exact version of OLM v1 is `MANUAL`, as are operators that change only with the manifests.
   *
   * @default - all
   */
  readonly allowedApprovals?: InstallPlanApproval[];

  /**
   * Registries that images may come from, optionally with a path, such as `quay.io/my-team`. The registry of Docker Hub is `docker.io`.
   *
   * @default - all
   */
  readonly allowedRegistries?: string[];

  /**
   * Rights that operators must not have: in bundles, in Roles and ClusterRoles of the app, and by its bindings to roles of Kubernetes. A binding to a
   * role that neither the app nor Kubernetes has is a finding, too. Those of an OLM that the app installs are exempt.
   *
   * @default - none
   */
  readonly forbiddenRights?: ForbiddenRight[];

  /**
   * Severity of the findings.
   *
   * @default FindingSeverity.ERROR
   */
  readonly severity?: FindingSeverity;

  /**
   * Findings that are acceptable, with the reason.
   *
   * @default - none
   */
  readonly waivers?: AppWaiver[];
}

/**
 * Restrictions of a platform team on operators. It applies to a construct and everything in it, regardless of the author: constructs of this library
 * and others, and plain objects. Every policy that applies must allow an operator, so a policy on a nested construct can only restrict more.
 */
export class OperatorPolicy {
  /** Name of the policy. */
  public readonly name: string;

  readonly #props: OperatorPolicyProps;

  /**
   * @param props what is allowed and forbidden
   * @throws Error when a prop is unknown or invalid, a list is empty or matches nothing, nothing is restricted, or a waiver has no reason
   */
  public constructor(props: OperatorPolicyProps) {
    checkPolicy(props);
    this.name = props.name;
    this.#props = { ...props };
  }

  /**
   * Applies the policy whenever the app is synthesized. Errors stop synthesis; warnings are printed on stderr.
   *
   * @param scope the app, a `Cluster`, or any other construct
   * @throws ConstructError when another policy there contradicts this one or has the same name
   */
  public addTo(scope: IConstruct): void {
    checkArguments('OperatorPolicy#addTo', { scope });
    addPolicy(scope, this.#props);
  }

  /**
   * Applies the policy now.
   *
   * @param scope the app, a `Cluster`, or any other construct
   */
  public report(scope: IConstruct): AppReport {
    checkArguments('OperatorPolicy#report', { scope });
    return applyPolicy(scope, this.#props);
  }

  /** Whether the policy restricts images. @internal */
  public get _checksImages(): boolean {
    return this.#props.allowedRegistries !== undefined;
  }
}

/** Property of a construct with the policies that were added to it, so that all copies of this library share it. */
const POLICIES = Symbol.for('olm-constructs.OperatorPolicies');

/** @throws ConstructError when a policy that applies to the scope or to a part of it contradicts this one, or one of the scope has the same name */
function addPolicy(scope: IConstruct, props: OperatorPolicyProps): void {
  for (const construct of [...scope.node.scopes.slice(0, -1), ...scope.node.findAll()]) {
    for (const other of policiesOf(construct)) {
      const isRepeated = construct === scope && other.name === props.name;
      const problem = isRepeated ? `a policy '${props.name}' was added already; set another 'name'` : contradiction({ policy: other, construct }, props);
      if (problem !== undefined) {
        throw new ConstructError(scope, problem);
      }
    }
  }
  Object.defineProperty(scope, POLICIES, { value: [...policiesOf(scope), props], configurable: true });
  addAppValidation(scope, () => applyPolicy(scope, props), false);
}

/** Applies a policy to a construct and everything in it. */
function applyPolicy(scope: IConstruct, props: OperatorPolicyProps): AppReport {
  const rules = ALL_RULES.filter((rule) => rule.isSet(props));
  // Those of a whole cluster, which may be in several apps with Pulumi, or those in the scope.
  const included = new Set([...clusterOf(scope) === scope ? constructsOf(scope) : [], ...scope.node.findAll()]);
  const clusters = new Set([clusterOf(scope), ...[...included].filter((construct) => Cluster.isCluster(construct))]);
  const found = [...clusters].flatMap((cluster) => {
    const view = new CheckedCluster(cluster, {});
    const operators = view.operators.filter(({ construct, object }) => included.has(object ?? construct));
    const objects = view.ownObjects.filter((object) => included.has(object));
    return rules.flatMap((rule) => rule.find(props, { view, operators, objects }).map((problem) => findingOf(describedRule(rule, props), problem)));
  });
  const checks = [...rules.map((rule) => describedRule(rule, props)), WAIVER_UNUSED];
  return groupedReport(scope, { checks, findings: found, waivers: props.waivers ?? [] });
}

function policiesOf(construct: IConstruct): readonly OperatorPolicyProps[] {
  return (construct as { readonly [POLICIES]?: readonly OperatorPolicyProps[] })[POLICIES] ?? [];
}

function describedRule({ id, summary, remedy }: PolicyRule, { name, severity = FindingSeverity.ERROR }: OperatorPolicyProps): AppCheck {
  return { id, severity, summary, remedy, source: policySource(name) };
}
