import { setTimeout as sleep } from 'node:timers/promises';
import { Credentials } from '../cluster/credentials';
import { Discovery } from '../cluster/discovery';
import { Response, HttpsConnection, Payload } from '../cluster/https-connection';
import { KubernetesObject, ObjectReference, title } from '../cluster/kubernetes-object';

const SERVED_WITHIN_MILLISECONDS = 60_000;
/**
 * As long as the Kubernetes provider waits. A CRD that is deleted seconds after its creation may take minutes on a busy machine: while its storage
 * initializes, the API server cannot list its objects, and doubles the time until the next attempt.
 */
const GONE_WITHIN_MILLISECONDS = 10 * 60_000;

/** Requests of the provider's stand-in to an API server. */
export class KubernetesApi {
  private readonly connection: HttpsConnection;
  private readonly discovery: Discovery;
  private asked = 0;

  public constructor(credentials: Credentials) {
    this.connection = new HttpsConnection(credentials);
    this.discovery = new Discovery(this.connection);
  }

  /** Number of requests for objects so far. */
  public get requests(): number {
    return this.asked;
  }

  public async find(object: ObjectReference): Promise<KubernetesObject | undefined> {
    const answer = await this.request('GET', await this.discovery.objectPath(object));
    return answer.status === 404 ? undefined : parsed(answer, object);
  }

  /** Server-side apply. Fields of other managers stay theirs unless force is set. */
  public async apply(object: ObjectReference, fieldManager: string, force: boolean): Promise<KubernetesObject> {
    await this.untilServed(object);
    const query = new URLSearchParams({ fieldManager, fieldValidation: 'Strict', force: String(force) });
    const payload = { type: 'application/apply-patch+yaml', content: JSON.stringify(object) };
    return parsed(await this.request('PATCH', `${await this.discovery.objectPath(object)}?${query.toString()}`, payload), object);
  }

  /** Deletes an object and waits until its name is free. A kind that is no longer served has no objects. */
  public async deleteAndWait(object: ObjectReference): Promise<void> {
    if (!await this.discovery.serves(object.apiVersion, object.kind)) {
      return;
    }
    const path = await this.discovery.objectPath(object);
    const payload = { type: 'application/json', content: JSON.stringify({ propagationPolicy: 'Foreground' }) };
    const answer = await this.request('DELETE', path, payload);
    if (![200, 202, 404].includes(answer.status)) {
      parsed(answer, object);
    }
    const deadline = Date.now() + GONE_WITHIN_MILLISECONDS;
    for (;;) {
      const { status, body } = await this.request('GET', path);
      if (status === 404) {
        return;
      }
      if (Date.now() > deadline) {
        throw new Error(`${title(object)} still exists ${GONE_WITHIN_MILLISECONDS / 1000} s after its deletion: ${statusOf(body)}`);
      }
      await sleep(50);
    }
  }

  public close(): void {
    this.connection.close();
  }

  /** A kind whose definition is Established may take a moment to be served. */
  private async untilServed({ apiVersion, kind }: ObjectReference): Promise<void> {
    const deadline = Date.now() + SERVED_WITHIN_MILLISECONDS;
    while (!await this.discovery.serves(apiVersion, kind) && Date.now() < deadline) {
      await sleep(100);
    }
  }

  private request(method: string, path: string, payload?: Payload): Promise<Response> {
    this.asked++;
    return this.connection.request(method, path, payload);
  }
}

/** Finalizers and conditions of an object that is not deleted. */
function statusOf(body: string): string {
  const { metadata, status } = JSON.parse(body) as KubernetesObject;
  return JSON.stringify({ finalizers: metadata['finalizers'], status });
}

function parsed({ status, body }: Response, object: ObjectReference): KubernetesObject {
  if (status !== 200 && status !== 201) {
    throw new Error(`the API server rejected ${title(object)}: ${status} ${body}`);
  }
  return JSON.parse(body) as KubernetesObject;
}
