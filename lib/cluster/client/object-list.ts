import { field, isMap, type JsonMap, stringField } from '../../formats/json/json-value';
import { ClientError } from './client-error';

/**
 * Returns the objects of a list. A response without items has none.
 *
 * @param path path of the request, for the message
 * @throws ClientError if an item is not an object with a name, as behind a proxy or a server that is not an API server
 */
export function objectList(response: unknown, path: string): JsonMap[] {
  const items = field(response, 'items');
  const list: readonly unknown[] = Array.isArray(items) ? items : [];
  return list.map((item) => {
    if (!isMap(item) || stringField(field(item, 'metadata'), 'name') === undefined) {
      throw new ClientError(`the response to GET ${path.replace(/\?.*/, '')} has an object without metadata.name; check that the kubeconfig selects an API server of Kubernetes`);
    }
    return item;
  });
}
