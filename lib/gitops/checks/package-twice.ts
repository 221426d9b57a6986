import { type CheckDefinition, type Problem, quotedPaths } from './check-definition';
import type { AppOperator } from './app-operator';
import { groupBy } from '../../text/group-by';
import { FindingSeverity } from '../../validation/model/severity';

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
