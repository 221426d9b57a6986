import { ApiObject, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { OlmInstallation } from '../../constructs/installation/olm-installation';
import { dependenciesOf } from '../../constructs/model/chart-order';
import { fieldAt, stringField } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { largest } from '../../text/lists';
import { annotationsOf, HOOK, SYNC_WAVE } from './argocd-annotations';
import { SyncStage, syncStageOf, WaveNode, wavesOf } from './sync-waves';

/** Dependencies of charts that the app declared; at synthesis, cdk8s adds others that are derived from those of objects. */
export type ChartDependencies = ReadonlyMap<IConstruct, readonly IConstruct[]>;

/** What determines the order of the objects of a cluster. */
export interface WaveGraphInput {
  readonly objects: readonly ApiObject[];
  readonly chartDependencies: ChartDependencies;
  /** Constructs that provide an API, by its group and kind, such as `example.com/Memcached`. */
  readonly providers: ReadonlyMap<string, readonly IConstruct[]>;
  /** API groups whose objects are operands although no construct of the app is known to provide them. */
  readonly operandGroups: ReadonlySet<string>;
}

/**
 * The order of the objects of a cluster: the dependencies of the constructs, and dependencies derived from the content of the objects. The first
 * nodes are the objects; the others represent all objects of a construct.
 */
export class WaveGraph {
  readonly #nodes: { readonly stage: SyncStage | undefined; readonly after: Set<number>; readonly path: string }[];
  readonly #indexOf: ReadonlyMap<IConstruct, number>;
  readonly #groups = new Map<IConstruct, number>();

  public constructor(private readonly input: WaveGraphInput) {
    const { objects } = input;
    this.#indexOf = new Map(objects.map((object, index) => [object, index]));
    this.#nodes = objects.map(object => ({ stage: this.#stageOf(object), after: new Set(), path: object.node.path }));
    // CRDs and Namespaces need nothing. They inherit dependencies of the construct around them, such as that on a Secret in the namespace itself.
    objects.filter((_, index) => this.#nodes[index]!.stage !== SyncStage.CRDS).forEach(object => this.#addDeclared(object));
    this.#addDerived();
  }

  /**
   * Returns the wave of each object.
   *
   * @returns the waves, or a problem that names the constructs if they form a cycle
   */
  public waves(): ReadonlyMap<ApiObject, number> | string {
    const found = wavesOf(this.#nodes.map(({ stage, after }): WaveNode => ({ stage, after: [...after] })));
    if ('waves' in found) {
      return new Map(this.input.objects.map((object, index) => [object, found.waves[index]!]));
    }
    const paths = found.cycle.map(index => `'${this.#nodes[index]!.path}'`);
    return `the sync waves of Argo CD form a cycle: ${[...paths, paths[0]!].join(' comes after ')}; remove one of these dependencies`;
  }

  /**
   * Returns a problem for each object that the user put in an earlier wave than something that it depends on.
   *
   * @param computed the wave of each object
   * @param ofUser waves that the user set
   */
  public contradictions(computed: ReadonlyMap<ApiObject, number>, ofUser: ReadonlyMap<ApiObject, number>): string[] {
    const { objects } = this.input;
    const waves = objects.map(object => ofUser.get(object) ?? computed.get(object)!);
    // A dependent of a construct is applied after the latest of its objects.
    const latest = (index: number): number => index < objects.length ? index
      : [...this.#nodes[index]!.after].reduce((found, member) => waves[member]! > waves[found]! ? member : found);
    const problems = new Map<ApiObject, string>();
    for (const [index, object] of objects.entries()) {
      for (const earlier of [...this.#nodes[index]!.after].map(latest)) {
        const before = objects[earlier]!;
        const blamed = ofUser.has(object) ? object : ofUser.has(before) ? before : undefined;
        if (waves[earlier]! > waves[index]! && blamed !== undefined && !problems.has(blamed) && inSync(object) && inSync(before)) {
          problems.set(blamed, contradiction({ object, wave: waves[index]! }, { object: before, wave: waves[earlier]! }, blamed));
        }
      }
    }
    return [...problems.values()];
  }

  #stageOf(object: ApiObject): SyncStage | undefined {
    const isOperand = this.input.providers.has(`${object.apiGroup}/${object.kind}`) || this.input.operandGroups.has(object.apiGroup);
    return syncStageOf(object) ?? (isOperand ? SyncStage.OPERANDS : undefined);
  }

  /** Adds the dependencies of an object and of its scopes. */
  #addDeclared(object: ApiObject): void {
    for (const scope of object.node.scopes) {
      const declared = Chart.isChart(scope)
        ? [...dependenciesOf(scope).filter(target => !Chart.isChart(target)), ...this.input.chartDependencies.get(scope) ?? []]
        : dependenciesOf(scope);
      declared.forEach(target => this.#add(object, target));
    }
  }

  #addDerived(): void {
    const { objects, providers } = this.input;
    const named = new Map(objects.map(object => [keyOf(object.kind, object.metadata.namespace, object.name), object]));
    const groups = new Set(objects.map(({ apiGroup }) => apiGroup));
    const crds = new Map(objects.filter(object => isCrdOf(object, groups)).map(object => [crdKey(object), object]));
    const olms = new Set(objects.map(({ node: { scope } }) => scope).filter(scope => OlmInstallation.isOlmInstallation(scope)));
    const controllers = [...olms].flatMap(({ olmOperator, catalogOperator }) => [olmOperator, catalogOperator]);
    for (const object of objects) {
      const { apiGroup, kind, metadata: { namespace } } = object;
      const before = [
        crds.get(`${apiGroup}/${kind}`), namespace === undefined ? undefined : named.get(keyOf('Namespace', undefined, namespace)),
        ...providers.get(`${apiGroup}/${kind}`) ?? [],
        ...(apiGroup === OLM_GROUP && kind === 'Subscription' ? [...controllers, named.get(catalogKey(object))] : []),
      ];
      before.forEach(target => {
        if (target !== undefined) {
          this.#add(object, target);
        }
      });
    }
  }

  #add(object: ApiObject, target: IConstruct): void {
    const index = this.#indexOf.get(object)!;
    const earlier = this.#indexOf.get(target) ?? (object.node.scopes.includes(target) ? undefined : this.#groupOf(target));
    if (earlier !== undefined && earlier !== index) {
      this.#nodes[index]!.after.add(earlier);
    }
  }

  /** Returns the node that represents all objects of a construct, or undefined if it has no objects in this graph. */
  #groupOf(target: IConstruct): number | undefined {
    const known = this.#groups.get(target);
    if (known !== undefined) {
      return known;
    }
    const members = target.node.findAll().map(construct => this.#indexOf.get(construct)).filter(index => index !== undefined);
    if (members.length === 0) {
      return undefined;
    }
    // A dependent of a group is applied after the latest of its members.
    const stages = members.map(index => this.#nodes[index]!.stage).filter(stage => stage !== undefined);
    this.#nodes.push({ stage: stages.length === 0 ? undefined : largest(stages), after: new Set(members), path: target.node.path });
    this.#groups.set(target, this.#nodes.length - 1);
    return this.#nodes.length - 1;
  }
}

/** An object with its wave. */
interface InWave {
  readonly object: ApiObject;
  readonly wave: number;
}

function contradiction(later: InWave, earlier: InWave, blamed: ApiObject): string {
  const [path, other] = [later, earlier].map(({ object: { node } }) => `'${node.path}'`);
  return blamed === later.object
    ? `the annotation ${SYNC_WAVE} puts ${path} into wave ${later.wave}, but it comes after ${other} in wave ${earlier.wave}; set at least ${earlier.wave}, `
      + 'or remove the annotation or the dependency'
    : `the annotation ${SYNC_WAVE} puts ${other} into wave ${earlier.wave}, but ${path} in wave ${later.wave} comes after it; set at most ${later.wave}, `
      + 'or remove the annotation or the dependency';
}

/** Whether an object is applied in the waves of a sync: hooks of other phases have separate waves. */
function inSync({ metadata }: ApiObject): boolean {
  return ['Sync', undefined].includes(annotationsOf(metadata)[HOOK]);
}

function keyOf(kind: string, namespace: string | undefined, name: string): string {
  return `${kind}/${namespace ?? ''}/${name}`;
}

/** Whether an object is a CRD of one of the groups. Checks the name, which contains the group, because rendering a CRD takes time. */
function isCrdOf({ kind, name }: ApiObject, groups: ReadonlySet<string>): boolean {
  return kind === 'CustomResourceDefinition' && groups.has(name.slice(name.indexOf('.') + 1));
}

function crdKey(object: ApiObject): string {
  const spec = fieldAt(object.toJson(), 'spec');
  return `${stringField(spec, 'group') ?? ''}/${stringField(fieldAt(spec, 'names'), 'kind') ?? ''}`;
}

/** Returns the key of the CatalogSource that a Subscription names. */
function catalogKey(subscription: ApiObject): string {
  const spec = fieldAt(subscription.toJson(), 'spec');
  return keyOf('CatalogSource', stringField(spec, 'sourceNamespace'), stringField(spec, 'source') ?? '');
}
