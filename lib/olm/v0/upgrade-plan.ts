import { deleteCommands } from './upgrade/delete-commands';
import { planTable } from './upgrade/plan-table';
import { OlmUpgradePlanContent } from './upgrade/upgrade-plan-content';

/** Changes from one release of OLM to another. They are derived from the releases alone: a plan does not use a cluster. */
export class OlmUpgradePlan {
  /** The changes as data. */
  public readonly content: OlmUpgradePlanContent;

  /** @param content changes as data */
  public constructor(content: OlmUpgradePlanContent) {
    this.content = content;
  }

  /** Whether nothing changes. */
  public get isEmpty(): boolean {
    const { added, changed, removed } = this.content;
    return added.length + changed.length + removed.length === 0;
  }

  /**
   * Returns `kubectl delete` commands, one line for each object that is not in the new release: run them once the new release is applied. CRDs and
   * Namespaces are excluded, because everything in them would also be deleted. Returns an empty string if there is nothing to delete.
   */
  public toDeleteCommands(): string {
    return deleteCommands(this.content);
  }

  /** Returns the plan as a table with one line for each change, followed by the notes. */
  public toTable(): string {
    return planTable(this.content);
  }
}
