import { readLimits } from '../../lib/bundle/files/read-options';
import { ValidationSuite } from '../../lib/validation/model/suite';
import type { RuleFault } from '../../lib/validation/suites/content';
import { SUITES } from '../../lib/validation/suites/definitions';
import { viewOfFiles } from '../../lib/validation/views/bundle-view-of';
import { ToolViews } from '../../lib/validation/views/tool-views';
import { type Comparable, comparable } from './upstream-rules';
import type { Sample } from './verdicts';

/** All rules of a suite. */
const ALL = /^/;

/** Upstream's suites, and our rules for them. */
const SUITES_OF_UPSTREAM: readonly { readonly name: string; readonly suite: ValidationSuite; readonly rules: RegExp }[] = [
  { name: 'format', suite: ValidationSuite.FORMAT, rules: /^format-/ },
  { name: 'content', suite: ValidationSuite.CONTENT, rules: ALL },
  { name: 'csv', suite: ValidationSuite.DEFAULT, rules: /^(?:csv|annot)-/ },
  { name: 'crd', suite: ValidationSuite.DEFAULT, rules: /^crd-/ },
  { name: 'bundle', suite: ValidationSuite.DEFAULT, rules: /^bundle-/ },
  { name: 'operatorhubv2', suite: ValidationSuite.OPERATORHUB_V2, rules: ALL },
  { name: 'standardcapabilities', suite: ValidationSuite.STANDARD_CAPABILITIES, rules: ALL },
  { name: 'standardcategories', suite: ValidationSuite.STANDARD_CATEGORIES, rules: ALL },
  { name: 'good-practices', suite: ValidationSuite.GOOD_PRACTICES, rules: ALL },
  { name: 'alpha-deprecated-apis', suite: ValidationSuite.ALPHA_DEPRECATED_APIS, rules: ALL },
  { name: 'object', suite: ValidationSuite.OBJECT, rules: ALL },
  { name: 'operatorhub', suite: ValidationSuite.OPERATORHUB, rules: ALL },
  { name: 'community', suite: ValidationSuite.COMMUNITY, rules: ALL },
];

/** Names of the compared upstream suites. */
export const COMPARED = SUITES_OF_UPSTREAM.map(({ name }) => name);

/** Rules for which upstream reports only the first breach, or several findings per breach, so that only the existence of a breach can be compared. */
const ONCE = new Set(['content-csv', 'content-decode', 'content-metadata', 'content-unreadable']);

/** A finding that only one side reports. */
export interface Difference {
  readonly sample: string;
  readonly mutation: string;
  readonly suite: string;
  readonly finding: string;
  readonly by: 'upstream' | 'us';
}

/** Result of comparing one bundle. */
export interface Comparison {
  /** Verdicts by suite, and whether they are the same. Crashes are not verdicts. */
  readonly verdicts: readonly { readonly suite: string; readonly findings: number; readonly same: boolean }[];
  readonly differences: readonly Difference[];
}

/** Compares the findings of upstream with ours, suite by suite. */
export function compare({ id, mutation, verdict, files }: Sample): Comparison {
  const views = new ToolViews(viewOfFiles(files(), [], readLimits(), {}));
  const verdicts: { readonly suite: string; readonly findings: number; readonly same: boolean }[] = [];
  const differences: Difference[] = [];
  const record = (suite: string, theirs: readonly string[], ours: readonly string[]): void => {
    const missing = without(theirs, ours);
    const more = without(ours, theirs);
    verdicts.push({ suite, findings: theirs.length, same: missing.length + more.length === 0 });
    const difference = { sample: id, mutation, suite };
    differences.push(...missing.map((finding) => ({ ...difference, finding, by: 'upstream' as const })));
    differences.push(...more.map((finding) => ({ ...difference, finding, by: 'us' as const })));
  };
  // Several of upstream's suites are one of ours.
  const faults = new Map<ValidationSuite, readonly RuleFault[]>();
  const faultsOf = (suite: ValidationSuite): readonly RuleFault[] => {
    const found = faults.get(suite) ?? [...SUITES.find((definition) => definition.suite === suite)!.run(views)];
    faults.set(suite, found);
    return found;
  };
  const crashed = (verdict.findings?.['format'] ?? []).some(({ level }) => level === 'panic');
  record('load', verdict.load === undefined ? [] : ['refused'], views.loaded.faults.length === 0 ? [] : ['refused']);
  for (const { name, suite, rules } of SUITES_OF_UPSTREAM) {
    const found = verdict.findings?.[name] ?? [];
    const byLoader = name !== 'format' && name !== 'content';
    const none = byLoader ? verdict.load !== undefined : name === 'content' && crashed;
    if (!none && !found.some(({ level }) => level === 'panic' && name !== 'format')) {
      const theirs = found.filter(({ level }) => level !== 'panic').map((finding) => comparable(name, finding) ?? unknown(finding.detail));
      const ours = faultsOf(suite).filter(({ rule }) => rules.test(rule.id));
      record(name, linesOf(theirs), linesOf(ours.filter(({ rule }) => !rule.id.startsWith('load-')).map(ownComparable)));
    }
  }
  return { verdicts, differences };
}

function unknown(detail: string): Comparable {
  return { rule: `no rule for ${JSON.stringify(detail)}`, level: '', about: '' };
}

function ownComparable({ rule, fault }: RuleFault): Comparable {
  const level = fault.severity ?? rule.severity;
  return rule.id.startsWith('crd-')
    ? { rule: 'crd', level, about: fault.field ?? '' }
    : { rule: rule.id, level, about: fault.value ?? fault.field ?? '' };
}

function linesOf(findings: readonly Comparable[]): string[] {
  const all = findings.map(({ rule, level, about }) => (ONCE.has(rule) ? `${level} ${rule}` : `${level} ${rule} ${about}`.trim()));
  return [...all.filter((line) => !ONCE.has(line.split(' ')[1]!)), ...new Set(all.filter((line) => ONCE.has(line.split(' ')[1]!)))];
}

/** Returns the items that the first list has more often than the second. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return list.filter((item) => {
    const index = left.indexOf(item);
    if (index >= 0) {
      left.splice(index, 1);
    }
    return index < 0;
  });
}
