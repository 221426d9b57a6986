import type * as pulumi from '@pulumi/pulumi';
import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { apiObjectsIn, listProblem } from '../../constructs/model/chart-objects';
import { inOneCluster } from '../../constructs/model/cluster-scope';
import type { ImageMirrorOptions } from '../../constructs/model/mirror-of-cluster';
import { takeWarnings } from '../../constructs/model/warnings';
import { defined } from '../../formats/json/defined';
import { isMap, stringsIn } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { ClusterApp, type CreatedComponent } from './cluster-app';
import { KnownValues } from './known-values';
import type { KubernetesResource } from './kubernetes-resources';

/** An error of the constructor of a construct, which shows once the values of its outputs are known. */
export interface RefusedComponent {
  readonly path: string;
  readonly problem: string;
}

/** Returns the path of the arguments of a component, for messages. */
export function argsOf(kind: string, name: string): string {
  return `${kind} '${name}': args`;
}

/** What is deployed to a cluster besides the components of this library. */
export interface OtherObjects {
  /** Kubernetes resources of the program. */
  readonly resources: readonly KubernetesResource[];

  /** Whether charts of other apps are included. */
  readonly withCharts: boolean;
}

/**
 * What a program deploys to one cluster, with the values of outputs: its constructs are created again, with these values in their props, and each of
 * its Kubernetes resources is an `ApiObject`.
 */
