import { checkArguments } from '../../formats/options/check-arguments';
import type { Manifest } from './manifest';

/**
 * Objects of a bundle to leave out of what is installed, for `omit` of constructs and `Bundle.without`: those of a kind, or a single one.
 */
export class BundleObjects {
  /**
   * All objects of a kind.
   *
   * @param kind kind, such as `PrometheusRule`
   * @param group API group, if the bundle has objects of several groups with this kind
   */
  public static ofKind(kind: string, group?: string): BundleObjects {
    checkArguments('BundleObjects.ofKind', { kind, group });
    return new BundleObjects(kind, undefined, group);
  }

  /**
   * A single object.
   *
   * @param kind kind, such as `Service`
   * @param name name of the object
   */
  public static named(kind: string, name: string): BundleObjects {
    checkArguments('BundleObjects.named', { kind, name });
    return new BundleObjects(kind, name, undefined);
  }

  /** Kind of the objects. */
  public readonly kind: string;

  /** Name of the object, or undefined for all objects of the kind. */
  public readonly name?: string;

  /** API group of the objects, or undefined for any group. */
  public readonly group?: string;

  private constructor(kind: string, name: string | undefined, group: string | undefined) {
    this.kind = kind;
    if (name !== undefined) {
      this.name = name;
    }
    if (group !== undefined) {
      this.group = group;
    }
  }

  /** Returns the call that creates the selection, as in a program. */
  public toString(): string {
    const quoted = (value: string): string => `'${value}'`;
    return this.name === undefined ? `BundleObjects.ofKind(${[this.kind, ...(this.group === undefined ? [] : [this.group])].map(quoted).join(', ')})`
      : `BundleObjects.named(${quoted(this.kind)}, ${quoted(this.name)})`;
  }

  /**
   * Whether an object is one of them.
   *
   * @internal
   */
  public _includes({ kind, name, group }: Manifest): boolean {
    return kind === this.kind && (this.name === undefined || name === this.name) && (this.group === undefined || group === this.group);
  }
}
