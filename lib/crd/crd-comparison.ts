import { CrdChange, CrdVerdict } from './crd-change';
import { changesText, crdChanges } from './on-demand';
import { deepFreeze, fieldAt, textField } from '../json-value';

/**
 * What changes from one CustomResourceDefinition to the next, each change with what OLM v1 says to it before an upgrade.
 *
 * OLM v1 stops an upgrade for every change that it refuses, and for every one that it has no rule for. OLM v0 is milder: it stops for a
 * stored version that is gone, and for objects in the cluster that the new schema does not allow.
 *
 * The rules are those of OLM v1.11. Descriptions do not count, but for those inside of `additionalProperties`, `allOf`, `anyOf` and `not`,
 * which it compares as a whole.
 *
 * @see https://operator-framework.github.io/operator-controller/concepts/crd-upgrade-safety/
 */
export class CrdComparison {
  /**
   * Compares two CustomResourceDefinitions of apiextensions.k8s.io/v1 or v1beta1, as objects: `manifest.content` of a bundle's, or what
   * `kubectl get crd -o json` gives. The stored versions are those that the old one's status names, and its storage version.
   *
   * @param oldCrd the definition that is there
   * @param newCrd the definition that takes its place
   */
  public static of(oldCrd: { [key: string]: unknown }, newCrd: { [key: string]: unknown }): CrdComparison {
    return new CrdComparison(textField(fieldAt(newCrd, 'metadata'), 'name') ?? '', crdChanges(oldCrd, newCrd));
  }

  /** The name of the definition: plural, dot, group. */
  public readonly name: string;

  /** Everything that changes, in the order of the old definition's versions and fields. */
  public readonly changes: CrdChange[];

  private constructor(name: string, changes: CrdChange[]) {
    this.name = name;
    this.changes = deepFreeze(changes);
  }

  /** Whether OLM v1 lets an upgrade with these changes go on. */
  public get isSafe(): boolean {
    return this.unsafeChanges.length === 0;
  }

  /** The changes that stop an upgrade in OLM v1. */
  public get unsafeChanges(): CrdChange[] {
    return this.changes.filter(({ verdict }) => verdict !== CrdVerdict.ALLOWED);
  }

  /** The changes as a table, the unsafe ones first; `no changes` where there is none. */
  public toText(): string {
    return changesText(this.changes).join('\n');
  }
}
