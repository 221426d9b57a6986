import { field, isMap, stringField } from '../../formats/json/json-value';
import { ClientError } from './client-error';

/** Whether an answer is one that only an API server gives: an object with apiVersion and kind, or the version of Kubernetes. */
export function isKubernetesAnswer(answer: unknown): boolean {
  return isMap(answer)
    && (stringField(answer, 'gitVersion') !== undefined || (stringField(answer, 'kind') !== undefined && stringField(answer, 'apiVersion') !== undefined));
}

/** Author of an error response; `go-server` is any server written in Go, such as an API server about a path that it does not serve. */
export type Responder = 'api-server' | 'go-server' | 'other';

/** Returns who wrote an error response, by its body: only an API server answers with a Status, or with the list of all paths. */
export function responderOf(body: string): Responder {
  if (body.trim() === '404 page not found') {
    return 'go-server';
  }
  try {
    const answer: unknown = JSON.parse(body);
    return stringField(answer, 'kind') === 'Status' || Array.isArray(field(answer, 'paths')) ? 'api-server' : 'other';
  } catch {
    return 'other';
  }
}

/** Returns the error for a server that answers 404 where an API server does not. */
export function notApiServerError(server: string): ClientError {
  return new ClientError(`${server} answered 404, but not as an API server does, so it is another server, or its path is wrong; correct \`server\` in the kubeconfig`);
}
