import { planTable } from './on-demand';
import { OlmUpgradePlanContent } from './upgrade-plan-content';

/**
 * What happens when one release of OLM takes the place of another one, as data and as a table to read. A plan is made from
 * the releases alone: it does not look at a cluster.
 */
export class OlmUpgradePlan {
  /** Everything that the plan says, as data. */
  public readonly content: OlmUpgradePlanContent;

  /** @param content what the plan says */
  public constructor(content: OlmUpgradePlanContent) {
    this.content = content;
  }

  /** Whether nothing changes. */
  public get isEmpty(): boolean {
    const { added, changed, removed } = this.content;
    return added.length + changed.length + removed.length === 0;
  }

  /** The plan as text: a line for each thing that happens, in columns. */
  public toTable(): string {
    return planTable(this.content);
  }
}
