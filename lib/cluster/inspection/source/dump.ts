import { ApiResource, CATALOG_SOURCES, NAMESPACES, resourceName } from '../../waiting/view/api-resource';
import { Interest } from '../../waiting/view/cluster-view';
import { DumpedObjects } from './dumped-objects';
import { dumpCommand, NotDumped, notDumpedNotes } from './not-dumped';
import { ObjectIndex } from './object-index';
import { Listing, ObjectSource } from './object-source';
import { latestTime } from './object-times';

/**
 * Objects of a cluster from files.
 *
 * A dump is a selection: what it lacks may exist in the cluster, whether it lacks a kind, a namespace or a single object. So its lists are partial,
 * and nothing is concluded from what is not in them.
 */
export class Dump {
  public readonly index = new ObjectIndex();

  /** @param contents content of each file */
  public constructor(contents: readonly Pick<DumpedObjects, 'objects' | 'lists'>[]) {
    contents.forEach(({ objects, lists }) => {
      lists.forEach((kind) => this.index.addKind(kind));
      objects.forEach(({ kind, object }) => this.index.add(kind, object));
    });
  }

  /** Time of the dump: the latest time in it, in milliseconds since 1970, or undefined if it has no times. */
  public get time(): number | undefined {
    return latestTime(this.index.everything());
  }

  /** Whether the dump has any object of an interest. */
  public has(interest: Interest): boolean {
    return this.index.select(interest).length > 0;
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
    this.depend(interest);
    return Promise.resolve({ items: this.#index.select(interest), state: this.#index.hasKind(interest.resource) ? 'partial' : 'not-dumped' });
  }

  public depend({ resource, optional }: Interest): void {
    if (!this.#index.hasKind(resource)) {
      const name = resourceName(resource);
      const isJudged = optional !== true || JUDGED.includes(resource) || this.#unknown.get(name)?.isJudged === true;
      this.#unknown.set(name, { name, isJudged });
    }
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
