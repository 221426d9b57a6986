import { HttpsConnection } from './https-connection';
import { KubernetesObject } from './kubernetes-object';

/** One kind of a group and version, as the API server lists it. */
interface ApiResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** Finds out under which path the objects of a kind stand. */
export class Discovery {
  private readonly known = new Map<string, ApiResource>();

  public constructor(private readonly connection: HttpsConnection) {}

  /** The path of the objects of the same kind, in the same namespace. */
  public async collectionPath(object: KubernetesObject): Promise<string> {
    const resource = await this.resource(object.apiVersion, object.kind);
    const { namespace } = object.metadata;
    if (resource.namespaced !== (namespace !== undefined)) {
      throw new Error(`${object.kind} ${object.metadata.name} ${resource.namespaced ? 'needs a' : 'is cluster-scoped and has a'} namespace`);
    }
    return `${rootPath(object.apiVersion)}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${resource.name}`;
  }

  /** The path of an object. */
  public async objectPath(object: KubernetesObject): Promise<string> {
    return `${await this.collectionPath(object)}/${encodeURIComponent(object.metadata.name)}`;
  }

  private async resource(apiVersion: string, kind: string): Promise<ApiResource> {
    const key = `${apiVersion} ${kind}`;
    const known = this.known.get(key);
    if (known !== undefined) {
      return known;
    }
    const answer = await this.connection.request('GET', rootPath(apiVersion));
    const resources = answer.status === 200 ? (JSON.parse(answer.body) as { resources: ApiResource[] }).resources : [];
    // Names with a slash are subresources, such as deployments/scale.
    const resource = resources.find(({ name, kind: listed }) => listed === kind && !name.includes('/'));
    if (resource === undefined) {
      throw new Error(`the API server does not serve kind ${kind} of ${apiVersion}`);
    }
    this.known.set(key, resource);
    return resource;
  }
}

/** The path of a group and version; the core group has one of its own. */
function rootPath(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}
