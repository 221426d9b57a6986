import { ApiObject, JsonPatch } from 'cdk8s';
import { ConstructError } from './construct-error';

/**
 * An object whose manifest is converted when it is written. Patches apply to the result: cdk8s would apply them before, and the conversion would drop
 * fields that it does not know.
 */
export abstract class ConvertedObject extends ApiObject {
  readonly #patches: JsonPatch[] = [];

  /**
   * Patches the manifest, any field of it: patches apply to the object as it is written, in the order in which they were added.
   *
   * @param ops operations on the object in Kubernetes JSON
   */
  public override addJsonPatch(...ops: JsonPatch[]): void {
    this.#patches.push(...ops);
  }

  /**
   * Renders the object to Kubernetes JSON.
   *
   * @throws ConstructError when a patch refers to something that the object does not have
   */
  public override toJson(): any {
    const manifest = this._converted(super.toJson());
    try {
      return JsonPatch.apply(manifest, ...this.#patches);
    } catch (error) {
      throw new ConstructError(this, `a patch of ${this.kind} '${this.name}' cannot be applied: ${(error as Error).message}`);
    }
  }

  /**
   * Converts what cdk8s renders to Kubernetes JSON.
   *
   * @internal
   */
  public abstract _converted(rendered: any): any;
}
