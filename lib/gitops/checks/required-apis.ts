import type { ApiObject } from 'cdk8s';
import type { Catalog } from '../../catalog/catalog';
import { OlmInstallation } from '../../constructs/installation/olm-installation';
import type { ICatalog } from '../../constructs/model/catalog-ref';
import { providersIn, requirementsOf } from '../../catalog/requirements';
import { OLM_GROUP } from '../../olm/names';
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
    (operator.engine === 'OlmV0' ? unresolved(view, operator) : unmetApis(view, operator)).map((description) => ({
      constructs: [operator.construct],
      message: `${nameOf(operator)} requires ${description}, and nothing provides it`,
    }))
  )),
};

/** Returns what no other operator of the namespace and no catalog that OLM uses provides, or an empty list if one of these is unknown. */
function unresolved(view: CheckedCluster, operator: AppOperator): string[] {
  const { entry, namespace } = operator;
  const requirements = entry === undefined ? [] : requirementsOf(entry).filter(({ isMetBy }) => !isMetBy(entry));
  if (requirements.length === 0) {
    return [];
  }
  // An object may turn out to be in the namespace.
  const mayBeHere = ({ metadata: { namespace: other } }: ApiObject): boolean => other !== namespace && view.isUnknown(other, namespace);
  if (['CatalogSource', 'Subscription'].some((kind) => view.ofKind(OLM_GROUP, kind).some(mayBeHere))) {
    return [];
  }
  const others = view.operators.filter((other) => other.engine === 'OlmV0' && other.namespace === namespace && other !== operator);
  const catalogs = usedCatalogs(view, namespace);
  if (catalogs === undefined || others.some((other) => other.entry === undefined)) {
    return [];
  }
  return requirements
    .filter((requirement) => !others.some((other) => requirement.isMetBy(other.entry!)))
    .filter((requirement) => catalogs.every((catalog) => providersIn(catalog, requirement).length === 0))
    .map(({ description }) => description);
}

/** Returns the catalogs that OLM resolves a namespace with, or undefined if there may be one with unknown content. */
function usedCatalogs(view: CheckedCluster, namespace: string): Catalog[] | undefined {
  if (!OlmInstallation.isOlmInstallation(view.olm)) {
    return undefined;
  }
  const sources = [...new Set([namespace, view.olm.catalogNamespace])].flatMap((used) => view.ofKind(OLM_GROUP, 'CatalogSource', used));
  const contents = sources.map((source) => (source.node.scope as Partial<ICatalog> | undefined)?.catalogContent);
  return contents.every((content) => content !== undefined) ? contents : undefined;
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
