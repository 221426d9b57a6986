import { InstallRules } from './install-rule';
import { buildInstallRules, installComparisonText, missingInstallRules } from './load';
import { Bundle } from '../bundle/bundle';
import { deepFreeze } from '../json/json-value';

/** Differences between the rights that OLM needs to install two bundles in the name of a ServiceAccount. */
export class InstallPermissionsComparison {
  /**
   * Compares two bundles.
   *
   * @param previous the bundle that is installed
   * @param next the bundle that replaces it
   */
  public static of(previous: Bundle, next: Bundle): InstallPermissionsComparison {
    return new InstallPermissionsComparison(previous, next);
  }

  /** Name of the bundle that is installed. */
  public readonly previous: string;

  /** Name of the bundle that replaces it. */
  public readonly next: string;

  /** Rights that only the next bundle needs: grant them before the upgrade. */
  public readonly added: InstallRules;

  /** Rights that only the previous bundle needs: remove them after the upgrade. */
  public readonly removed: InstallRules;

  private constructor(previous: Bundle, next: Bundle) {
    const [before, after] = [buildInstallRules(previous), buildInstallRules(next)];
    this.previous = previous.name;
    this.next = next.name;
    this.added = deepFreeze(missingInstallRules(after, before));
    this.removed = deepFreeze(missingInstallRules(before, after));
  }

  /** Returns the differences as text. */
  public toText(): string {
    return installComparisonText(this.previous, this.next, this.added, this.removed);
  }
}
