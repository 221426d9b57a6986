import { Catalog } from '../catalog/catalog';
import { deepFreeze } from '../formats/json/json-value';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { ForbiddenRight } from '../report/rights/forbidden-rights';
import { gatedPlan } from './gates/gated-plan';
import { gateSettings } from './gates/gate-settings';
import { LockChangeKind } from './lock/lock-change';
import { ResolutionLimits, resolutionLimits } from './model/resolution-limits';
import { OperatorLockFile } from './operator-lock-file';
import { PLAN_VERSION, PlanContent } from './plan/plan-content';
import { PlannedInstallPlan, PlannedOperator, PlanSource } from './plan/planned-operator';
import { planSvg } from './plan/plan-svg';
import { planMarkdown, planMermaid, planText } from './plan/plan-text';
import { planFromFile, readPlan } from './plan/read-plan';
import { printableJson } from '../formats/json/printable-json';

/** Options of `OperatorUpgradePlan.between`. */
export interface OperatorUpgradePlanOptions {
  /** Catalogs of the later lock, by namespace and name of their CatalogSources, such as `olm/hub`. */
  readonly catalogs: { [name: string]: Catalog };

  /**
   * Objects of the app. The plan lists those that a change of a CustomResourceDefinition may break.
   *
   * @default - none
   */
  readonly objects?: { [key: string]: unknown }[];

  /**
   * Rights that no operator may gain, unless the later lock has a waiver. An empty list allows all.
   *
   * @default - all values of `ForbiddenRight`
   */
  readonly forbiddenRights?: ForbiddenRight[];

  /**
   * Whether an upgrade is refused if the catalog has no manifests for a version on the way, so that its CRDs and rights cannot be checked, unless the
   * later lock has a waiver.
   *
   * @default false - the plan lists such versions
   */
  readonly requireManifests?: boolean;

  /**
   * Namespaces whose operators watch only one namespace. For such an operator, the right to read the Secrets in the namespace that it watches is not
   * a right across namespaces.
   *
   * @default - none
   */
  readonly singleNamespaces?: string[];

  /**
   * Limits of the resolutions that show which InstallPlans OLM creates. What exceeds them is not decided, which is a problem of the plan.
   *
   * @default - those of `ResolutionLimits`
   */
  readonly resolutionLimits?: ResolutionLimits;
}

/**
 * Plan for upgrading the operators of a cluster from one lock to another: for each operator the CSVs to approve in order, changes of CRDs with the
 * verdicts of OLM v1, new rights and images, deprecations, and what is down in the meantime.
 */
export class OperatorUpgradePlan {
  /**
   * Plans the upgrade.
   *
   * @param before the lock that is installed
   * @param after the lock to install
   * @param options catalogs and objects
   * @throws Error if an option or a forbidden right is unknown, or a limit is not a positive integer
   */
  public static between(before: OperatorLockFile, after: OperatorLockFile, options: OperatorUpgradePlanOptions): OperatorUpgradePlan {
    checkArguments('OperatorUpgradePlan.between', { before, after });
    checkOptions('options of OperatorUpgradePlan.between', 'OperatorUpgradePlanOptions', options);
    const sources = {
      catalogs: new Map(Object.entries(options.catalogs)), objects: options.objects ?? [],
      resolutionLimits: resolutionLimits(options.resolutionLimits),
    };
    return new OperatorUpgradePlan(gatedPlan(before, after, sources, gateSettings(options)));
  }

  /**
   * Reads a plan from a file that `olm-constructs plan OLD NEW -o json` or `toJson` wrote.
   *
   * @param path path of the file
   * @throws PlanError if it cannot be read, was created by a later version of the library, or is not an upgrade plan, with all problems, their lines
   * and remedies
   */
  public static fromFile(path: string): OperatorUpgradePlan {
    checkArguments('OperatorUpgradePlan.fromFile', { path });
    return new OperatorUpgradePlan(planFromFile(path));
  }

  /**
   * Parses a plan.
   *
   * @param content content of the file
   * @param path path for messages
   * @throws PlanError if it is invalid, as `fromFile`
   */
  public static fromString(content: string, path: string = 'the plan'): OperatorUpgradePlan {
    checkArguments('OperatorUpgradePlan.fromString', { content, path });
    return new OperatorUpgradePlan(readPlan(content, path));
  }

  /** @internal */
  public static _of(operators: readonly PlannedOperator[], installPlans: readonly PlannedInstallPlan[] = []): OperatorUpgradePlan {
    return new OperatorUpgradePlan({ operators, installPlans });
  }

  /** The operators that change, sorted by namespace and package. */
  public readonly operators: PlannedOperator[];

  /**
   * The InstallPlans that OLM creates for them, in order within each namespace: an operator comes together with its dependencies or after them. There
   * are none for a namespace if the content of a catalog is unknown, or OLM would not reach the later lock.
   */
  public readonly installPlans: PlannedInstallPlan[];

  /** Source of the plan, or undefined if it was created in this program. */
  public readonly source?: PlanSource;

  private constructor({ operators, installPlans, source }: PlanContent) {
    this.operators = [...deepFreeze(operators)];
    this.installPlans = [...deepFreeze(installPlans)];
    if (source !== undefined) {
      this.source = source;
    }
  }

  /**
   * Whether OLM makes all upgrades, and none of them has a finding without a waiver: no CustomResourceDefinition changes on the way in a manner that
   * OLM v1 refuses, and no operator gains a forbidden right. Versions that are not checked have no findings: see `isChecked`.
   */
  public get isSafe(): boolean {
    return this.operators.every(({ kind, approvals, findings }) => (
      (kind === LockChangeKind.REMOVED || approvals.length > 0) && findings.every(({ reason }) => reason !== undefined)
    ));
  }

  /** Whether the catalogs have the manifests of all versions on the way, so that `isSafe` covers all of them. */
  public get isChecked(): boolean {
    return this.operators.every(({ unchecked }) => unchecked.length === 0);
  }

  /** Returns the plan as text. As in the other human-readable formats, InstallPlans are only included if several operators of a namespace change. */
  public toText(): string {
    return planText(this);
  }

  /** Returns the plan as Markdown with a diagram, for a comment on a pull request. */
  public toMarkdown(): string {
    return planMarkdown(this);
  }

  /** Returns the paths of the operators as a Mermaid flowchart. */
  public toMermaid(): string {
    return planMermaid(this);
  }

  /** Returns the paths of the operators as a self-contained SVG image, 400 pixels wide, readable on light and dark pages. */
  public toSvg(): string {
    return planSvg(this);
  }

  /** Returns the plan as JSON. */
  public toJson(): string {
    return `${printableJson({ planVersion: PLAN_VERSION, operators: this.operators, installPlans: this.installPlans })}\n`;
  }
}
