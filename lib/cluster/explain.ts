import { defined } from '../formats/json/defined';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { suggestNames } from '../text/suggest-names';
import { ClusterConnection } from './cluster-connection';
import { ClusterDump, type InspectedCluster, type InspectOptions, openedSource } from './inspected-cluster';
import { explainObject, type ObjectExplanation } from './inspection/explain/explain';
import { kindsLike, type SubjectKind, subjectKind } from './inspection/judgement/subject-kind';
import { dumpCommand } from './inspection/source/not-dumped';
import { InspectionError, MissingObjectError, type ObjectSource } from './inspection/source/object-source';
import { UnknownObjectError } from './operations/referenced-object';
import { list } from './waiting/explain/formatting';
import type { CauseName } from './waiting/explain/known-causes';
import { resourceName } from './waiting/view/api-resource';
import { ClusterStore } from './waiting/view/cluster-store';

/** Causes that do not concern the object itself: it could not be inspected. */
const NOT_INSPECTED: readonly (CauseName | undefined)[] = ['access-denied', 'invalid-credentials', 'api-server-unreachable', 'request-rejected'];

/** Options of `explain`. */
export interface ExplainOptions extends InspectOptions, SubjectOptions {}

/** Options for an object to explain. */
export interface SubjectOptions {
  /** Namespace of the object. @default - that of the connection; in a dump, the only namespace with an object of this name */
  readonly namespace?: string;

  /** ClusterServiceVersion that a Subscription should install, or version of a ClusterExtension. @default - the one that the object leads to */
  readonly expected?: string;
}

/** A reference to an object. */
interface Reference {
  /** Kind of the object, or undefined for OLM itself. */
  readonly kind: SubjectKind | undefined;
  readonly name: string;
}

/**
 * Explains why an object is in its state: with the chain of objects from the request down to the pods, where it broke, and the causes with remedies,
 * the most likely first.
 *
 * @param reference `KIND/NAME` with the names of kinds that kubectl accepts, such as `subscription/shop`, `csv/shop.v1.2.0` or `namespace/shop`;
 * `olm` for OLM itself
 * @throws UnknownObjectError if the reference is invalid or matches objects in several namespaces; MissingObjectError if the object does not exist;
 * InspectionError, ClientError if the cluster cannot be read
 */
export async function explain(cluster: InspectedCluster, reference: string, options: ExplainOptions = {}): Promise<ObjectExplanation> {
  checkArguments('explain', { cluster, reference });
  checkOptions('options of explain', 'ExplainOptions', options);
  return Explainer._of(cluster, options)._explain(reference, options);
}

/** Explains several objects of a cluster at the same moment. What several of them depend on is listed once. */
export class Explainer {
  /**
   * Returns an explainer of the objects of a cluster or a dump, which are listed when they are first needed.
   *
   * @param options options for all explanations
   */
  public static of(cluster: InspectedCluster, options: InspectOptions = {}): Explainer {
    checkArguments('Explainer.of', { cluster });
    checkOptions('options of Explainer.of', 'InspectOptions', options);
    return Explainer._of(cluster, options);
  }

  /** @internal */
  public static _of(cluster: InspectedCluster, options: InspectOptions): Explainer {
    return new Explainer(cluster, { ...options, now: openedSource(cluster, options).now });
  }

  readonly #cluster: InspectedCluster;
  readonly #options: InspectOptions;
  readonly #listed = new ClusterStore();

  private constructor(cluster: InspectedCluster, options: InspectOptions) {
    this.#cluster = cluster;
    this.#options = options;
  }

  /**
   * Explains why an object is in its state, as the function `explain` does.
   *
   * @param reference `KIND/NAME`, or `olm` for OLM itself
   * @param options options for this object
   * @throws UnknownObjectError if the reference is invalid or matches objects in several namespaces; MissingObjectError if the object does not exist;
   * InspectionError, ClientError if the cluster cannot be read
   */
  public async explain(reference: string, options: SubjectOptions = {}): Promise<ObjectExplanation> {
    checkArguments('Explainer#explain', { reference });
    checkOptions('options of Explainer.explain', 'SubjectOptions', options);
    return this._explain(reference, options);
  }

