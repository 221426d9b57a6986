import { checkArguments } from '../../formats/options/check-arguments';
import { optionProblem } from '../../formats/options/check-options';
import { printableMessage } from '../../text/printable';
import { FindingSeverity, type ValidationFinding } from './finding';

/** Which findings of a rule a setting applies to. */
export interface RuleScope {
  /**
   * File inside the bundle, such as `manifests/prometheus.yaml`.
   *
   * @default - findings in every file
   */
  readonly file?: string;
}

/** Setting of a rule: whether its findings count as errors, as warnings or, for a stated reason, not at all. */
export class RuleSetting {
  /**
   * Silences a rule: its findings do not affect the result, and reports list them separately with the reason.
   *
   * @param ruleId ID of the rule, such as `csv-minkube`
   * @param reason why the findings are acceptable; reports show it
   * @param scope which findings; by default all of them
   * @throws Error when the reason is empty, or the scope has an unknown key
   */
  public static silence(ruleId: string, reason: string, scope: RuleScope = {}): RuleSetting {
    checkArguments('RuleSetting.silence', { ruleId, reason });
    if (reason.trim() === '') {
      throw new Error(printableMessage(`the reason for silencing rule ${ruleId} is empty; explain why its findings are acceptable: reports show the reason`));
    }
    return new RuleSetting(ruleId, undefined, reason, fileOf(ruleId, scope));
  }

  /**
   * Makes the findings of a rule errors.
   *
   * @param ruleId ID of the rule, such as `csv-minkube`
   * @param scope which findings; by default all of them
   * @throws Error when the scope has an unknown key
   */
  public static asError(ruleId: string, scope: RuleScope = {}): RuleSetting {
    checkArguments('RuleSetting.asError', { ruleId });
    return new RuleSetting(ruleId, FindingSeverity.ERROR, undefined, fileOf(ruleId, scope));
  }

  /**
   * Makes the findings of a rule warnings.
   *
   * @param ruleId ID of the rule, such as `bundle-crd-unowned`
   * @param scope which findings; by default all of them
   * @throws Error when the scope has an unknown key
   */
  public static asWarning(ruleId: string, scope: RuleScope = {}): RuleSetting {
    checkArguments('RuleSetting.asWarning', { ruleId });
    return new RuleSetting(ruleId, FindingSeverity.WARNING, undefined, fileOf(ruleId, scope));
  }

  private constructor(
    /** ID of the rule. */
    public readonly ruleId: string,

    /** Severity of its findings, or undefined if the setting silences them. */
    public readonly severity: FindingSeverity | undefined,

    /** Why they are silenced, or undefined if the setting does not silence them. */
    public readonly reason: string | undefined,

    /** File whose findings the setting applies to, or undefined for all files. */
    public readonly file: string | undefined,
  ) {}

  /**
   * Whether the setting applies to a finding.
   *
   * @internal
   */
  public _appliesTo({ ruleId, file }: ValidationFinding): boolean {
    return this.ruleId === ruleId && (this.file === undefined || this.file === file);
  }
}

function fileOf(ruleId: string, scope: RuleScope): string | undefined {
  const fault = optionProblem({ what: `the scope of the setting for rule ${ruleId}` }, 'RuleScope', scope);
  if (fault !== undefined) {
    throw new Error(printableMessage(fault));
  }
  return scope.file;
}
