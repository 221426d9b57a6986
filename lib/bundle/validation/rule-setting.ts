import type { ValidationFinding } from './finding';
import { FindingSeverity } from './severity';

/** Which findings of a rule a setting is about. */
export interface RuleScope {
  /**
   * The file inside the bundle, such as `manifests/prometheus.yaml`.
   *
   * @default - findings in every file
   */
  readonly file?: string;
}

/** What the user says about a rule: that it weighs more or less, or that it is silenced, and why. */
export class RuleSetting {
  /**
   * Findings of a rule do not count, and reports list them apart, with the reason.
   *
   * @param ruleId the rule, such as `csv-minkube`
   * @param reason why the findings are accepted, for those who read the report
   * @param scope which findings; all of them when it is left out
   * @throws Error when the reason is empty
   */
  public static silence(ruleId: string, reason: string, scope: RuleScope = {}): RuleSetting {
    if (reason.trim() === '') {
      throw new Error(`rule ${ruleId} is to be silenced without a reason; say why, for those who read the report`);
    }
    return new RuleSetting(ruleId, undefined, reason, scope.file);
  }

  /**
   * Findings of a rule are errors.
   *
   * @param ruleId the rule, such as `csv-minkube`
   * @param scope which findings; all of them when it is left out
   */
  public static raise(ruleId: string, scope: RuleScope = {}): RuleSetting {
    return new RuleSetting(ruleId, FindingSeverity.ERROR, undefined, scope.file);
  }

  /**
   * Findings of a rule are warnings.
   *
   * @param ruleId the rule, such as `bundle-crd-unowned`
   * @param scope which findings; all of them when it is left out
   */
  public static lower(ruleId: string, scope: RuleScope = {}): RuleSetting {
    return new RuleSetting(ruleId, FindingSeverity.WARNING, undefined, scope.file);
  }

  private constructor(
    /** The rule. */
    public readonly ruleId: string,

    /** How much its findings weigh; undefined where the setting silences them. */
    public readonly severity: FindingSeverity | undefined,

    /** Why they are silenced; undefined where the setting does not. */
    public readonly reason: string | undefined,

    /** The file that the setting is about; undefined for all files. */
    public readonly file: string | undefined,
  ) {}

  /**
   * Whether the setting is about a finding.
   *
   * @internal
   */
  public _concerns({ ruleId, file }: ValidationFinding): boolean {
    return this.ruleId === ruleId && (this.file === undefined || this.file === file);
  }
}