  /** @internal */
  public async _explain(reference: string, options: SubjectOptions): Promise<ObjectExplanation> {
    const cluster = this.#cluster;
    const { kind, name } = parsedReference(reference);
    const { expected } = options;
    const { source, now } = openedSource(cluster, this.#options);
    const namespace = kind?.resource.namespaced === true ? namespaceOf(cluster, { kind, name }, options) : undefined;
    if (cluster instanceof ClusterDump && kind !== undefined && !cluster.dump.has({ resource: kind.resource, name, ...defined({ namespace }) })) {
      throw notInDump(cluster, { kind, name }, namespace);
    }
    const found = await explainObject({
      name, ...(kind === undefined ? {} : { resource: kind.resource }),
      ...defined({ namespace, expected }),
    }, source, now, this.#listed);
    const [first] = found.causes;
    if (first !== undefined && NOT_INSPECTED.includes(first.cause)) {
      throw new InspectionError(`${first.message}; ${first.remedy}`);
    }
    const isMissing = first !== undefined && ['object-missing', 'subscription-missing'].includes(first.cause) && found.chain.state === 'does not exist';
    if (kind !== undefined && isMissing) {
      throw await missing({ kind, name }, namespace, source);
    }
    return found;
  }
}

/**
 * Checks a reference to an object to explain.
 *
 * @throws UnknownObjectError if it is invalid, or of a kind that cannot be explained
 */
export function checkExplainable(reference: string): void {
  checkArguments('checkExplainable', { reference });
  parsedReference(reference);
}

function parsedReference(reference: string): Reference {
  if (reference.toLowerCase() === 'olm') {
    return { kind: undefined, name: 'olm' };
  }
  const slash = reference.indexOf('/');
  const [written, name] = slash < 0 ? [reference, ''] : [reference.slice(0, slash), reference.slice(slash + 1)];
  const kind = subjectKind(written);
  if (kind === undefined) {
    throw new UnknownObjectError(`'${reference}' is not KIND/NAME of a kind that can be explained; kinds: ${kindsLike(written).join(', ')}`);
  }
  if (name === '' || name.includes('/')) {
    throw new UnknownObjectError(`'${reference}' has no name; write ${written}/NAME, with the namespace in --namespace`);
  }
  return { kind, name };
}

/** An object of a kind. */
interface NamedObject {
  readonly kind: Pick<SubjectKind, 'resource'>;
  readonly name: string;
}

/** Returns the namespace of an object, or undefined if a dump lacks the object. */
function namespaceOf(cluster: InspectedCluster, { kind: { resource }, name }: NamedObject, { namespace }: SubjectOptions): string | undefined {
  if (namespace !== undefined || cluster instanceof ClusterConnection) {
    return namespace ?? (cluster as ClusterConnection).namespace;
  }
  const found = cluster.dump.index.select({ resource, name }).map(({ metadata }) => metadata.namespace ?? '');
  if (found.length > 1) {
    throw new UnknownObjectError(`${resource.kind} ${name} exists in the namespaces ${list(found)}; choose one with --namespace`);
  }
  return found[0];
}

/** Returns the error about an object that a dump lacks, with the names of those that it has, or the command that dumps them. */
function notInDump(cluster: ClusterDump, { kind: { resource }, name }: NamedObject, namespace: string | undefined): MissingObjectError {
  const where = namespace === undefined ? '' : ` of namespace ${namespace}`;
  const names = cluster.dump.index.select({ resource, ...defined({ namespace }) }).map(({ metadata }) => metadata.name);
  const others = names.length === 0 ? `the dump has no ${resource.kind}${where}; \`${dumpCommand([resourceName(resource)])}\` dumps them`
    : `the dump has: ${suggestNames(name, [...new Set(names)])}`;
  return new MissingObjectError(`${resource.kind} ${name}${where} is not in the dump, so it is not known whether it exists; ${others}`);
}

/** Returns the error about an object that does not exist, with the names of the objects that do. */
async function missing({ kind: { resource }, name }: NamedObject, namespace: string | undefined, source: ObjectSource): Promise<MissingObjectError> {
  const listing = await source.list({ resource, ...defined({ namespace }) });
  const names = listing === undefined || 'problem' in listing ? [] : listing.items.map((item) => (item as { metadata: { name: string } }).metadata.name);
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
  const others = names.length === 0 ? `; there is no ${resource.kind}${where}` : `${where}; there are: ${suggestNames(name, [...new Set(names)])}`;
  return new MissingObjectError(`${resource.kind} ${name} does not exist${others}`);
}
