import { type CheckDefinition, type Problem, quotedPaths } from './check-definition';
import type { AppOperator } from './app-operator';
import { groupBy } from '../../text/group-by';
import { Cluster } from '../../constructs/cluster';
import { FindingSeverity } from '../../validation/model/severity';

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
  find: ({ cluster, operators }) => {
    const stated = Cluster.of(cluster)?.engine?.name;
    const others = stated === undefined || !isNamed(stated) ? [] : operators.filter(({ engine }) => engine !== stated);
    return others.map(({ construct, engine, package: name }) => ({
      constructs: [construct],
      message: `package '${name}' is installed by ${engine}, and cluster '${cluster.node.path}' has the engine ${stated}`,
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
  find: ({ cluster, operators }) => (
    Cluster.of(cluster)?.engine !== undefined ? [] : mixed(operators.filter(({ engine }) => engine !== 'Plain'), 'the cluster has operators')
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
