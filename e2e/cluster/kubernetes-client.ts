import { setTimeout as sleep } from 'node:timers/promises';
import { Credentials } from './credentials';
import { Discovery } from './discovery';
import { Answer, HttpsConnection } from './https-connection';
import { KubernetesObject, ObjectReference, title } from './kubernetes-object';
import { YamlDocument } from './yaml-documents';

const FIELD_MANAGER = 'olm-constructs-e2e';
const ESTABLISHED_WITHIN_MILLISECONDS = 30_000;

/** What the API server said to an object. */
export interface Verdict {
  readonly accepted: boolean;
  /** Why it was not accepted; empty otherwise. */
  readonly refusal: string;
  /** The texts of Warning headers. */
  readonly warnings: readonly string[];
}

/** The few things that the tests ask of an API server. */
export class KubernetesClient {
  private readonly connection: HttpsConnection;
  private readonly discovery: Discovery;

  public constructor(credentials: Credentials) {
    this.connection = new HttpsConnection(credentials);
    this.discovery = new Discovery(this.connection);
  }

  /** The version of the API server, for example `v1.36.3`. */
  public async version(): Promise<string> {
    const answer = succeeded(await this.connection.request('GET', '/version'), 'its version');
    return (JSON.parse(answer.body) as { gitVersion: string }).gitVersion;
  }

  /**
   * Server-side apply of a document, byte for byte as it stands in its file, with strict field validation: unknown and
   * duplicate fields are refused.
   *
   * @param force whether fields that somebody else wrote are taken over; where not, they are a conflict
   */
  public async apply({ text, object }: YamlDocument, force = true): Promise<Verdict> {
    const query = new URLSearchParams({ fieldManager: FIELD_MANAGER, fieldValidation: 'Strict', force: String(force) });
    const path = `${await this.discovery.objectPath(object)}?${query.toString()}`;
    const { status, body, warnings } = await this.connection.request('PATCH', path, { type: 'application/apply-patch+yaml', text });
    return verdict(status, body, warnings);
  }

  /** Writes the status of an object that exists, as a controller does. */
  public async replaceStatus(object: KubernetesObject): Promise<Verdict> {
    const { resourceVersion } = (await this.read(object)).metadata;
    const text = JSON.stringify({ ...object, metadata: { ...object.metadata, resourceVersion } });
    const path = `${await this.discovery.objectPath(object)}/status?fieldManager=${FIELD_MANAGER}&fieldValidation=Strict`;
    const { status, body, warnings } = await this.connection.request('PUT', path, { type: 'application/json', text });
    return verdict(status, body, warnings);
  }

  /** An object as it is in the cluster now. */
  public async read(object: ObjectReference): Promise<KubernetesObject> {
    const answer = succeeded(await this.connection.request('GET', await this.discovery.objectPath(object)), title(object));
    return JSON.parse(answer.body) as KubernetesObject;
  }

  /** An object as it is in the cluster now; undefined where it is not there. */
  public async find(object: ObjectReference): Promise<KubernetesObject | undefined> {
    const answer = await this.connection.request('GET', await this.discovery.objectPath(object));
    return answer.status === 404 ? undefined : JSON.parse(succeeded(answer, title(object)).body) as KubernetesObject;
  }

  /** Whether objects of a kind are served now. */
  public serves(apiVersion: string, kind: string): Promise<boolean> {
    return this.discovery.serves(apiVersion, kind);
  }

  /** All objects of a kind, in all namespaces or in one. */
  public async list(apiVersion: string, kind: string, namespace?: string): Promise<KubernetesObject[]> {
    const answer = succeeded(await this.connection.request('GET', await this.discovery.listPath(apiVersion, kind, namespace)), `all ${kind}`);
    // The items of a list do not say what they are.
    return (JSON.parse(answer.body) as { items: KubernetesObject[] }).items.map(item => ({ ...item, apiVersion, kind }));
  }

  /** Begins to delete an object, and what it owns after it. One that is not there is fine. */
  public async remove(object: ObjectReference): Promise<void> {
    const payload = { type: 'application/json', text: JSON.stringify({ propagationPolicy: 'Background' }) };
    const { status, body } = await this.connection.request('DELETE', await this.discovery.objectPath(object), payload);
    if (![200, 202, 404].includes(status)) {
      throw new Error(`asked to delete ${title(object)}, the API server answered: ${statusMessage(status, body)}`);
    }
  }

  /** A token with the rights of a ServiceAccount, for an hour. */
  public async serviceAccountToken(namespace: string, name: string): Promise<string> {
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } };
    const text = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} });
    const path = `${await this.discovery.objectPath(account)}/token`;
    const { status, body } = await this.connection.request('POST', path, { type: 'application/json', text });
    if (status !== 201) {
      throw new Error(`asked for a token of ${title(account)}, the API server answered: ${statusMessage(status, body)}`);
    }
    return (JSON.parse(body) as { status: { token: string } }).status.token;
  }

  /** Waits until the API server serves the kind of a CustomResourceDefinition. */
  public async waitUntilEstablished(definition: KubernetesObject): Promise<void> {
    const deadline = Date.now() + ESTABLISHED_WITHIN_MILLISECONDS;
    for (;;) {
      const { status } = await this.read(definition) as { status?: { conditions?: { type: string; status: string }[] | null } };
      const conditions = status?.conditions ?? [];
      if (conditions.some(condition => condition.type === 'Established' && condition.status === 'True')) {
        return;
      }
      if (Date.now() > deadline) {
        throw new Error(`${title(definition)} is not Established: ${JSON.stringify(conditions)}`);
      }
      await sleep(50);
    }
  }

  /** Closes the connections. */
  public close(): void {
    this.connection.close();
  }
}

function verdict(status: number, body: string, warnings: readonly string[]): Verdict {
  const accepted = status === 200 || status === 201;
  return { accepted, refusal: accepted ? '' : statusMessage(status, body), warnings };
}

/** An answer with status 200; any other is an error. */
function succeeded(answer: Answer, what: string): Answer {
  if (answer.status !== 200) {
    throw new Error(`asked for ${what}, the API server answered: ${statusMessage(answer.status, answer.body)}`);
  }
  return answer;
}

/** The message of a Status object, or the body where it is none. */
function statusMessage(status: number, body: string): string {
  try {
    return `${String(status)} ${(JSON.parse(body) as { message: string }).message}`;
  } catch {
    return `${String(status)} ${body}`;
  }
}
