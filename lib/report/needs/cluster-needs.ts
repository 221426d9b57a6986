import type { Bundle } from '../../bundle/bundle';
import type { BundleApi } from '../../bundle/model/bundle-content';
import type { BundleProperty } from '../../bundle/model/bundle-property';
import type { ClusterServiceVersion } from '../../bundle/model/cluster-service-version';
import type { Manifest } from '../../bundle/model/manifest';
import { deepFreeze, fieldAt, stringField } from '../../formats/json/json-value';
import { checkArguments } from '../../formats/options/check-arguments';
import { groupVersion, OLM_GROUP, PACKAGES_GROUP } from '../../formats/schema/api-groups';
import { originOfGroup, projectOfGroup } from '../../formats/schema/api-projects';
import { kubernetesApi, releasesText } from '../../formats/schema/kubernetes-apis';
import { isEarlierKubernetes } from '../../formats/semver/kubernetes-version';
import type { ClusterApis } from './cluster-apis';
import { NodeNeed, nodeNeeds } from './node-needs';

/** API groups of OLM itself. */
const OLM_GROUPS = [OLM_GROUP, PACKAGES_GROUP];

/** Reason for which a bundle needs an API. */
export enum ApiNeedReason {
  /** The bundle contains objects of the kind: no engine installs it on a cluster that does not serve the API. */
  OBJECT = 'object',

  /** The ClusterServiceVersion has it in `required`: OLM v0 installs an operator that owns it. */
  REQUIRED = 'required',

  /** The ClusterServiceVersion has it in `nativeAPIs`: OLM v0 does not start the operator without it. */
  NATIVE = 'native',
}

/** API that a bundle needs, and that is not in every cluster. */
export interface ApiNeed {
  /** API group, or an empty string for the core group. */
  readonly group: string;

  /** Version, such as `v1`. */
  readonly version: string;

  /** Kind, such as `PrometheusRule`. */
  readonly kind: string;

  /** Reasons for which the bundle needs it. */
  readonly reasons: ApiNeedReason[];

  /** Names of the objects of this kind in the bundle. */
  readonly objects: string[];

  /** Who usually installs the API, as a clause; of an unknown API group, that it is unknown. */
  readonly origin: string;

  /** Releases of Kubernetes that serve the API, such as `1.24 or earlier`, or an empty string if it is not an API of Kubernetes. */
  readonly kubernetesReleases: string;

  /** Whether an operator that the bundle requires provides it. */
  readonly fromDependency: boolean;
}

/** What a bundle needs from a cluster besides Kubernetes, OLM and itself. */
export interface ClusterNeedsContent {
  /** Lowest supported version of Kubernetes, or an empty string if not set. */
  readonly minKubeVersion: string;

  /** APIs that are not in every cluster. */
  readonly apis: ApiNeed[];

  /** Architectures that the operator supports by its labels, such as `arm64`, or an empty list without labels, which means `amd64`. */
  readonly architectures: string[];

  /** Operating systems that the operator supports by its labels, or an empty list without labels, which means `linux`. */
  readonly operatingSystems: string[];

  /** What the pods of the operator require of nodes. */
  readonly nodes: NodeNeed[];

  /**
   * What needs a certificate: webhooks and APIs that the operator serves through API aggregation. OLM v0 creates the certificates; OLM v1 and the
   * engine `PlainEngine` need a project that does, such as cert-manager.
   */
  readonly certificates: string[];
}

/**
 * What a bundle needs from the cluster besides Kubernetes, OLM and itself: APIs, versions, architectures, node labels and certificates.
 *
 * It is derived only from the bundle. What operators that it requires by package provide is known for well-known projects only.
 */
export class ClusterNeeds {
  /**
   * Returns the needs of a bundle.
   *
   * @param bundle the bundle
   */
  public static of(bundle: Bundle): ClusterNeeds {
    checkArguments('ClusterNeeds.of', { bundle });
    const known = NEEDS.get(bundle) ?? new ClusterNeeds(clusterNeeds(bundle));
    NEEDS.set(bundle, known);
    return known;
  }

  /** The needs as data. */
  public readonly content: ClusterNeedsContent;

  private constructor(content: ClusterNeedsContent) {
    this.content = deepFreeze(content);
  }

  /**
   * Returns the APIs that a cluster lacks, apart from those that another operator provides.
   *
   * @param apis APIs of the cluster besides Kubernetes' own
   * @param kubernetesVersion version of Kubernetes, such as `1.33`; without it, Kubernetes is taken to serve every API that any of its releases
   * serves
   */
  public missingFrom(apis: ClusterApis, kubernetesVersion?: string): ApiNeed[] {
    checkArguments('ClusterNeeds#missingFrom', { apis, kubernetesVersion });
    return this.content.apis.filter((need) => (
      !need.fromDependency && !isServed(need, kubernetesVersion) && !apis.serves(need.group, need.version, need.kind)
    ));
  }
}

/** Needs of bundles, which never change; cdk8s validates an app many times. */
const NEEDS = new WeakMap<Bundle, ClusterNeeds>();

/** What the needs of a bundle follow from. A bundle that is not valid has it too. @internal */
export interface NeedingBundle {
  readonly csv: ClusterServiceVersion;
  readonly manifests: readonly Manifest[];
  readonly dependencies: readonly BundleProperty[];
  readonly properties: readonly BundleProperty[];
}

