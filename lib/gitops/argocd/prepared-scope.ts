import { ApiObject, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { apiObjectsIn } from '../../constructs/model/chart-objects';
import { BundleApi } from '../../bundle/model/bundle-content';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import { OperatorRegistry } from '../../constructs/catalogs/operator-registry';
import { OlmInstallation } from '../../constructs/installation/olm-installation';
import { clusterOf } from '../../constructs/model/cluster-scope';
import { manifestObject } from '../../constructs/model/manifest-object';
import { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { exactJson } from '../../formats/json/exact-json';
import { fieldAt } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { WANTED_CSV, wantedCsvIn } from '../../formats/schema/wanted-csv';
import { groupBy } from '../../text/group-by';
import { append } from '../../text/lists';
import { isOperatorJob } from '../jobs/program-objects';
import { annotationsOf, SYNC_OPTIONS, SYNC_WAVE, withSyncOptions } from './argocd-annotations';
import { ArgoCdPrepareOptions, ArgoCdTracking } from './prepare-options';
import { WaveGraph } from './wave-graph';

/** Annotations that the user set. */
interface UserAnnotations {
  readonly wave: string | undefined;
  readonly options: string | undefined;
}

/** A construct whose objects are annotated for Argo CD. */
export class PreparedScope {
  readonly #chartDependencies: ReadonlyMap<IConstruct, readonly IConstruct[]>;
  /** Original annotations of an object, so that a second pass does not mistake those of the first pass for the user's. */
  readonly #ofUser = new WeakMap<ApiObject, UserAnnotations>();
  /** State at the last pass: cdk8s validates an app again for each of its charts. */
  #seen: readonly IConstruct[] = [];
  #problems: string[] = [];

  public constructor(private readonly scope: Construct, private readonly options: ArgoCdPrepareOptions) {
    this.#chartDependencies = new Map(scope.node.findAll().filter(construct => Chart.isChart(construct)).map(chart => [
      chart, chart.node.dependencies.filter(target => Chart.isChart(target)),
    ]));
  }

  /** Annotates all objects, and returns problems. */
  public apply(): string[] {
    const constructs = this.scope.node.findAll();
    if (constructs.length !== this.#seen.length || constructs.some((construct, index) => construct !== this.#seen[index])) {
      const objects = apiObjectsIn(constructs);
      this.#problems = [...groupBy(objects, object => clusterOf(object).node.path).values()].flatMap(ofCluster => this.#prepareCluster(ofCluster));
      this.#seen = this.scope.node.findAll();
    }
    return this.#problems;
  }

  #prepareCluster(found: readonly ApiObject[]): string[] {
    const subscriptions = found.map(appSubscription).filter(subscription => subscription !== undefined);
    const objects = [...found];
    for (const subscription of this.options.operatorHealth === false ? [] : subscriptions) {
      append(objects, newOperator(subscription, objects));
    }
    const providers = providersIn(found, subscriptions);
    const operandGroups = new Set(this.options.operandGroups ?? []);
    const graph = new WaveGraph({ objects, providers, operandGroups, chartDependencies: this.#chartDependencies });
    const waves = graph.waves();
    for (const object of objects) {
      const isOperand = providers.has(`${object.apiGroup}/${object.kind}`) || (operandGroups.has(object.apiGroup) && object.apiGroup !== OLM_GROUP);
      const { deleteCrds = false, keepOlm = true } = this.options;
      const options = withSyncOptions(this.#before(object).options, syncOptionsOf(object, { isOperand, deleteCrds, keepOlm }));
      if (options !== undefined) {
        object.metadata.addAnnotation(SYNC_OPTIONS, options);
      }
      const wave = typeof waves === 'string' ? 0 : waves.get(object)!;
      if (this.#before(object).wave === undefined && (wave !== 0 || annotationsOf(object.metadata)[SYNC_WAVE] !== undefined)) {
        object.metadata.addAnnotation(SYNC_WAVE, String(wave));
      }
    }
    return [...(typeof waves === 'string' ? [waves] : this.#waveProblems(graph, waves, objects)), ...this.#trackingProblems(objects)];
  }

  /** Returns the problems of waves that the user set. */
  #waveProblems(graph: WaveGraph, waves: ReadonlyMap<ApiObject, number>, objects: readonly ApiObject[]): string[] {
    const set = objects.flatMap(object => {
      const { wave } = this.#before(object);
      return wave === undefined ? [] : [{ object, wave }];
    });
    const [valid, invalid] = [true, false].map(expected => set.filter(({ wave }) => /^[+-]?\d+$/.test(wave) === expected));
    return [
      ...invalid!.map(({ object, wave }) => (
        `the annotation ${SYNC_WAVE} of '${object.node.path}' is '${wave}', which Argo CD takes for 0; set a whole number such as "5", or remove the annotation`
      )),
      ...graph.contradictions(waves, new Map([
        ...valid!.map(({ object, wave }) => [object, Number(wave)] as const), ...invalid!.map(({ object }) => [object, 0] as const),
      ])),
    ];
  }

  #before(object: ApiObject): UserAnnotations {
    const known = this.#ofUser.get(object);
    if (known !== undefined) {
      return known;
    }
    const { [SYNC_WAVE]: wave, [SYNC_OPTIONS]: options } = annotationsOf(object.metadata);
    const before = { wave, options };
    this.#ofUser.set(object, before);
    return before;
  }

  #trackingProblems(objects: readonly ApiObject[]): string[] {
    const copied = objects.find(({ apiGroup, kind }) => apiGroup === OLM_GROUP && ['Subscription', 'ClusterServiceVersion', 'CatalogSource'].includes(kind));
    return this.options.tracking !== ArgoCdTracking.LABEL || copied === undefined ? [] : [
      `Argo CD tracks objects by a label, which OLM copies from '${copied.node.path}' to objects of operators: Argo CD then prunes their CRDs with all their `
        + 'objects. Set application.resourceTrackingMethod to annotation in the ConfigMap argocd-cm (the default since Argo CD 3.0), and remove `tracking`',
    ];
  }
}

