import { fieldAt } from '../../../../bundle/json-value';
import { KubernetesObject, path, specText, statusText } from '../../cluster/kubernetes-object';
import { Finding } from '../finding';
import { quote } from '../quote';

/** Whether OLM has a connection to a catalog. Its own verdict on health does not tell: catalogs by address always count as healthy. */
export function isAnswering(catalog: KubernetesObject): boolean {
  return connection(catalog) === 'READY';
}

/** What is wrong with a catalog. */
export function catalogFindings(catalog: KubernetesObject): Finding[] {
  const reason = statusText(catalog, 'reason');
  if (reason === 'SpecInvalidError' || reason === 'InvalidIntervalError' || reason === 'ConfigMapError') {
    return [{ cause: 'catalog-invalid', text: `CatalogSource ${path(catalog)} is not valid (${reason}): ${quote(statusText(catalog, 'message') ?? '')}` }];
  }
  return isAnswering(catalog) ? [] : [{ cause: 'catalog-unreachable', text: `CatalogSource ${path(catalog)} does not answer: ${state(catalog)}` }];
}

/** A catalog that does not answer, in words; OLM's own state of the connection in brackets. */
function state(catalog: KubernetesObject): string {
  const [address, found] = [specText(catalog, 'address') ?? text(catalog, 'address'), connection(catalog)];
  const where = address === undefined ? '' : ` to ${address}`;
  return found === undefined ? `OLM has not tried to connect${where} yet` : `OLM has no connection${where} (${found})`;
}

function connection(catalog: KubernetesObject): string | undefined {
  return text(catalog, 'lastObservedState');
}

function text({ status }: KubernetesObject, key: string): string | undefined {
  const found = fieldAt(status, 'connectionState', key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
