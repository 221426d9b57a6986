import { makePlan, planMarkdown, planMermaid, planText } from './load';
import { OperatorLockFile } from './operator-lock-file';
import { LockChangeKind } from './lock/lock-change';
import { PlannedOperator } from './plan/planned-operator';
import { Catalog } from '../catalog/catalog';
import { deepFreeze } from '../json/json-value';

/** Options of `OperatorUpgradePlan.between`. */
export interface OperatorUpgradePlanOptions {
  /** Catalogs of the later lock, by namespace and name of their CatalogSources, such as `olm/hub`. */
  readonly catalogs: { [name: string]: Catalog };

  /**
   * Objects of the app, of which those are named that a change of a CustomResourceDefinition may break.
   *
   * @default - none
   */
  readonly objects?: { [key: string]: unknown }[];
}

/**
 * What upgrading the operators of a cluster from one lock to another means: for each operator the CSVs to approve in order, changes of CRDs with the
 * verdicts of OLM v1, rights and images, deprecations, and what is down meanwhile.
 */
export class OperatorUpgradePlan {
  /**
   * Plans the upgrade.
   *
   * @param before the lock that is installed
   * @param after the lock to install
   * @param options catalogs and objects
   */
  public static between(before: OperatorLockFile, after: OperatorLockFile, options: OperatorUpgradePlanOptions): OperatorUpgradePlan {
    return new OperatorUpgradePlan(makePlan(before, after, { catalogs: new Map(Object.entries(options.catalogs)), objects: options.objects ?? [] }));
  }

  /** @internal */
  public static _of(operators: PlannedOperator[]): OperatorUpgradePlan {
    return new OperatorUpgradePlan(operators);
  }

  /** The operators that change, sorted by namespace and package. */
  public readonly operators: PlannedOperator[];

  private constructor(operators: PlannedOperator[]) {
    this.operators = deepFreeze(operators);
  }

  /** Whether OLM makes all upgrades, and no CustomResourceDefinition changes in a way that OLM v1 refuses. */
  public get isSafe(): boolean {
    return this.operators.every(({ kind, approvals, crdChanges }) => (
      (kind === LockChangeKind.REMOVED || approvals.length > 0) && crdChanges.every(({ isSafe }) => isSafe)
    ));
  }

  /** Returns the plan as text. */
  public toText(): string {
    return planText(this.operators);
  }

  /** Returns the plan as Markdown with a picture, for a comment on a pull request. */
  public toMarkdown(): string {
    return planMarkdown(this.operators);
  }

  /** Returns the paths of the operators as a Mermaid flowchart. */
  public toMermaid(): string {
    return planMermaid(this.operators);
  }

  /** Returns the plan as JSON. */
  public toJson(): string {
    return `${JSON.stringify({ operators: this.operators }, undefined, 2)}\n`;
  }
}