/** Creates the Operator of a Subscription, unless the app has it already. */
function newOperator({ object, operatorName, wantedCsv }: AppSubscription, objects: readonly ApiObject[]): ApiObject[] {
  const { scope, id } = object.node;
  if (objects.some(({ apiGroup, kind, name }) => apiGroup === OLM_GROUP && kind === 'Operator' && name === operatorName)) {
    return [];
  }
  // OLM creates it after the Subscription: in an earlier wave, Argo CD would wait for it forever.
  const { [SYNC_WAVE]: wave } = annotationsOf(object.metadata);
  const operator = manifestObject(scope as Construct, `${id}-operator`, {
    apiVersion: `${OLM_GROUP}/v1`,
    kind: 'Operator',
    metadata: {
      name: operatorName,
      annotations: { ...(wantedCsv === undefined ? {} : { [WANTED_CSV]: wantedCsv }), ...(wave === undefined ? {} : { [SYNC_WAVE]: wave }) },
    },
  }, {});
  operator.addDependency(object);
  return [operator];
}

/** Returns what provides APIs, by group and kind: the Operator of a Subscription if there is one, since it is ready when the operator runs. */
function providersIn(objects: readonly ApiObject[], subscriptions: readonly AppSubscription[]): Map<string, IConstruct[]> {
  const providers = new Map<string, IConstruct[]>();
  const add = (group: string, kind: string, provider: IConstruct): void => {
    providers.set(`${group}/${kind}`, [...providers.get(`${group}/${kind}`) ?? [], provider]);
  };
  for (const { object } of subscriptions) {
    const owner = object.node.scope;
    (owner === undefined ? [] : providedApis(owner)).forEach(({ group, kind }) => add(group, kind, object));
  }
  const deployments = new Set(objects.flatMap(({ node: { scopes } }) => scopes.filter(scope => BundleDeployment.isBundleDeployment(scope))));
  for (const deployment of deployments) {
    deployment.bundle.ownedApis.forEach(({ group, kind }) => add(group, kind, deployment));
  }
  return providers;
}

/** What determines the sync options of objects. */
interface SyncOptionsInput {
  /** Whether the CRD of an object may be missing until an operator of the app is installed. */
  readonly isOperand: boolean;
  readonly deleteCrds: boolean;
  readonly keepOlm: boolean;
}

/** Kinds of OLM's own objects that no release drops and whose deletion would leave other objects without their controller. */
const PARTS_OF_OLM = ['core/Namespace', 'apps/Deployment', `${OLM_GROUP}/ClusterServiceVersion`];

