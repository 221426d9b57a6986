import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { OlmInstallation } from '../../constructs/installation/olm-installation';
import { groupBy } from '../../text/group-by';
import { FindingSeverity } from '../../validation/model/finding';
import type { AppOperator } from './app-operator';
import { type CheckDefinition, type CheckedCluster, type Problem, quotedPaths } from './checked-cluster';

/** Deployments of OLM's controllers, by the name of the OLM. */
const CONTROLLERS: { readonly [olm: string]: string } = { 'OLM v0': 'olm-operator', 'OLM v1': 'operator-controller-controller-manager' };

/** A second `OlmInstallation` in a cluster is an error when it is constructed; this also finds an OLM in manifests. */
export const OLM_TWICE: CheckDefinition = {
  id: 'olm-twice',
  severity: FindingSeverity.ERROR,
  summary: 'a cluster has one installation of OLM v0 and one of OLM v1 at most',
  remedy: 'remove one of them, or create each in its own Cluster',
  source: 'https://olm.operatorframework.io/docs/concepts/olm-architecture/',
  find: (view) => Object.entries(CONTROLLERS).flatMap(([olm, deployment]) => {
    const installations = [...constructsOf(view, olm), ...deploymentsOf(view, deployment)];
    return installations.length < 2 ? [] : [{
      constructs: installations,
      message: `the cluster has ${installations.length} installations of ${olm}, at ${quotedPaths(installations)}, which work against each other`,
    }];
  }),
};

/** Returns the constructs for the OLM of the cluster; only components and charts of Pulumi can have several. */
function constructsOf(view: CheckedCluster, olm: string): IConstruct[] {
  const all = [view.olm, ...view.constructs.filter((construct) => OlmInstallation.isOlmInstallation(construct))];
  return olm === 'OLM v0' ? [...new Set(all)].filter((found) => found !== undefined) : [];
}

function deploymentsOf(view: CheckedCluster, name: string): ApiObject[] {
  return view.ofKind('apps', 'Deployment').filter((object) => (
    object.name === name && !object.node.scopes.some((scope) => OlmInstallation.isOlmInstallation(scope))
  ));
}

/**
 * Constructs already refuse a second OperatorSubscription in a namespace, and objects that two constructs create. The same package in several
 * namespaces is common: the check of OperatorGroups finds the combinations that cannot work.
 */
export const PACKAGE_TWICE: CheckDefinition = {
  id: 'package-twice',
  severity: FindingSeverity.ERROR,
  summary: 'a package is installed once in a namespace by OLM v0, or once in a cluster by another engine',
  remedy: 'remove all but one of them',
  source: 'https://olm.operatorframework.io/docs/concepts/crds/subscription/',
  find: ({ operators }) => [...groupBy(operators, (operator) => operator.package).values()].flatMap((ofPackage) => (
    new Set(ofPackage.map(({ engine }) => engine)).size > 1 ? byEngines(ofPackage) : byEngine(ofPackage)
  )),
};

function byEngines(operators: readonly AppOperator[]): Problem[] {
  const constructs = operators.map(({ construct }) => construct);
  const engines = [...new Set(operators.map(({ engine }) => engine))];
  return [{
    constructs,
    message: `package '${operators[0]!.package}' is installed by ${engines.join(' and ')}, at ${quotedPaths(constructs)}, and each of them changes the objects of the other`,
  }];
}

function byEngine(operators: readonly AppOperator[]): Problem[] {
  const { engine } = operators[0]!;
  const places = engine === 'OlmV0' ? [...groupBy(operators, ({ namespace }) => namespace).values()] : engine === 'Plain' ? [] : [operators];
  return places.filter((place) => place.length > 1 && !place.some(({ isChecked }) => isChecked)).map((place) => {
    const constructs = place.map(({ construct }) => construct);
    return {
      constructs,
      message: `package '${place[0]!.package}' is installed ${place.length} times${engine === 'OlmV0' ? ` in namespace '${place[0]!.namespace}'` : ''}, at ${quotedPaths(constructs)}`,
    };
  });
}

const SOURCE = 'https://operator-framework.github.io/operator-controller/project/olmv1_overview/';

/** OLM v0 manages every operator in a namespace: an InstallPlan or a removal affects them all. */
export const ENGINES_IN_NAMESPACE: CheckDefinition = {
  id: 'engines-in-namespace',
  severity: FindingSeverity.ERROR,
  summary: 'one engine installs all operators of a namespace',
  remedy: 'install the operators in separate namespaces',
  source: SOURCE,
  find: ({ operators }) => [...groupBy(operators, ({ namespace }) => namespace)].flatMap(([namespace, ofNamespace]) => (
    mixed(ofNamespace, `namespace '${namespace}' has operators`)
  )),
};

/** The `Cluster` specifies its engine. */
export const ENGINE_OF_CLUSTER: CheckDefinition = {
  id: 'engine-of-cluster',
  severity: FindingSeverity.ERROR,
  summary: 'the engine of a `Cluster` installs its operators',
  remedy: 'install the operator with that engine, or change the `engine` of the Cluster',
  source: SOURCE,
  find: ({ cluster: { node: { path } }, engine: ofCluster, operators }) => {
    const stated = ofCluster?.name;
    const others = stated === undefined || !isNamed(stated) ? [] : operators.filter(({ engine }) => engine !== stated);
    return others.map(({ construct, engine, package: name }) => ({
      constructs: [construct],
      message: `package '${name}' is installed by ${engine}, and ${path === '' ? 'the cluster' : `cluster '${path}'`} has the engine ${stated}`,
    }));
  },
};

/** A cluster can have several engines, for example on the way from OLM v0 to v1. */
export const ENGINES_IN_CLUSTER: CheckDefinition = {
  id: 'engines-in-cluster',
  severity: FindingSeverity.WARNING,
  summary: 'one engine installs all operators of a cluster that states none',
  remedy: 'use one engine, or set the `engine` of a Cluster to the one it should have',
  source: SOURCE,
  find: ({ engine: ofCluster, operators }) => (
    ofCluster !== undefined ? [] : mixed(operators.filter(({ engine }) => engine !== 'Plain'), 'the cluster has operators')
  ),
};

function mixed(operators: readonly AppOperator[], subject: string): Problem[] {
  const first = [...groupBy(operators, ({ engine }) => engine).values()].map((ofEngine) => ofEngine[0]!);
  return first.length < 2 ? [] : [{
    constructs: first.map(({ construct }) => construct),
    message: `${subject} of ${first.map(({ engine }) => engine).join(' and ')}, at ${quotedPaths(first.map(({ construct }) => construct))}`,
  }];
}

/** A custom engine may use any of the others. */
function isNamed(engine: string): boolean {
  return ['OlmV0', 'OlmV1', 'RukPak', 'Plain'].includes(engine);
}
