import { isMap, JsonMap, mapField, stringField } from '../../../formats/json/json-value';
import { readStream } from '../../../formats/yaml/stream';
import { ApiResource, CATALOG_SOURCES, NAMESPACES, resourceName } from '../../waiting/view/api-resource';
import { Interest } from '../../waiting/view/cluster-view';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { dumpCommand, NotDumped, notDumpedNotes } from './not-dumped';
import { GroupKind, ObjectIndex } from './object-index';
import { Listing, ObjectSource } from './object-source';
import { latestTime } from './object-times';

/**
 * Objects of a cluster from files.
 *
 * A dump is a selection: what it lacks may exist in the cluster, whether it lacks a kind, a namespace or a single object. So its lists are partial, and
 * nothing is concluded from what is not in them.
 */
export class Dump {
  public readonly index = new ObjectIndex();

  /** @param contents content of each file */
  public constructor(contents: readonly DumpedObjects[]) {
    contents.forEach(({ objects, lists }) => {
      lists.forEach((kind) => this.index.addKind(kind));
      objects.forEach(({ kind, object }) => this.index.add(kind, object));
    });
  }

  /** Time of the dump: the latest time in it, in milliseconds since 1970, or undefined if it has no times. */
  public get time(): number | undefined {
    return latestTime(this.index.everything());
  }

  /** Returns a source for one inspection, which remembers which kinds the inspection did not find. */
  public source(): ObjectSource {
    return new DumpSource(this.index);
  }
}

/** Kinds without which an object may be judged, but not completely: others only help to explain a failure. */
const JUDGED: readonly ApiResource[] = [NAMESPACES, CATALOG_SOURCES];

/** Source of the objects of a dump for one inspection. */
class DumpSource implements ObjectSource {
  public readonly isSelection = true;
  readonly #index: ObjectIndex;
  readonly #unknown = new Map<string, UnknownKind>();

  public constructor(index: ObjectIndex) {
    this.#index = index;
  }

  public list(interest: Interest): Promise<Listing> {
    const { resource, optional } = interest;
    if (!this.#index.hasKind(resource)) {
      const name = resourceName(resource);
      const isJudged = optional !== true || JUDGED.includes(resource) || this.#unknown.get(name)?.isJudged === true;
      this.#unknown.set(name, { name, isJudged });
    }
    return Promise.resolve({ items: this.#index.select(interest), state: this.#index.hasKind(resource) ? 'partial' : 'not-dumped' });
  }

  public notes(): readonly string[] {
    return notDumpedNotes(this.notDumped(false));
  }

  public notDumped(isExplained: boolean): NotDumped | undefined {
    const names = [...this.#unknown.values()].filter(({ isJudged }) => isJudged || isExplained).map(({ name }) => name).sort();
    return names.length === 0 ? undefined : { kinds: names, command: dumpCommand(names) };
  }
}

/** A kind that a dump lacks. */
interface UnknownKind {
  readonly name: string;

  /** Whether its objects determine verdicts, rather than only help to explain a failure. */
  readonly isJudged: boolean;
}

const LIMITS = { maxDepth: 100, maxNodes: 20_000_000 } as const;

/** An object in a dump. */
export interface DumpedObject {
  readonly kind: GroupKind;
  readonly object: KubernetesObject;
}

/** Content of one file of a dump. */
export interface DumpedObjects {
  readonly objects: readonly DumpedObject[];

  /** Kinds of lists in the file, which may be empty. */
  readonly lists: readonly GroupKind[];

  /** Number of documents that are not Kubernetes objects. */
  readonly others: number;
}

/**
 * Reads objects in the formats of `kubectl get -o yaml` or `-o json`, `oc adm inspect` and manifests: single objects, lists, or several documents.
 *
 * @throws YamlSyntaxError if the file is neither YAML nor JSON
 */
export function dumpedObjects(text: string): DumpedObjects {
  const found: { objects: DumpedObject[]; lists: GroupKind[]; others: number } = { objects: [], lists: [], others: 0 };
  for (const document of documents(text)) {
    if (document !== undefined && document !== null) {
      collect(document, undefined, found);
    }
  }
  return found;
}

function* documents(text: string): Generator<unknown> {
  if (/^\s*[{[]/.test(text)) {
    try {
      yield JSON.parse(text);
      return;
    } catch {
      // Several objects, or YAML in flow style.
    }
  }
  for (const { value } of readStream(text, LIMITS)) {
    yield value;
  }
}

function collect(value: unknown, listed: GroupKind | undefined, found: { objects: DumpedObject[]; lists: GroupKind[]; others: number }): void {
  if (Array.isArray(value)) {
    value.forEach((item) => collect(item, listed, found));
    return;
  }
  const kind = isMap(value) ? kindOf(value) ?? listed : undefined;
  if (!isMap(value) || kind === undefined) {
    found.others += 1;
  } else if (kind.kind.endsWith('List') && Array.isArray(value['items'])) {
    // Items of a list lack their kind; a `kind: List` of kubectl has items of any kind.
    const ofItems = kind.kind === 'List' ? undefined : { group: kind.group, kind: kind.kind.slice(0, -'List'.length) };
    if (ofItems !== undefined) {
      found.lists.push(ofItems);
    }
    collect(value['items'], ofItems, found);
  } else if (stringField(mapField(value, 'metadata'), 'name') !== undefined) {
    found.objects.push({ kind, object: value as unknown as KubernetesObject });
  } else {
    found.others += 1;
  }
}

function kindOf(object: JsonMap): GroupKind | undefined {
  const [apiVersion, kind] = [stringField(object, 'apiVersion'), stringField(object, 'kind')];
  if (apiVersion === undefined || kind === undefined || kind === '') {
    return undefined;
  }
  const slash = apiVersion.indexOf('/');
  return { group: slash < 0 ? '' : apiVersion.slice(0, slash), kind };
}