/** Returns the sync options that an object needs. */
function syncOptionsOf(object: ApiObject, { isOperand, deleteCrds, keepOlm }: SyncOptionsInput): string[] {
  const isCrd = object.kind === 'CustomResourceDefinition';
  const isContent = isCatalogContent(object);
  const isKept = (isCrd && !deleteCrds) || (keepOlm && isIn(object, scope => OlmInstallation.isOlmInstallation(scope)));
  const isNeverPruned = isKept && (isCrd || PARTS_OF_OLM.includes(`${object.apiGroup}/${object.kind}`));
  return [
    ...(isCrd || isContent || isTooLargeForAnnotation(object) ? ['ServerSideApply=true'] : []),
    ...(isNeverPruned ? ['Prune=false'] : []),
    ...(isKept ? ['Delete=false'] : []),
    // The pods of a registry use the ConfigMaps of the previous content until the pods of the new content run.
    ...(isContent ? ['PruneLast=true'] : []),
    ...(isOperand ? ['SkipDryRunOnMissingResource=true'] : []),
  ];
}

/** Whether an object is a ConfigMap with a part of a catalog. */
function isCatalogContent(object: ApiObject): boolean {
  return object.kind === 'ConfigMap' && isIn(object, scope => OperatorRegistry.isOperatorRegistry(scope));
}

/** Kinds with content of any size. */
const CONTENT_KINDS = ['core/ConfigMap', 'core/Secret'];

/** Maximum size of an object that is applied client-side, in bytes: the annotations of an object have 256 KiB, of which half is left for others. */
const MAX_APPLIED_BYTES = 128 * 1024;

/** Whether the API server refuses the annotation in which a client-side apply stores the object. */
function isTooLargeForAnnotation(object: ApiObject): boolean {
  return isOperatorJob(object) || (CONTENT_KINDS.includes(`${object.apiGroup}/${object.kind}`)
    && Buffer.byteLength(exactJson(object.toJson())) > MAX_APPLIED_BYTES);
}

function isIn({ node: { scopes } }: ApiObject, isOwner: (construct: IConstruct) => boolean): boolean {
  return scopes.some(isOwner);
}

/** A Subscription of OLM v0 in an app, created by a construct of this library or by another one. */
interface AppSubscription {
  /** The Subscription. */
  readonly object: ApiObject;
  readonly package: string;
  readonly namespace: string;
  /** Name of the ClusterServiceVersion that the manifest requests, or undefined if it requests whatever the channel offers. */
  readonly wantedCsv: string | undefined;
  /** Name of the Operator in which OLM reports on the Subscription's operator. */
  readonly operatorName: string;
}

/** Returns a Subscription of OLM v0, or undefined if the object is not one, or its package or namespace is unknown. */
function appSubscription(object: ApiObject): AppSubscription | undefined {
  if (object.apiGroup !== OLM_GROUP || object.kind !== 'Subscription') {
    return undefined;
  }
  const owner = ownerOf(object);
  const manifest = object.toJson() as object;
  const name = owner?.packageName ?? fieldAt(manifest, 'spec', 'name');
  const namespace = owner?.namespace ?? fieldAt(manifest, 'metadata', 'namespace');
  if (typeof name !== 'string' || typeof namespace !== 'string') {
    return undefined;
  }
  return { object, package: name, namespace, wantedCsv: wantedCsvIn(manifest), operatorName: operatorNameOf(name, namespace) };
}

/** Returns the `OperatorSubscription` that created a Subscription, or undefined if another construct did. */
export function ownerOf({ node: { scope } }: ApiObject): OperatorSubscription | undefined {
  return OperatorSubscription.isOperatorSubscription(scope) ? scope : undefined;
}

/** Returns the APIs of the operators that a construct installs, and of those that OLM installs with them, if known. */
export function providedApis(construct: IConstruct): readonly BundleApi[] {
  const bundle = OperatorSubscription.isOperatorSubscription(construct) ? construct._choice.bundle : undefined;
  return bundle === undefined ? [] : [...bundle.providedApis, ...bundle.requiredApis];
}

/**
 * Returns the name of the Operator that OLM creates for a Subscription: the key of a label without its prefix, cut to 63 characters.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/v0.46.0/pkg/controller/operators/decorators/operator.go
 * `ComponentLabelKey`
 */
function operatorNameOf(packageName: string, namespace: string): string {
  const name = `${packageName}.${namespace}`;
  return name.length <= 63 ? name : name.slice(0, 63).replace(/(?<![._-])[._-]+$/, '');
}