export class DeployedCluster {
  /** Waits for the outputs of a program, and creates the constructs. */
  public static async of(cluster: ClusterApp, { resources, withCharts }: OtherObjects): Promise<DeployedCluster> {
    const values = new KnownValues();
    const components = [...cluster.components];
    // One after the other, so that messages do not depend on which output is known first.
    const props: object[] = [];
    for (const { kind, name, argsName, args } of components) {
      props.push(await values.resolveArgs(argsName, args, argsOf(kind, name)));
    }
    const manifests: (ObjectManifest | undefined)[] = [];
    for (const resource of resources) {
      manifests.push(await manifestOf(resource, values));
    }
    const deployed = new DeployedCluster(values, withCharts ? cluster.charts : [], cluster.mirrors);
    components.forEach((component, index) => deployed.#create(component, props[index]!));
    resources.forEach((resource, index) => deployed.#add(resource, manifests[index]));
    return deployed;
  }

  /** Errors of constructors. */
  public readonly refused: RefusedComponent[] = [];

  readonly #app: ClusterApp;
  readonly #constructs = new Map<IConstruct, IConstruct>();
  readonly #resources = new Map<string, pulumi.Resource>();

  private constructor(private readonly values: KnownValues, private readonly charts: ClusterApp['charts'], mirrors: ImageMirrorOptions | undefined) {
    this.#app = new ClusterApp(values.placeholders);
    if (mirrors !== undefined) {
      this.#app.setMirrors(mirrors);
    }
    charts.forEach(({ chart, component }) => this.#resources.set(chart.node.path, component));
  }

  /** The construct that represents the cluster. */
  public get root(): IConstruct {
    return this.#app.app;
  }

  /** Runs a function for which all constructs are in one cluster. */
  public inOneCluster<Result>(run: () => Result): Result {
    // The components report the warnings of their constructs themselves.
    takeWarnings(this.root.node.findAll());
    return inOneCluster([this.root, ...this.charts.map(({ chart }) => chart)], run);
  }

  /** Returns the resource that a construct belongs to, or undefined if it belongs to none. */
  public resourceAt(path: string): pulumi.Resource | undefined {
    const parts = path.split('/');
    return parts.map((_, index) => this.#resources.get(parts.slice(0, parts.length - index).join('/'))).find((found) => found !== undefined);
  }

  /** Whether a sentence contains a value that is not known. */
  public hasLate(sentence: string): boolean {
    return this.values.placeholders.pathIn(sentence) !== undefined;
  }

  /** Returns a sentence with descriptions of the values that are not known. */
  public describe(sentence: string): string {
    return this.values.placeholders.describe(sentence);
  }

  /**
   * Returns the arguments and fields on which checks depend and whose values are unknown, or secret.
   *
   * @param withImages whether checks read images, which may be in variables and arguments
   */
  public late(withImages: boolean): { readonly unknown: string[]; readonly secret: string[] } {
    const { placeholders } = this.values;
    if (placeholders.isEmpty) {
      return { unknown: [], secret: [] };
    }
    const objects = apiObjectsIn(this.root.node.findAll());
    const used = [...new Set(objects.flatMap((object) => checkedStrings(object, withImages).flatMap((value) => placeholders.in(value))))];
    const described = (isSecret: boolean): string[] => (
      [...new Set(used.filter((each) => this.values.isSecret(each) === isSecret).map((each) => placeholders.describe(each).slice(1, -1)))].sort()
    );
    return { unknown: described(false), secret: described(true) };
  }

  #create({ kind, name, create, construct, component }: CreatedComponent, props: object): void {
    const { scope, id } = this.#app.scopeFor(kind, name);
    const path = `${scope.node.path}/${id}`;
    this.#resources.set(path, component);
    if (this.refused.length > 0) {
      // It may refer to the construct that could not be created.
      return;
    }
    const constructOf = <Made extends IConstruct>(other: Made): Made => (this.#constructs.get(other) ?? other) as Made;
    try {
      this.#constructs.set(construct, create(scope, id, props, constructOf));
    } catch (error) {
      this.refused.push({ path, problem: this.describe((error as Error).message.replace(`[${path}] `, '')) });
    }
  }

  #add({ resource, name, kind, exists }: KubernetesResource, manifest: ObjectManifest | undefined): void {
    // Of an object that exists, only a part is known.
    if (manifest === undefined || (exists && kind !== 'Namespace')) {
      return;
    }
    const { scope, id } = this.#app.scopeFor(kind, name);
    const path = `${scope.node.path}/${id}`;
    this.#resources.set(path, resource);
    const problem = listProblem(manifest);
    if (problem === undefined) {
      new ApiObject(scope, id, manifest);
    } else {
      this.refused.push({ path, problem });
    }
  }
}

interface ObjectManifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** Fields that no check reads, of kinds that have secrets in them. */
const CONTENT = ['data', 'stringData', 'binaryData'];

const CONTENT_KINDS = ['ConfigMap', 'Secret'];

/** Fields of Kubernetes' own kinds that no check reads, and that often have outputs. */
const UNCHECKED = ['labels', 'annotations', ...CONTENT];

/** Fields of containers that may name images. */
const WITH_IMAGES = ['env', 'args', 'command'];

/** Returns the manifest of a resource with the values of its outputs, or undefined if it is not an object. */
async function manifestOf({ resource, name, kind, args }: KubernetesResource, values: KnownValues): Promise<ObjectManifest | undefined> {
  const path = `${kind} '${name}'`;
  const read = Object.entries(args).filter(([key]) => key !== 'status' && !(CONTENT_KINDS.includes(kind) && CONTENT.includes(key)));
  const resolved = await Promise.all(read.map(async ([key, value]) => [key, await values.resolve(value, `${path}: ${key}`)] as const));
  const { apiVersion, metadata, ...fields } = Object.fromEntries(resolved);
  const known = await values.resolve((resource as { readonly metadata?: unknown }).metadata, `${path}: metadata`);
  if (typeof apiVersion !== 'string') {
    return undefined;
  }
  const given = isMap(metadata) ? metadata : {};
  // The provider chooses the name and the namespace of an object without them.
  const chosen = isMap(known) ? known : {};
  const named = [given['name'], chosen['name']].find((found) => typeof found === 'string') ?? values.unknown(`${path}: metadata.name`);
  const namespace = given['namespace'] ?? chosen['namespace'];
  return {
    ...fields, apiVersion, kind,
    metadata: { ...given, name: named, ...defined({ namespace }) },
  };
}

/** Returns the strings of an object that a check may read. */
function checkedStrings(object: ApiObject, withImages: boolean): string[] {
  const { metadata, spec, ...fields } = object.toJson() as { readonly metadata: { readonly [field: string]: unknown }; readonly spec?: unknown };
  const { labels: _labels, annotations: _annotations, ...identity } = metadata;
  const isSubscription = object.apiGroup === OLM_GROUP && object.kind === 'Subscription';
  const isOfKubernetes = !object.apiGroup.includes('.') || object.apiGroup.endsWith('.k8s.io');
  const withoutImages = isOfKubernetes ? WITH_IMAGES : isSubscription ? ['config'] : [];
  const unchecked = [...isOfKubernetes ? UNCHECKED : [], ...withImages ? [] : withoutImages];
  return stringsIn([identity, spec, fields], unchecked);
}
