import type { ApiObject } from 'cdk8s';
import type { Catalog } from '../../catalog/catalog';
import { OlmInstallation } from '../../constructs/installation/olm-installation';
import type { ICatalog } from '../../constructs/model/catalog-ref';
import { providersIn, requirementsOf } from '../../catalog/requirements';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { FindingSeverity } from '../../validation/model/finding';
import { apiKey, type AppOperator, nameOf, providedApis } from './app-operator';
import type { CheckDefinition, CheckedCluster, Problem } from './checked-cluster';

/** OperatorSubscriptions check their requirements themselves. OLM v0 resolves dependencies from catalogs; the other engines do not resolve them. */
export const REQUIRED_API_MISSING: CheckDefinition = {
  id: 'required-api-missing',
  severity: FindingSeverity.ERROR,
  summary: 'something provides the packages and APIs that operators require',
  remedy: 'install an operator that provides it, or declare its API with `apis` of the Cluster or of the checks',
  source: 'https://olm.operatorframework.io/docs/concepts/olm-architecture/dependency-resolution/',
  find: (view) => (view.isPartial ? [] : view.operators).filter(({ isChecked }) => !isChecked).flatMap((operator): Problem[] => (
    (operator.engine === 'OlmV0' ? decided(unresolved(view, operator)) : unmetApis(view, operator)).map((description) => ({
      constructs: [operator.construct],
      message: `${nameOf(operator)} requires ${description}, and nothing provides it`,
    }))
  )),
  unchecked: (view) => view.operators.filter(({ engine }) => engine === 'OlmV0').flatMap((operator) => {
    const { unmet, isDecided } = unresolved(view, operator);
    return isDecided ? [] : unmet.map((description) => (
      `whether something provides ${description}, which ${nameOf(operator)} at '${operator.construct.node.path}' requires, because the app does not know all catalogs `
        + `and operators of namespace '${operator.namespace}'`
    ));
  }),
};

/** Requirements of an operator that no other operator of its namespace and no catalog that OLM uses there provides. */
interface Unresolved {
  readonly unmet: readonly string[];

  /** Whether the app knows all of these operators and catalogs. */
  readonly isDecided: boolean;
}

function decided({ unmet, isDecided }: Unresolved): readonly string[] {
  return isDecided ? unmet : [];
}

function unresolved(view: CheckedCluster, operator: AppOperator): Unresolved {
  const { entry, namespace } = operator;
  const requirements = entry === undefined ? [] : requirementsOf(entry).filter(({ isMetBy }) => !isMetBy(entry));
  if (requirements.length === 0) {
    return { unmet: [], isDecided: true };
  }
  // An object may turn out to be in the namespace.
  const mayBeHere = ({ metadata: { namespace: other } }: ApiObject): boolean => other !== namespace && view.isUnknown(other, namespace);
  const others = view.operators.filter((other) => other.engine === 'OlmV0' && other.namespace === namespace && other !== operator);
  const catalogs = usedCatalogs(view, namespace);
  return {
    unmet: requirements
      .filter((requirement) => !others.some((other) => other.entry !== undefined && requirement.isMetBy(other.entry)))
      .filter((requirement) => catalogs.every((catalog) => catalog === undefined || providersIn(catalog, requirement).length === 0))
      .map(({ description }) => description),
    isDecided: OlmInstallation.isOlmInstallation(view.olm) && !catalogs.includes(undefined) && others.every((other) => other.entry !== undefined)
      && !['CatalogSource', 'Subscription'].some((kind) => view.ofKind(OLM_GROUP, kind).some(mayBeHere)),
  };
}

/** Returns the catalogs of the app that OLM resolves a namespace with, undefined for one with unknown content. */
function usedCatalogs(view: CheckedCluster, namespace: string): (Catalog | undefined)[] {
  const global = view.olm === undefined ? [] : [view.olm.catalogNamespace];
  const sources = [...new Set([namespace, ...global])].flatMap((used) => view.ofKind(OLM_GROUP, 'CatalogSource', used));
  return sources.map((source) => (source.node.scope as Partial<ICatalog> | undefined)?.catalogContent);
}

/** Returns the required APIs that neither an operator nor a CRD of the app provides, or an empty list if an operator is unknown. */
function unmetApis(view: CheckedCluster, { bundle }: AppOperator): string[] {
  const required = bundle?.requiredApis ?? [];
  if (required.length === 0 || view.operators.some((other) => other.engine !== 'Plain' && providedApis(other) === undefined)) {
    return [];
  }
  const provided = new Set(view.operators.flatMap((other) => providedApis(other) ?? []).map(apiKey));
  return required
    .filter((api) => !provided.has(apiKey(api)) && view.crdOf(api.group, api.kind) === undefined && !view.declares(api.group, api.version, api.kind))
    .map((api) => `the API ${apiKey(api)}`);
}
