import { setTimeout as sleep } from 'node:timers/promises';
import { Credentials } from './credentials';
import { Discovery } from './discovery';
import { Response, HttpsConnection } from './https-connection';
import { KubernetesObject, ObjectReference, title } from './kubernetes-object';
import { refusedFields } from './refused-fields';
import { YamlDocument } from './yaml-documents';

const FIELD_MANAGER = 'olm-constructs-e2e';
const ESTABLISHED_WITHIN_MILLISECONDS = 30_000;

/** The API server's answer to an object. */
export interface Verdict {
  readonly accepted: boolean;
  /** Reason of a rejection, or an empty string. */
  readonly refusal: string;
  /** Contents of the Warning headers. */
  readonly warnings: readonly string[];
}

/** The API server's answer to an object that it would store or not. */
export interface TrialVerdict extends Verdict {
  /** Fields that it refuses, each once. */
  readonly fields: readonly string[];
}

/** The few requests that the tests need. */
export class KubernetesClient {
  private readonly connection: HttpsConnection;
  private readonly discovery: Discovery;

  public constructor(credentials: Credentials) {
    this.connection = new HttpsConnection(credentials);
    this.discovery = new Discovery(this.connection);
  }

  /** Returns the version of the API server, for example `v1.36.3`. */
  public async version(): Promise<string> {
    const answer = succeeded(await this.connection.request('GET', '/version'), 'its version');
    return (JSON.parse(answer.body) as { gitVersion: string }).gitVersion;
  }

  /**
   * Server-side apply of a document, byte for byte as in its file, with strict field validation: unknown and
   * duplicate fields are rejected.
   *
   * @param force whether to take over fields of other managers; otherwise they are a conflict
   */
  public async apply({ content, object }: YamlDocument, force = true): Promise<Verdict> {
    const query = new URLSearchParams({ fieldManager: FIELD_MANAGER, fieldValidation: 'Strict', force: String(force) });
    const path = `${await this.discovery.objectPath(object)}?${query.toString()}`;
    const { status, body, warnings } = await this.connection.request('PATCH', path, { type: 'application/apply-patch+yaml', content });
    return verdict(status, body, warnings);
  }

  /** Sends an object to be created, with strict field validation, as a dry run: the API server stores nothing. */
  public async tryCreate(object: KubernetesObject): Promise<TrialVerdict> {
    return this.try('POST', await this.discovery.collectionPath(object), object);
  }

  /** Sends the new content of an existing object, with strict field validation, as a dry run. */
  public async tryReplace(object: KubernetesObject): Promise<TrialVerdict> {
    const { resourceVersion } = (await this.read(object)).metadata;
    return this.try('PUT', await this.discovery.objectPath(object), { ...object, metadata: { ...object.metadata, resourceVersion } });
  }

  private async try(method: string, path: string, object: object): Promise<TrialVerdict> {
    const payload = { type: 'application/json', content: JSON.stringify(object) };
    const { status, body, warnings } = await this.connection.request(method, `${path}?dryRun=All&fieldValidation=Strict`, payload);
    return { ...verdict(status, body, warnings), fields: refusedFields(body) };
  }

  /** Writes the status of an existing object, as a controller does. */
  public async replaceStatus(object: KubernetesObject): Promise<Verdict> {
    const { resourceVersion } = (await this.read(object)).metadata;
    const content = JSON.stringify({ ...object, metadata: { ...object.metadata, resourceVersion } });
    const path = `${await this.discovery.objectPath(object)}/status?fieldManager=${FIELD_MANAGER}&fieldValidation=Strict`;
    const { status, body, warnings } = await this.connection.request('PUT', path, { type: 'application/json', content });
    return verdict(status, body, warnings);
  }

  /** Reads an object. */
  public async read(object: ObjectReference): Promise<KubernetesObject> {
    const answer = succeeded(await this.connection.request('GET', await this.discovery.objectPath(object)), title(object));
    return JSON.parse(answer.body) as KubernetesObject;
  }

  /** Reads an object, or returns undefined if it does not exist. */
  public async find(object: ObjectReference): Promise<KubernetesObject | undefined> {
    const answer = await this.connection.request('GET', await this.discovery.objectPath(object));
    return answer.status === 404 ? undefined : JSON.parse(succeeded(answer, title(object)).body) as KubernetesObject;
  }

  /** Whether objects of a kind are served. */
  public serves(apiVersion: string, kind: string): Promise<boolean> {
    return this.discovery.serves(apiVersion, kind);
  }

  /** Lists the objects of a kind, in all namespaces or in one. */
  public async list(apiVersion: string, kind: string, namespace?: string): Promise<KubernetesObject[]> {
    const answer = succeeded(await this.connection.request('GET', await this.discovery.listPath(apiVersion, kind, namespace)), `all ${kind}`);
    // The items of a list have no kind of their own.
    return (JSON.parse(answer.body) as { items: KubernetesObject[] }).items.map(item => ({ ...item, apiVersion, kind }));
  }

  /** Requests the deletion of an object, and of what it owns afterwards. A missing object is not an error. */
  public async remove(object: ObjectReference): Promise<void> {
    const payload = { type: 'application/json', content: JSON.stringify({ propagationPolicy: 'Background' }) };
    const { status, body } = await this.connection.request('DELETE', await this.discovery.objectPath(object), payload);
    if (![200, 202, 404].includes(status)) {
      throw new Error(`the API server rejected the deletion of ${title(object)}: ${statusMessage(status, body)}`);
    }
  }

  /** Requests a token of a ServiceAccount, valid for an hour. */
  public async serviceAccountToken(namespace: string, name: string): Promise<string> {
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } };
    const content = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} });
    const path = `${await this.discovery.objectPath(account)}/token`;
    const { status, body } = await this.connection.request('POST', path, { type: 'application/json', content });
    if (status !== 201) {
      throw new Error(`the API server rejected the request for a token of ${title(account)}: ${statusMessage(status, body)}`);
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

/** Returns a response with status 200; any other is an error. */
function succeeded(answer: Response, what: string): Response {
  if (answer.status !== 200) {
    throw new Error(`the API server rejected the request for ${what}: ${statusMessage(answer.status, answer.body)}`);
  }
  return answer;
}

/** Message of a Status object, or the body if it is not one. */
function statusMessage(status: number, body: string): string {
  try {
    return `${String(status)} ${(JSON.parse(body) as { message: string }).message}`;
  } catch {
    return `${String(status)} ${body}`;
  }
}
