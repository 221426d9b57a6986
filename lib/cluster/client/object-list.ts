import { field, isMap, type JsonMap, stringField } from '../../formats/json/json-value';
import { ClientError } from './client-error';

/**
 * Returns the objects of a list. A list without items has none: `null` is what Go writes for an empty list.
 *
 * @param path path of the request, for the message
 * @throws ClientError if the response is not a list, or an item is not an object with a name, as behind a proxy or a server that is not an API server
 */
export function objectList(response: unknown, path: string): JsonMap[] {
  const items = field(response, 'items');
  if (!Array.isArray(items) && !(isMap(response) && (items === null || stringField(response, 'kind')?.endsWith('List') === true))) {
    throw notFromKubernetes(path, 'is not a list of objects');
  }
  const list: readonly unknown[] = Array.isArray(items) ? items : [];
  return list.map((item) => {
    if (!isMap(item) || stringField(field(item, 'metadata'), 'name') === undefined) {
      throw notFromKubernetes(path, 'has an object without metadata.name');
    }
    return item;
  });
}

function notFromKubernetes(path: string, what: string): ClientError {
  return new ClientError(`the response to GET ${path.replace(/\?.*/, '')} ${what}; check that the kubeconfig selects an API server of Kubernetes`);
}
