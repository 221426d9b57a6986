import { Listing, ObjectSource } from '../source/object-source';
import { servedCrd } from '../source/served-crd';
import { OLM_GROUP } from '../../../olm/v0/model/olm-names';
import { CUSTOM_RESOURCE_DEFINITIONS, EVENTS, JOBS, PACKAGE_MANIFESTS, PODS } from '../../waiting/view/api-resource';
import { Interest } from '../../waiting/view/interest';

/** Resources that only help to explain, which `explain` lists for one object: there may be thousands of each. */
const EXPLAINING = [EVENTS, JOBS, PACKAGE_MANIFESTS, PODS];

/**
 * Source of only the objects that a status needs. The CRDs of operators are not listed, since their schemas are most of a cluster's data: an operator
 * that OLM reports as Succeeded had them.
 */
export class StatusSource implements ObjectSource {
  readonly #source: ObjectSource;
  readonly #crds = new Map<string, Set<string>>();

  public constructor(source: ObjectSource) {
    this.#source = source;
  }

  /** Adds a version of a CRD to treat as served. */
  public trust(crd: string, version: string): void {
    this.#crds.set(crd, (this.#crds.get(crd) ?? new Set<string>()).add(version));
  }

  public async list(interest: Interest): Promise<Listing | undefined> {
    const { resource, name } = interest;
    if (EXPLAINING.includes(resource)) {
      return undefined;
    }
    const isOfOperator = resource === CUSTOM_RESOURCE_DEFINITIONS && name?.endsWith(`.${OLM_GROUP}`) !== true;
    return isOfOperator ? { items: this.#trusted(interest) } : this.#source.list(interest);
  }

  public notes(): readonly string[] {
    return this.#source.notes();
  }

  #trusted({ name = '' }: Interest): readonly unknown[] {
    const versions = this.#crds.get(name);
    return versions === undefined ? [] : [servedCrd(name, [...versions])];
  }
}
