import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { apiObjectsIn, refuseList } from '../../constructs/model/chart-objects';
import { Cluster } from '../../constructs/cluster';
import { OPENSHIFT_OLM } from '../../constructs/installation/existing-olm';
import { OlmInstallation } from '../../constructs/installation/olm-installation';
import { type IOlmInstallation, olmOfCluster } from '../../constructs/installation/olm-of-cluster';
import type { BundleEngine } from '../../constructs/engines/bundle-engine';
import { ClusterObjects } from '../../constructs/model/cluster-objects';
import { isAnyKnownLater } from '../../constructs/model/prop-checks';
import { fieldAt, mapListField, stringField } from '../../formats/json/json-value';
import { OLM_GROUP, OLM_V1_GROUP, PACKAGES_GROUP } from '../../formats/schema/api-groups';
import type { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';
import { projectOfGroup } from '../../formats/schema/api-projects';
import type { OlmV1Props } from '../../constructs/olm-v1/olm-v1-target';
import { olmV1CustomResourceDefinition } from '../../olm/v1/crds/custom-resource-definitions';
import { OlmV1Version } from '../../olm/v1/olm-v1-version';
import type { AppChecksOptions } from './app-checks';
import { isServed } from '../../report/needs/cluster-needs';
import { type AppOperator, findOperators, providedApis } from './app-operator';
import type { AppCheck } from './app-report';
import { type KnownNamespaces, knownNamespaces } from './known-namespaces';

/** A problem that a check finds. */
export interface Problem {
  /** Constructs that the problem is about, with the one to change first. */
  readonly constructs: readonly IConstruct[];
  readonly message: string;
  /** Remedy, if it is more specific than that of the check. */
  readonly remedy?: string;
}

/** A check with its implementation. */
export interface CheckDefinition extends AppCheck {
  /** Returns the problems of a cluster. */
  readonly find: (view: CheckedCluster) => Problem[];

  /** Returns what it cannot decide for a cluster, in sentences. @default - it decides everything */
  readonly unchecked?: (view: CheckedCluster) => string[];
}

/** Returns the construct of the program that an object belongs to: the construct whose main object it is, or the object itself. */
export function ownerOf(object: ApiObject): IConstruct {
  const { scope } = object.node;
  return scope?.node.defaultChild === object ? scope : object;
}

/** Returns the paths of constructs for a message, such as `'a' and 'b'`. */
export function quotedPaths(constructs: readonly IConstruct[]): string {
  return constructs.map(({ node: { path } }) => `'${path}'`).join(' and ');
}

/** A CRD, and the operator whose bundle contains it. */
interface FoundCrd {
  readonly crd: KubernetesManifest;
  readonly operator: AppOperator | undefined;
}

/** What is known about a cluster that has no `Cluster`, because a program of Pulumi deploys to it. */
export interface ClusterDescription {
  readonly engine?: BundleEngine;
  readonly olmV1?: OlmV1Props;

  /** Whether the program deploys objects that are not known: nothing is then missing for certain. */
  readonly isPartial?: boolean;

  /** Namespaces that Applications of the whole app create, undefined for one whose name is not known. */
  readonly applicationNamespaces?: readonly (string | undefined)[];
}

/**
 * One cluster, as input of the checks. It is created for a single run, so that the written form of the objects is not kept afterwards.
 */
export class CheckedCluster {
  /** The objects of the cluster that are not part of an OLM that the app installs. */
  public readonly ownObjects: readonly ApiObject[];

  /** All objects of the cluster. */
  public readonly objects: readonly ApiObject[];

  /** The operators that the app installs. */
  public readonly operators: readonly AppOperator[];

  /** The OLM of the cluster, if known. */
  public readonly olm: IOlmInstallation | undefined;

  readonly #index: ClusterObjects;
  readonly #manifests = new Map<ApiObject, object>();
  #providedKinds: ReadonlySet<string> | undefined;
  #crds: ReadonlyMap<string, FoundCrd> | undefined;
  #namespaces: KnownNamespaces | undefined;

  readonly #description: ClusterDescription;

  /** @throws ConstructError when an object is a list of objects */
  public constructor(public readonly cluster: IConstruct, public readonly options: AppChecksOptions, description: ClusterDescription = {}) {
    this.#description = description;
    this.#index = ClusterObjects.of(cluster);
    const olms = new Set(this.constructs.filter((construct) => OlmInstallation.isOlmInstallation(construct)));
    const crds = new Set([...olms].flatMap((olm) => olm.crds));
    this.objects = apiObjectsIn(this.constructs);
    this.objects.forEach((object) => refuseList(object, this.manifestOf(object)));
    this.ownObjects = olms.size === 0 ? this.objects
      : this.objects.filter((object) => !crds.has(object) && !object.node.scopes.some((scope) => olms.has(scope as OlmInstallation)));
    this.olm = olmOfCluster(cluster) ?? [...olms][0];
    this.operators = findOperators(this.constructs, {
      ofKind: (group, kind, namespace) => this.ofKind(group, kind, namespace), manifestOf: (object) => this.manifestOf(object),
    });
  }

  /** All constructs of the cluster, those nearer to the root first. */
  public get constructs(): readonly IConstruct[] {
    return this.#index.constructs;
  }

  /** Version of Kubernetes, if it is known. */
  public get kubernetesVersion(): string | undefined {
    return Cluster.of(this.cluster)?.kubernetesVersion ?? this.options.kubernetesVersion;
  }

  /** Engine of the cluster, if it is stated. */
  public get engine(): BundleEngine | undefined {
    return Cluster.of(this.cluster)?.engine ?? this.#description.engine;
  }

  /** Whether the cluster may have objects that are not known, so that nothing is missing for certain. */
  public get isPartial(): boolean {
    return this.#description.isPartial === true;
  }

  /** Whether any of several values is known only later, so that it may be equal to any other value. */
  public isUnknown(...values: readonly (string | undefined)[]): boolean {
    return isAnyKnownLater(this.cluster, ...values);
  }

  /** Returns the objects of a kind, in a namespace or in all of them. */
  public ofKind(group: string, kind: string, namespace?: string): readonly ApiObject[] {
    return this.#index.ofKind(group, kind, namespace);
  }

  /** Returns an object as written to the manifest. */
  public manifestOf(object: ApiObject): object {
    const manifest = this.#manifests.get(object) ?? (object.toJson() as object);
    this.#manifests.set(object, manifest);
    return manifest;
  }

  /** Returns the CRD of a kind in the app or in a bundle that it installs; for OLM's own kinds, that of the release in the app. */
  public crdOf(group: string, kind: string): KubernetesManifest | undefined {
    if (group === OLM_GROUP) {
      return this.#crdOfOlm(`${kind.toLowerCase()}s.${OLM_GROUP}`);
    }
    const olmV1 = group === OLM_V1_GROUP ? Cluster.of(this.cluster)?.olmV1 ?? this.#description.olmV1 : undefined;
    if (olmV1 !== undefined) {
      return olmV1CustomResourceDefinition(kind, olmV1.version ?? OlmV1Version.DEFAULT, olmV1.experimental ?? false);
    }
    return this.#crdsOfApp().get(`${group}/${kind}`)?.crd;
  }

  /** Returns the operator whose bundle has the CRD of a kind, or undefined if the CRD is an object of the app, or of OLM itself. */
  public operatorOf(group: string, kind: string): AppOperator | undefined {
    return this.#crdsOfApp().get(`${group}/${kind}`)?.operator;
  }

  /** Labels of the nodes, or undefined if they are unknown. */
  public get nodeLabels(): readonly string[] | undefined {
    const ofCluster = Cluster.of(this.cluster)?.nodeLabels;
    return ofCluster === undefined ? this.options.nodeLabels : [...ofCluster, ...this.options.nodeLabels ?? []];
  }

  /** Whether the cluster is OpenShift. */
  public get isOpenShift(): boolean {
    return Cluster.of(this.cluster)?.openShift === true || this.olm?.catalogNamespace === OPENSHIFT_OLM.catalogNamespace;
  }

  /** Whether an API is declared to be in the cluster. */
  public declares(group: string, version: string, kind: string): boolean {
    const { apis, existingApiGroups = [] } = this.options;
    return existingApiGroups.includes(group) || [apis, Cluster.of(this.cluster)?.apis].some((declared) => declared?.serves(group, version, kind));
  }

  /**
   * Whether Kubernetes, OLM, an object or operator of the app, or something that is declared or known to be in the cluster provides an API. An
   * operator whose bundle is unknown is taken to provide the APIs of its project. So may objects that are not seen.
   */
  public serves(group: string, version: string, kind: string): boolean {
    const project = projectOfGroup(group);
    return this.isPartial || isServed({ group, version, kind }, this.kubernetesVersion)
      || [OLM_GROUP, PACKAGES_GROUP].includes(group) || (group === OLM_V1_GROUP && Cluster.of(this.cluster)?.olmV1 !== undefined)
      || this.#kindsOfApp().has(`${group}/${kind}`)
      || this.declares(group, version, kind)
      || (project?.inOpenShift === true && this.isOpenShift)
      || this.operators.some((operator) => providedApis(operator) === undefined && project?.packages?.includes(operator.package) === true);
  }

  /** Namespaces that Applications of the whole app create, undefined for one whose name is not known. */
  public get applicationNamespaces(): readonly (string | undefined)[] {
    return this.#description.applicationNamespaces ?? [];
  }

  /** The namespaces that the cluster has after the app is applied, as far as the app knows. */
  public get namespaces(): KnownNamespaces {
    this.#namespaces ??= knownNamespaces(this);
    return this.#namespaces;
  }

  /** Whether the namespaces that are in the cluster already are declared. */
  public get declaresNamespaces(): boolean {
    return (this.options.existingNamespaces ?? Cluster.of(this.cluster)?.existingNamespaces) !== undefined;
  }

  /** Whether the app creates a namespace, or it is known to be in the cluster, or its name may turn out to be that of one of them. */
  public knowsNamespace(name: string): boolean {
    return this.namespaces.names.has(name) || this.isUnknown(name, ...this.ofKind('core', 'Namespace').map((object) => object.name));
  }

  /** Whether the cluster has a namespace, or may have it for all that is known. */
  public mayHaveNamespace(name: string): boolean {
    return this.isPartial || this.namespaces.isPartial || this.knowsNamespace(name);
  }

  /** Kinds of CRDs in the app and in bundles that it installs, of any version, and APIs that the operators serve themselves. */
  #kindsOfApp(): ReadonlySet<string> {
    this.#providedKinds ??= new Set([
      ...[
        ...this.ofKind('apiextensions.k8s.io', 'CustomResourceDefinition').map((object) => this.manifestOf(object)),
        ...this.operators.flatMap(({ bundle }) => (bundle?.crds ?? []).map(({ content }) => content)),
      ].map((crd) => `${stringField(fieldAt(crd, 'spec'), 'group')}/${stringField(fieldAt(crd, 'spec', 'names'), 'kind')}`),
      ...this.operators.flatMap((operator) => (providedApis(operator) ?? []).map(({ group, kind }) => `${group}/${kind}`)),
    ]);
    return this.#providedKinds;
  }

  #crdOfOlm(name: string): KubernetesManifest | undefined {
    const crd = OlmInstallation.isOlmInstallation(this.olm) ? this.olm.crds.find((found) => found.name === name) : undefined;
    return crd === undefined ? undefined : this.manifestOf(crd) as KubernetesManifest;
  }

  /** Excludes the objects of an OLM that the app installs: they are many, and large. */
  #crdsOfApp(): ReadonlyMap<string, FoundCrd> {
    if (this.#crds === undefined) {
      const own = new Set(this.ownObjects);
      const ofApp = this.ofKind('apiextensions.k8s.io', 'CustomResourceDefinition').filter((object) => own.has(object));
      const ofBundles = this.operators.flatMap((operator) => (operator.bundle?.crds ?? []).map(({ content }) => ({ crd: content, operator })));
      const found = [...ofBundles, ...ofApp.map((object) => ({ crd: this.manifestOf(object), operator: undefined }))];
      this.#crds = new Map(found.flatMap(({ crd, operator }) => !hasServedSchema(crd) ? [] : [
        [`${stringField(fieldAt(crd, 'spec'), 'group')}/${stringField(fieldAt(crd, 'spec', 'names'), 'kind')}`, { crd, operator }],
      ]));
    }
    return this.#crds;
  }
}

/** Whether a CRD has the version `apiextensions.k8s.io/v1` and schemas, so that objects can be checked against it. */
function hasServedSchema(crd: object): crd is KubernetesManifest {
  const versions = mapListField(fieldAt(crd, 'spec'), 'versions');
  return stringField(crd, 'apiVersion') === 'apiextensions.k8s.io/v1' && versions.length > 0
    && versions.every((version) => fieldAt(version, 'schema', 'openAPIV3Schema') !== undefined);
}
