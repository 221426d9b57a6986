import { MANIFESTS } from '../bundle/files/bundle-files';
import { defined } from '../formats/json/defined';
import { goKey } from '../formats/json/folded-keys';
import { compareUtf8 } from '../formats/json/go-json';
import { isMap, type JsonMap } from '../formats/json/json-value';
import { formatPath, nearestPosition, type ValuePath } from '../formats/json/source-position';
import { ruleLink } from '../text/documentation';
import type { BundleView } from './model/bundle-view';
import { FindingSeverity, type ValidationFinding } from './model/finding';
import { ValidationSuite } from './model/suite';
import type { RuleFault } from './suites/content';
import { LOADING_RULES } from './suites/loading';

/** Findings of the rules that ran. */
export interface FoundFindings {
  readonly findings: readonly ValidationFinding[];

  /** Those of them that only follow from a file that cannot be read. */
  readonly consequences: ReadonlySet<ValidationFinding>;
}

/** Suite of the user's own rules. */
export const CUSTOM = 'custom';

/** Returns the address of the documentation of a rule, or undefined for one of the user. */
export function linkOf(suite: string, ruleId: string): string | undefined {
  return suite === CUSTOM ? undefined : ruleLink(ruleId);
}

/** Turns faults into findings with positions in the files. */
export class FindingFactory {
  /** @param view view of the bundle, with the content of its files */
  public constructor(private readonly view: BundleView) {}

  /** Returns the finding for a fault. */
  public finding(suite: string, { rule, fault }: RuleFault): ValidationFinding {
    const document = fault.file === undefined ? undefined : this.view.documents.get(fault.file);
    const path = fault.path === undefined || document === undefined ? fault.path : writtenPath(document.value, fault.path);
    const position = fault.position ?? (path === undefined || document === undefined ? undefined : nearestPosition(document.locate, path));
    return {
      ruleId: rule.id,
      suite,
      severity: fault.severity ?? rule.severity,
      ...defined({ file: fault.file }),
      ...(position === undefined ? {} : { line: position.line, column: position.column }),
      ...(path === undefined || path.length === 0 ? {} : { path: formatPath(path) }),
      message: fault.message,
      remedy: fault.remedy ?? rule.remedy,
      source: rule.source,
      ...defined({ link: linkOf(suite, rule.id) }),
    };
  }
}

/** Maps whose keys are data, not field names. */
const PLAIN_MAPS: ReadonlySet<string | number> = new Set(['annotations', 'labels']);

/** Returns a path with the field names as spelled in the document, because Go ignores their case. */
function writtenPath(document: unknown, path: ValuePath): ValuePath {
  let value = document;
  return path.map((step, index) => {
    const isField = typeof step === 'string' && isMap(value) && !Object.hasOwn(value, step) && !PLAIN_MAPS.has(path[index - 1] ?? '');
    const key = isField ? goKey(value as JsonMap, step) ?? step : step;
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as JsonMap)[key] : undefined;
    return key;
  });
}

/** Sorts findings by file, line and rule, and drops those that several suites report. */
export function sortedFindings(findings: readonly ValidationFinding[]): ValidationFinding[] {
  const seen = new Set<string>();
  return [...findings].sort(compareFindings).filter(({ ruleId, file, line, column, path, message }) => {
    const key = JSON.stringify([ruleId, file, line, column, path, message]);
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * Leaves out what only repeats an error: consequences of a file that cannot be read, and what `Bundle` or OLM v0 refuses for a reason that another
 * suite reports at the same place. An error always remains.
 */
export function withoutRepetitions(findings: readonly ValidationFinding[], consequences: ReadonlySet<ValidationFinding>): ValidationFinding[] {
  const hasCause = findings.some((finding) => isError(finding) && !consequences.has(finding) && (finding.file ?? '').startsWith(`${MANIFESTS}/`));
  const causes = hasCause ? findings.filter((finding) => !consequences.has(finding)) : [...findings];
  const errors = causes.filter((finding) => isError(finding) && !isOfLoading(finding));
  const values = new Set(errors.filter(({ suite }) => !isOfOlmV0(suite)).map(valueKey));
  return causes.filter((finding) => (
    isOfLoading(finding) ? !errors.some((error) => isSamePlace(finding, error)) : !(isOfOlmV0(finding.suite) && values.has(valueKey(finding)))
  ));
}

function isOfOlmV0(suite: string): boolean {
  return suite === String(ValidationSuite.OLM_V0);
}

/** Returns what identifies the value that a finding is about. Missing values of a map have the same position, so that it does not. */
function valueKey({ file, line, column, path }: ValidationFinding): string {
  return JSON.stringify([file, path ?? [line, column]]);
}

function isError({ severity }: ValidationFinding): boolean {
  return severity === FindingSeverity.ERROR;
}

function isOfLoading({ suite }: ValidationFinding): boolean {
  return suite === String(ValidationSuite.LOADING);
}

function isSamePlace(ofLoading: ValidationFinding, error: ValidationFinding): boolean {
  const isSame = LOADING_RULES.some(({ id, sameAs }) => id === ofLoading.ruleId && sameAs.includes(error.ruleId));
  return isSame || (ofLoading.file !== undefined && isAt(ofLoading, error));
}

/** Whether an error is at the place of a finding, or is about a folder that contains its file. */
function isAt(ofLoading: ValidationFinding, error: ValidationFinding): boolean {
  return ofLoading.file === error.file ? ofLoading.line === error.line && ofLoading.column === error.column : error.file !== undefined && ofLoading.file!.startsWith(`${error.file}/`);
}

function compareFindings(left: ValidationFinding, right: ValidationFinding): number {
  return compareUtf8(left.file ?? '', right.file ?? '')
    || (left.line ?? 0) - (right.line ?? 0)
    || (left.column ?? 0) - (right.column ?? 0)
    || compareUtf8(left.ruleId, right.ruleId)
    || compareUtf8(left.path ?? '', right.path ?? '')
    || compareUtf8(left.message, right.message);
}
