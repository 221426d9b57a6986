import { fieldAt } from '../../../formats/json/json-value';
import { KubernetesObject, namespacedName, specString, statusString } from '../view/kubernetes-object';
import { Finding } from '../explain/finding';
import { quote } from '../explain/formatting';

/** Whether OLM is connected to a catalog. The health that OLM reports is not useful, because it reports every catalog with an address as healthy. */
export function isAnswering(catalog: KubernetesObject): boolean {
  return connection(catalog) === 'READY';
}

/** Returns the problems of a catalog. */
export function catalogFindings(catalog: KubernetesObject): Finding[] {
  const reason = statusString(catalog, 'reason');
  if (reason === 'SpecInvalidError' || reason === 'InvalidIntervalError' || reason === 'ConfigMapError') {
    return [{ cause: 'catalog-invalid', message: `CatalogSource ${namespacedName(catalog)} is invalid (${reason}): ${quote(statusString(catalog, 'message') ?? '')}` }];
  }
  return isAnswering(catalog) ? [] : [{ cause: 'catalog-unreachable', message: `CatalogSource ${namespacedName(catalog)} does not answer: ${connectionProblem(catalog)}` }];
}

/** Describes the connection to a catalog that does not respond, with the state that OLM reports. */
function connectionProblem(catalog: KubernetesObject): string {
  const [address, found] = [specString(catalog, 'address') ?? connectionField(catalog, 'address'), connection(catalog)];
  const where = address === undefined ? '' : ` to ${address}`;
  return found === undefined ? `OLM has not tried to connect${where} yet` : `OLM has no connection${where} (${found})`;
}

function connection(catalog: KubernetesObject): string | undefined {
  return connectionField(catalog, 'lastObservedState');
}

function connectionField({ status }: KubernetesObject, key: string): string | undefined {
  const found = fieldAt(status, 'connectionState', key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
