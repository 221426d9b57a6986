import { HttpsConnection } from './https-connection';
import { ObjectReference } from './kubernetes-object';

/** A kind of a group and version, as the API server lists it. */
interface ApiResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** Resolves kinds to API paths. */
export class Discovery {
  private readonly known = new Map<string, ApiResource>();

  public constructor(private readonly connection: HttpsConnection) {}

  /** Path of the objects of the same kind, in the same namespace. */
  public async collectionPath(object: ObjectReference): Promise<string> {
    const resource = await this.resource(object.apiVersion, object.kind);
    const { namespace } = object.metadata;
    if (resource.namespaced !== (namespace !== undefined)) {
      throw new Error(`${object.kind} ${object.metadata.name} ${resource.namespaced ? 'needs a' : 'is cluster-scoped and has a'} namespace`);
    }
    return `${rootPath(object.apiVersion)}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${resource.name}`;
  }

  /** Path of an object. */
  public async objectPath(object: ObjectReference): Promise<string> {
    return `${await this.collectionPath(object)}/${encodeURIComponent(object.metadata.name)}`;
  }

  /** Path of all objects of a kind, or of those in one namespace. */
  public async listPath(apiVersion: string, kind: string, namespace?: string): Promise<string> {
    const { name } = await this.resource(apiVersion, kind);
    return `${rootPath(apiVersion)}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${name}`;
  }

  /** Whether objects of a kind are served now. */
  public async serves(apiVersion: string, kind: string): Promise<boolean> {
    return await this.served(apiVersion, kind) !== undefined;
  }

  private async resource(apiVersion: string, kind: string): Promise<ApiResource> {
    const key = `${apiVersion} ${kind}`;
    const resource = this.known.get(key) ?? await this.served(apiVersion, kind);
    if (resource === undefined) {
      throw new Error(`the API server does not serve kind ${kind} of ${apiVersion}`);
    }
    this.known.set(key, resource);
    return resource;
  }

  private async served(apiVersion: string, kind: string): Promise<ApiResource | undefined> {
    const answer = await this.connection.request('GET', rootPath(apiVersion));
    const resources = answer.status === 200 ? (JSON.parse(answer.body) as { resources: ApiResource[] }).resources : [];
    // Names with a slash are subresources, such as deployments/scale.
    return resources.find(({ name, kind: listed }) => listed === kind && !name.includes('/'));
  }
}

/** Path of a group and version; the core group has a different one. */
function rootPath(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}
