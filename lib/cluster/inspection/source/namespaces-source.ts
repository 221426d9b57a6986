import { Listing, ObjectSource } from './object-source';
import { Interest } from '../../waiting/view/interest';

/** Source for an account that may list objects only in some namespaces: it requests nothing else. */
export class NamespacesSource implements ObjectSource {
  readonly #source: ObjectSource;
  readonly #namespaces: ReadonlySet<string>;

  public constructor(source: ObjectSource, namespaces: readonly string[]) {
    this.#source = source;
    this.#namespaces = new Set(namespaces);
  }

  public async list(interest: Interest): Promise<Listing | undefined> {
    const { namespace } = interest;
    return namespace !== undefined && this.#namespaces.has(namespace) ? this.#source.list(interest) : undefined;
  }

  public notes(): readonly string[] {
    return this.#source.notes();
  }
}
