import { list } from '../explain/formatting';
import { INITIAL_LISTS } from '../machine/waiter-state';
import { byName } from '../operator/situation';
import { CLUSTER_ROLE_BINDINGS, resourceName } from '../view/api-resource';
import { type ClusterView, distinct, type Interest, objectsOf, optional } from '../view/cluster-view';
import { addBindingUses, ALL_BINDINGS, MANAGED_ROLES, unknownUse, unused } from './bundle-object-stage';
import { type BundleObject, resourceOfObject } from './bundle-objects';
import { isPending } from './removal-waiter';
import { type DeletionPolicy, deletionStage, type FoundObject, type Leftover, objectTitle, type Stage } from './stage';

/** Objects that OLM created from bundles. Those with an owner are deleted with OLM. */
const MANAGED = [MANAGED_ROLES, optional({ resource: CLUSTER_ROLE_BINDINGS, labelSelector: 'olm.managed=true' })];

/** What OLM created from bundles for the whole cluster, which stays when OLM is removed with all operators. */
export class OlmLeftovers {
  /** Interests in the objects, and in what may use them. */
  public readonly interests: readonly Interest[];
  readonly #lists: readonly Interest[];

  /**
   * @param planned objects that InstallPlans created, before they were deleted
   */
  public constructor(private readonly planned: readonly BundleObject[], private readonly view: ClusterView) {
    this.#lists = distinct([...MANAGED, ...planned.map((object) => optional({ resource: resourceOfObject(object) }))]);
    this.interests = [...this.#lists, ...ALL_BINDINGS];
  }

  /**
   * Reports the objects, or deletes those that nothing uses.
   *
   * @param deletes whether to delete them
   */
  public stage(deletes: boolean, policy: DeletionPolicy): Stage {
    const phase = 'leftovers of bundles';
    if (this.interests.some((interest) => isPending(interest, this.view))) {
      return { phase, waitingFor: INITIAL_LISTS };
    }
    const found = this.#objects();
    const unlisted = this.interests.filter((interest) => objectsOf(this.view, interest) === undefined);
    const uses = new Map(found.flatMap(({ resource, object }) => {
      const use = unlisted.length === 0 ? unknownUse(resource)
        : `whether anything uses it is not known: the account may not list ${list(unlisted.map((interest) => resourceName(interest.resource)))}`;
      return use === undefined ? [] : [[object, use] as const];
    }));
    addBindingUses(uses, found, [], this.view);
    const isDeletable = ({ object }: FoundObject): boolean => deletes && !uses.has(object);
    const deletable = found.filter(isDeletable);
    const left = found.filter((object) => !isDeletable(object)).map((object): Leftover => (
      { object: objectTitle(object), reason: `OLM created it from the bundle of an operator, and ${uses.get(object.object) ?? unused(object)}` }
    ));
    const hidden = this.#lists.filter((interest) => unlisted.includes(interest)).map(({ resource }): Leftover => (
      { object: `${resource.kind} objects of bundles`, reason: `whether OLM left any is not known: the account may not list ${resourceName(resource)}` }
    ));
    return { ...deletionStage(phase, deletable, policy), left: [...left, ...distinctLeftovers(hidden)] };
  }

  /** Objects that exist and that OLM created. What was there before is not reported. */
  #objects(): FoundObject[] {
    const managed = MANAGED.flatMap(({ resource, ...interest }) => (objectsOf(this.view, { resource, ...interest }) ?? [])
      .filter(({ metadata }) => metadata.labels?.['olm.owner'] === undefined).map((object): FoundObject => ({ resource, object })));
    const created = this.planned.filter(({ isCreated }) => isCreated).flatMap((planned): FoundObject[] => {
      const resource = resourceOfObject(planned);
      const object = byName(objectsOf(this.view, optional({ resource })), planned.name);
      return object === undefined ? [] : [{ resource, object }];
    });
    return [...new Map([...managed, ...created].map((object) => [objectTitle(object), object])).values()];
  }
}

function distinctLeftovers(leftovers: readonly Leftover[]): Leftover[] {
  return [...new Map(leftovers.map((leftover) => [leftover.object, leftover])).values()];
}