/** Returns the needs of a bundle. @internal */
export function clusterNeeds(bundle: NeedingBundle): ClusterNeedsContent {
  const { csv } = bundle;
  return {
    minKubeVersion: csv.minKubeVersion,
    apis: apiNeeds(bundle),
    architectures: platformLabels(csv, 'arch'),
    operatingSystems: platformLabels(csv, 'os'),
    nodes: nodeNeeds(csv.deployments),
    certificates: [
      ...csv.webhookDefinitions.map(({ type, generateName }) => `${type === '' ? 'webhook' : type} ${generateName}`),
      ...csv.ownedApiServices.map(({ version, group }) => `APIService ${version}.${group}`),
    ],
  };
}

/** Whether a release of Kubernetes, or any if it is unknown, serves an API itself. @internal */
export function isServed(api: Pick<ApiNeed, 'group' | 'version' | 'kind'>, kubernetesVersion: string | undefined): boolean {
  const own = kubernetesApi(groupVersion(api), api.kind);
  return own !== undefined && (kubernetesVersion === undefined
    || (!isEarlierKubernetes(kubernetesVersion, own.since === undefined ? undefined : `1.${own.since}`)
      && (own.until === undefined || isEarlierKubernetes(kubernetesVersion, `1.${own.until}`))));
}

type MutableNeed = Omit<ApiNeed, 'fromDependency'> & { fromDependency: boolean };

function apiNeeds(bundle: NeedingBundle): ApiNeed[] {
  const { csv, manifests } = bundle;
  const needs = new Map<string, MutableNeed>();
  const dependencies = new Dependencies(bundle);
  const add = (group: string, version: string, kind: string, reason: ApiNeedReason, object?: string): void => {
    const own = kubernetesApi(groupVersion({ group, version }), kind);
    const kubernetesReleases = own === undefined ? '' : releasesText(own);
    const isEverywhere = own === undefined ? OLM_GROUPS.includes(group) || ownsApi(bundle, group, kind)
      : own.until === undefined && (own.since === undefined || !isEarlierKubernetes(csv.minKubeVersion === '' ? '1.16' : csv.minKubeVersion, `1.${own.since}`));
    if (kind === '' || version === '' || isEverywhere) {
      return;
    }
    const key = JSON.stringify([group, version, kind]);
    const need = needs.get(key) ?? {
      group, version, kind, reasons: [], objects: [], kubernetesReleases,
      origin: own === undefined ? originOfGroup(group) : `Kubernetes ${kubernetesReleases} serves it`,
      fromDependency: dependencies.provide(group, kind),
    };
    needs.set(key, need);
    need.fromDependency ||= reason === ApiNeedReason.REQUIRED;
    if (!need.reasons.includes(reason)) {
      need.reasons.push(reason);
    }
    if (object !== undefined) {
      need.objects.push(object);
    }
  };
  // OLM takes every object of this kind for the CSV, whatever its group.
  for (const { group, apiVersion, kind, name } of manifests.filter((manifest) => manifest.kind !== 'ClusterServiceVersion')) {
    add(group, apiVersion.slice(apiVersion.indexOf('/') + 1), kind, ApiNeedReason.OBJECT, name);
  }
  for (const { group, version, kind } of requiredApis(csv)) {
    add(group, version, kind, ApiNeedReason.REQUIRED);
  }
  for (const { group, version, kind } of csv.nativeApis) {
    add(group, version, kind, ApiNeedReason.NATIVE);
  }
  return [...needs.values()];
}

function requiredApis(csv: ClusterServiceVersion): Pick<BundleApi, 'group' | 'version' | 'kind'>[] {
  return [...csv.requiredCrds.map(({ name, version, kind }) => ({ group: name.slice(name.indexOf('.') + 1), version, kind })), ...csv.requiredApiServices];
}

/** Whether a CRD of the bundle, or an API server of the operator, provides an API. */
function ownsApi({ csv, manifests }: NeedingBundle, group: string, kind: string): boolean {
  return csv.ownedApiServices.some((api) => api.group === group && api.kind === kind) || manifests.some(({ kind: found, content }) => (
    found === 'CustomResourceDefinition' && stringField(fieldAt(content, 'spec'), 'group') === group
      && stringField(fieldAt(content, 'spec', 'names'), 'kind') === kind
  ));
}

/** Operators that a bundle requires. */
class Dependencies {
  readonly #apis: ReadonlySet<string>;
  readonly #packages: ReadonlySet<string>;

  public constructor({ csv, dependencies, properties }: NeedingBundle) {
    const required = [...dependencies, ...properties.filter(({ type }) => type.endsWith('.required'))];
    this.#packages = new Set(required.flatMap(({ value }) => stringField(value, 'packageName') ?? []));
    this.#apis = new Set([
      ...required.filter(({ type }) => type.startsWith('olm.gvk')).map(({ value }) => `${stringField(value, 'group') ?? ''}/${stringField(value, 'kind') ?? ''}`),
      ...requiredApis(csv).map(({ group, kind }) => `${group}/${kind}`),
    ]);
  }

  /** Whether one of them is known to provide an API. An operator that provides a kind of a group provides the other kinds of that group. */
  public provide(group: string, kind: string): boolean {
    return this.#apis.has(`${group}/${kind}`) || [...this.#apis].some((api) => api.startsWith(`${group}/`))
      || (projectOfGroup(group)?.packages ?? []).some((name) => this.#packages.has(name));
  }
}

const PLATFORM = 'operatorframework.io/';

/** Returns the architectures or operating systems that labels of the CSV list as supported. */
function platformLabels({ labels }: ClusterServiceVersion, what: 'arch' | 'os'): string[] {
  const prefix = `${PLATFORM}${what}.`;
  return Object.entries(labels).filter(([label, value]) => label.startsWith(prefix) && value === 'supported').map(([label]) => label.slice(prefix.length));
}
