import { CrdChange, CrdVerdict } from './crd-change';
import { changesText } from './changes-text';
import { crdChanges } from './crd-changes';
import { deepFreeze, fieldAt, stringField } from '../../json/json-value';

/**
 * Changes between two CustomResourceDefinitions, each with the verdict of OLM v1's CRD upgrade safety check.
 *
 * OLM v1 blocks an upgrade for every change that it refuses, and for every one without a rule. OLM v0 is more tolerant: it blocks only if a
 * stored version is removed, or objects in the cluster violate the new schema.
 *
 * The rules are those of OLM v1.11. Descriptions are ignored, except in `additionalProperties`, `allOf`, `anyOf` and `not`, which it compares
 * as a whole.
 *
 * @see https://operator-framework.github.io/operator-controller/concepts/crd-upgrade-safety/
 */
export class CrdComparison {
  /**
   * Compares two CustomResourceDefinitions of apiextensions.k8s.io/v1 or v1beta1, as objects: `manifest.content` of a bundle, or the
   * output of `kubectl get crd -o json`. Stored versions are those in the old one's status, and its storage version.
   *
   * @param oldCrd the old definition
   * @param newCrd the new definition
   */
  public static of(oldCrd: { [key: string]: unknown }, newCrd: { [key: string]: unknown }): CrdComparison {
    return new CrdComparison(stringField(fieldAt(newCrd, 'metadata'), 'name') ?? '', crdChanges(oldCrd, newCrd));
  }

  /** Name of the definition: plural, dot, group. */
  public readonly name: string;

  /** All changes, in the order of the old definition's versions and fields. */
  public readonly changes: CrdChange[];

  private constructor(name: string, changes: CrdChange[]) {
    this.name = name;
    this.changes = deepFreeze(changes);
  }

  /** Whether OLM v1 allows an upgrade with these changes. */
  public get isSafe(): boolean {
    return this.unsafeChanges.length === 0;
  }

  /** The changes that block an upgrade in OLM v1. */
  public get unsafeChanges(): CrdChange[] {
    return this.changes.filter(({ verdict }) => verdict !== CrdVerdict.ALLOWED);
  }

  /** Returns the changes as a table, the unsafe ones first, or `no changes` if there are none. */
  public toText(): string {
    return changesText(this.changes).join('\n');
  }
}
