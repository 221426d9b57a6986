import { InstallRules } from './install-rule';
import { buildInstallRules } from './build-install-rules';
import { installComparisonText } from './install-text';
import { missingInstallRules } from './missing-install-rules';
import { Bundle } from '../bundle/bundle';
import { deepFreeze } from '../formats/json/json-value';

/** Differences between the rights that an installer needs for two bundles. */
export class InstallPermissionsComparison {
  /**
   * Compares two bundles that OLM v0 installs on behalf of a ServiceAccount. For other engines use `InstallPermissions.comparedTo`.
   *
   * @param previous the bundle that is installed
   * @param next the bundle that replaces it
   */
  public static of(previous: Bundle, next: Bundle): InstallPermissionsComparison {
    return InstallPermissionsComparison._of(previous.name, buildInstallRules(previous), next.name, buildInstallRules(next));
  }

  /** @internal */
  public static _of(previous: string, before: InstallRules, next: string, after: InstallRules): InstallPermissionsComparison {
    return new InstallPermissionsComparison(previous, next, missingInstallRules(after, before), missingInstallRules(before, after));
  }

  /** Name of the bundle that is installed. */
  public readonly previous: string;

  /** Name of the bundle that replaces it. */
  public readonly next: string;

  /** Rights that only the next bundle needs. Grant them before the upgrade. */
  public readonly added: InstallRules;

  /** Rights that only the previous bundle needs. Remove them after the upgrade. */
  public readonly removed: InstallRules;

  private constructor(previous: string, next: string, added: InstallRules, removed: InstallRules) {
    this.previous = previous;
    this.next = next;
    this.added = deepFreeze(added);
    this.removed = deepFreeze(removed);
  }

  /** Returns the differences as text. */
  public toText(): string {
    return installComparisonText(this.previous, this.next, this.added, this.removed);
  }
}
