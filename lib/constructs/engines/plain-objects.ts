import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { append } from '../../text/lists';
import { PlainResult } from './bundle-engine';
import { applyAfter } from '../model/chart-order';
import { ConstructError } from '../model/construct-error';
import { CommonMetadata, manifestObject, markedMetadata } from '../model/manifest-object';
import { KubernetesManifest, ManifestMetadata } from '../../formats/schema/kubernetes-manifest';
import { PART_OF, PLAIN_OPERATOR } from '../../formats/schema/part-of';

/** Settings of all objects. */
export interface PlainObjectsSettings extends CommonMetadata {
  /** Whether to create the namespace; true by default. */
  readonly createNamespace?: boolean | undefined;
}

const CRD = 'CustomResourceDefinition';
const NAMESPACE = 'Namespace';

/** Kinds that are applied last, in this order, because they need the others. */
const DEPLOYMENT = 'Deployment';
const WEBHOOKS = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'];

/** Creates the objects of an operator and of what it requires, in an order in which they can be applied. */
export class PlainObjects {
  readonly #own: CommonMetadata;

  /**
   * @param name name of the operator, unique in its namespace
   * @param namespace namespace of the operator
   */
  public constructor(
    private readonly scope: Construct,
    private readonly settings: PlainObjectsSettings,
    name: string,
    private readonly namespace: string,
  ) {
    this.#own = markedMetadata(scope, settings, PLAIN_OPERATOR, name, namespace);
  }

  /**
   * Creates the CRDs of all operators, the namespaces, and then one operator after another.
   */
  public create(operators: readonly (readonly KubernetesManifest[])[], crdScope: Construct): PlainResult {
    const crds = operators.flatMap(objects => objects.filter(({ kind }) => kind === CRD)).map(object => this.#create(crdScope, object, []));
    // One dependency puts the chart of the CRDs before this one.
    let before = crdScope === this.scope ? [] : crds.slice(0, 1);
    const created: ApiObject[] = [];
    const namespaces = operators.flatMap(objects => objects.filter(({ kind }) => kind === NAMESPACE));
    if ((this.settings.createNamespace ?? true) && !namespaces.some(({ metadata: { name } }) => name === this.namespace)) {
      namespaces.unshift({ apiVersion: 'v1', kind: NAMESPACE, metadata: { name: this.namespace } });
    }
    if (namespaces.length > 0) {
      before = this.#createAll(namespaces, before);
      append(created, before);
    }
    for (const objects of operators) {
      const needed = this.#createAll(objects.filter(object => ![CRD, NAMESPACE, DEPLOYMENT, ...WEBHOOKS].includes(object.kind)), before);
      const deployments = this.#createAll(objects.filter(({ kind }) => kind === DEPLOYMENT), needed.length === 0 ? before : needed);
      const webhooks = this.#createAll(objects.filter(({ kind }) => WEBHOOKS.includes(kind)), deployments);
      append(created, [...needed, ...deployments, ...webhooks]);
    }
    return { objects: created, crds };
  }

  #createAll(objects: readonly KubernetesManifest[], after: readonly ApiObject[]): ApiObject[] {
    return objects.map(object => this.#create(this.scope, object, after));
  }

  #create(owner: Construct, object: KubernetesManifest, after: readonly ApiObject[]): ApiObject {
    const { kind, metadata: { name, namespace = this.namespace } } = object;
    const id = `${kind}-${name}${namespace === this.namespace ? '' : `-${namespace}`}`;
    if (owner.node.tryFindChild(id) !== undefined) {
      throw new ConstructError(this.scope, `'${owner.node.path}' has a ${kind} '${name}' already; install the operator once, or set another 'crdScope'`);
    }
    // Other operators may be in the same Namespace.
    const created = manifestObject(owner, id, asSet(object, this.settings), kind === NAMESPACE ? this.settings : this.#own);
    applyAfter(created, after);
    return created;
  }
}

/**
 * Returns an object of a bundle with the labels and annotations of the user, which replace its own, and without the annotation that says what it is
 * part of: rendered manifests, which have it, may have become a bundle.
 */
function asSet(object: KubernetesManifest, settings: CommonMetadata): KubernetesManifest {
  const { labels, annotations: { [PART_OF]: _, ...annotations } = {}, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, ...replaced('labels', labels, settings), ...replaced('annotations', annotations, settings) } };
}

/** Returns the labels or annotations with those of the user, in the order that they have without a conflict. */
function replaced(field: 'labels' | 'annotations', own: { readonly [key: string]: string } | undefined, settings: CommonMetadata): Partial<ManifestMetadata> {
  const values = { ...settings[field], ...own, ...settings[field] };
  return Object.keys(values).length === 0 ? {} : { [field]: values };
}
