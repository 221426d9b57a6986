import { targetNamespacesIn } from '../../constructs/subscription/operator-group';
import { field } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { FindingSeverity } from '../../validation/model/finding';
import { apiKey, type AppOperator, nameOf, providedApis } from './app-operator';
import { type CheckDefinition, type CheckedCluster, ownerOf, type Problem } from './checked-cluster';

/** Earlier operators of one API, by the namespaces that they watch. */
class ApiOwners {
  readonly #everywhere: AppOperator[] = [];
  readonly #all: AppOperator[] = [];
  readonly #byNamespace = new Map<string, AppOperator>();

  /** Returns an earlier operator whose OperatorGroup intersects, and adds the operator. */
  public add(operator: AppOperator, targets: readonly string[]): AppOperator | undefined {
    const isElsewhere = (other: AppOperator | undefined): boolean => other !== undefined && other.namespace !== operator.namespace;
    const candidates = targets.length === 0 ? this.#all : [...this.#everywhere, ...targets.map((target) => this.#byNamespace.get(target))];
    const found = candidates.find(isElsewhere);
    this.#all.push(operator);
    if (targets.length === 0) {
      this.#everywhere.push(operator);
    }
    targets.forEach((target) => this.#byNamespace.set(target, operator));
    return found;
  }
}

/** OLM refuses the second operator with the reason InterOperatorGroupOwnerConflict, and removes its Deployments. */
export const OPERATOR_GROUPS_INTERSECT: CheckDefinition = {
  id: 'operator-groups-intersect',
  severity: FindingSeverity.ERROR,
  summary: 'OperatorGroups with common namespaces do not have operators that provide the same API',
  remedy: 'let the operators watch different namespaces with `installMode`, or install one of them only',
  source: 'https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/#intersections-in-group-membership',
  find: (view) => {
    const owners = new Map<string, ApiOwners>();
    return view.operators.filter(({ engine }) => engine === 'OlmV0').flatMap((operator): Problem[] => {
      const targets = watchedNamespaces(view, operator);
      const conflicts = targets === undefined ? [] : (providedApis(operator) ?? []).map(apiKey).flatMap((api) => {
        const ofApi = owners.get(api) ?? new ApiOwners();
        owners.set(api, ofApi);
        const other = ofApi.add(operator, targets);
        return other === undefined ? [] : [{ api, other }];
      });
      const [first] = conflicts;
      return first === undefined ? [] : [{
        constructs: [operator.construct, first.other.construct],
        message: `${nameOf(operator)} in namespace '${operator.namespace}' and ${nameOf(first.other)} in namespace '${first.other.namespace}', at `
          + `'${first.other.construct.node.path}', watch a common namespace and both provide the API ${first.api}${conflicts.length > 1 ? ` and ${conflicts.length - 1} more` : ''}, `
          + 'and OLM refuses the one that comes second',
      }];
    });
  },
};

/** Returns the namespaces of the OperatorGroup of an operator, including its own; an empty list for all, or undefined if unknown. */
export function watchedNamespaces(view: CheckedCluster, { namespace }: AppOperator): string[] | undefined {
  const groups = view.ofKind(OLM_GROUP, 'OperatorGroup', namespace);
  if (groups.length === 0) {
    return view.olm?.operatorNamespace === namespace ? [] : undefined;
  }
  const targets = targetNamespacesIn(field(view.manifestOf(groups[0]!), 'spec'));
  return targets === undefined || targets.length === 0 ? targets : [...new Set([...targets, namespace])];
}

/** The namespace of the OperatorGroup itself is excluded: the OperatorGroup cannot be created without it. */
export const TARGET_NAMESPACE_MISSING: CheckDefinition = {
  id: 'target-namespace-missing',
  severity: FindingSeverity.WARNING,
  summary: 'the target namespaces of OperatorGroups exist',
  remedy: 'create the Namespace in the app, or add it to `existingNamespaces` of the Cluster or of the checks',
  source: 'https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/',
  find: (view) => view.ofKind(OLM_GROUP, 'OperatorGroup').flatMap((group) => {
    const targets = targetNamespacesIn(field(view.manifestOf(group), 'spec')) ?? [];
    return targets.filter((target) => target !== group.metadata.namespace && !view.mayHaveNamespace(target)).map((target) => ({
      constructs: [ownerOf(group)],
      message: `the OperatorGroup '${group.name}' in namespace '${group.metadata.namespace ?? ''}' has the target namespace '${target}', which nothing creates`,
    }));
  }),
};
