import { compareUtf8 } from '../go-json';
import type { SourcePosition, ValuePath } from '../source-position';
import type { ValidationFinding } from './finding';
import type { RuleFault } from './suites/content';
import type { SubjectDocument, ValidationSubject } from './subject';
import { pathText } from './value-path';

/** Makes findings of faults: finds their places in the files. */
export class FindingMaker {
  /** @param subject what the files hold */
  public constructor(private readonly subject: ValidationSubject) {}

  /** The finding that a fault is. */
  public finding(suite: string, { rule, fault }: RuleFault): ValidationFinding {
    const position = fault.position ?? this.#position(fault.file, fault.path);
    return {
      ruleId: rule.id,
      suite,
      severity: fault.severity ?? rule.severity,
      ...(fault.file === undefined ? {} : { file: fault.file }),
      ...(position === undefined ? {} : { line: position.line, column: position.column }),
      ...(fault.path === undefined || fault.path.length === 0 ? {} : { path: pathText(fault.path) }),
      message: fault.message,
      remedy: fault.remedy ?? rule.remedy,
      source: rule.source,
    };
  }

  /** Where a value stands; for one that is missing, where the map or list stands that should hold it. */
  #position(file: string | undefined, path: ValuePath | undefined): SourcePosition | undefined {
    const document = file === undefined ? undefined : this.subject.documents.get(file);
    if (document === undefined || path === undefined) {
      return undefined;
    }
    return nearest(document, path);
  }
}

function nearest({ locate }: SubjectDocument, path: ValuePath): SourcePosition | undefined {
  for (let length = path.length; length >= 0; length--) {
    const found = locate(path.slice(0, length));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** In order of files, lines and rules, each finding once, whichever suites made it. */
export function inOrder(findings: readonly ValidationFinding[]): ValidationFinding[] {
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
