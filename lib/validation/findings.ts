import { defined } from '../formats/json/defined';
import { goKey } from '../formats/json/folded-keys';
import { compareUtf8 } from '../formats/json/go-json';
import { isMap, type JsonMap } from '../formats/json/json-value';
import { formatPath, nearestPosition, type ValuePath } from '../formats/json/source-position';
import type { BundleView } from './model/bundle-view';
import type { ValidationFinding } from './model/finding';
import type { RuleFault } from './suites/content';

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

function compareFindings(left: ValidationFinding, right: ValidationFinding): number {
  return compareUtf8(left.file ?? '', right.file ?? '')
    || (left.line ?? 0) - (right.line ?? 0)
    || (left.column ?? 0) - (right.column ?? 0)
    || compareUtf8(left.ruleId, right.ruleId)
    || compareUtf8(left.path ?? '', right.path ?? '')
    || compareUtf8(left.message, right.message);
}
