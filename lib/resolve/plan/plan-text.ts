import { defined } from '../../formats/json/defined';
import { changesText } from '../../formats/schema/changes/crd-change';
import { toYaml } from '../../formats/yaml/write';
import { grantLine } from '../../report/rights/rbac-text';
import { markdownCode, markdownTable, markdownText } from '../../text/markdown';
import { mermaidLabel } from '../../text/mermaid';
import { printable } from '../../text/printable';
import { foldedLines, type TextWidths, UNWRAPPED_PROSE, wrappedLine } from '../../text/text-table';
import { fewestWaivers } from '../lock/fewest-waivers';
import { LockChangeKind } from '../lock/lock-change';
import { jointInstallPlans, type PlanContent } from './plan-content';
import type { PlannedOperator, UpgradeFinding } from './planned-operator';

const NOTHING = 'no operator changes';

/** Returns a plan as text: a table, the InstallPlans with several operators, then the details of each operator, if any. */
export function planText(plan: PlanContent, { width, proseWidth }: TextWidths = UNWRAPPED_PROSE): string {
  const { operators } = plan;
  if (operators.length === 0) {
    return `${NOTHING}\n`;
  }
  const details = operators.flatMap((operator) => {
    const sections = sectionsOf(operator, Math.min(width, proseWidth - 4));
    return sections.length === 0 ? [] : [
      '', printable(`${operator.namespace}/${operator.packageName}`),
      ...sections.flatMap(({ title, lines, isYaml }) => [
        `  ${title}`, ...lines.flatMap((line) => isYaml === true ? [`    ${printable(line)}`] : wrappedLine(`    ${line}`, proseWidth)),
      ]),
    ];
  });
  const joint = jointRows(plan);
  return [
    ...foldedLines([['OPERATOR', 'FROM', 'APPROVE, IN THIS ORDER'], ...operators.map(rowOf)], 0, width),
    ...(joint.length === 0 ? [] : ['', ...foldedLines([['INSTALLPLAN', 'INSTALLS TOGETHER'], ...joint], 0, width)]),
    ...details, '',
  ].join('\n');
}

/** Returns a plan as Markdown, for a comment on a pull request. */
export function planMarkdown(plan: PlanContent): string {
  const { operators } = plan;
  if (operators.length === 0) {
    return 'No operator changes.\n';
  }
  const details = operators.flatMap((operator) => {
    const sections = sectionsOf(operator);
    return sections.length === 0 ? [] : [
      `### ${markdownText(`${operator.namespace}/${operator.packageName}`)}`,
      ...sections.map(({ title, lines }) => `**${title}**\n\n${markdownCode(lines)}`),
    ];
  });
  const joint = jointRows(plan);
  return [
    markdownTable(['operator', 'from', 'approve, in this order'], operators.map(rowOf)),
    ...(joint.length === 0 ? [] : [markdownTable(['InstallPlan', 'installs together'], joint)]),
    markdownCode(planMermaid(plan).trimEnd().split('\n'), 'mermaid'), ...details,
  ].join('\n\n').concat('\n');
}

/**
 * Returns a plan as a Mermaid flowchart: for each operator, the CSVs from the earlier lock to the later one; with dotted lines between those of one
 * InstallPlan.
 */
export function planMermaid(plan: PlanContent): string {
  const lines = plan.operators.flatMap(({ namespace, packageName: name, kind, before, after, approvals }, index) => {
    const path = kind === LockChangeKind.REMOVED ? [before, '(removed)'] : [...(before === '' ? ['(new)'] : [before]), ...(approvals.length === 0 ? [after] : approvals)];
    const arrow = kind === LockChangeKind.CHANGED && approvals.length === 0 ? '-. no upgrade .->' : '-->';
    return [
      `  subgraph s${index} ["${mermaidLabel(`${namespace}/${name}`)}"]`,
      ...path.map((csv, step) => `    n${index}_${step}["${mermaidLabel(csv)}"]`),
      ...path.slice(1).map((_, step) => `    n${index}_${step} ${arrow} n${index}_${step + 1}`),
      '  end',
    ];
  });
  return `${['flowchart LR', ...lines, ...jointLines(plan)].join('\n')}\n`;
}

/** Returns the lines of a flowchart between CSVs that an InstallPlan installs together. */
function jointLines(plan: PlanContent): string[] {
  return jointInstallPlans(plan).flatMap(({ namespace, installPlans }) => installPlans.flatMap((csvs, index) => {
    const nodes = plan.operators.flatMap((operator, at) => {
      const step = operator.namespace === namespace ? operator.approvals.findIndex((csv) => csvs.includes(csv)) : -1;
      return step < 0 ? [] : [`n${at}_${step + 1}`];
    });
    return nodes.slice(1).map((node, at) => `  ${nodes[at]!} -. InstallPlan ${index + 1} .- ${node}`);
  }));
}

function jointRows(plan: PlanContent): string[][] {
  return jointInstallPlans(plan).flatMap(({ namespace, installPlans }) => installPlans.map((csvs, index) => [`${namespace} ${index + 1}`, csvs.join(', ')]));
}

interface Section {
  readonly title: string;
  readonly lines: readonly string[];

  /** Whether the lines are YAML to copy, which must not be wrapped. */
  readonly isYaml?: true;
}

function rowOf({ namespace, packageName: name, kind, before, approvals }: PlannedOperator): string[] {
  return [`${namespace}/${name}`, before === '' ? '(new)' : before, kind === LockChangeKind.REMOVED ? '(removed)' : approvals.length === 0 ? '(no upgrade)' : approvals.join(', ')];
}

function sectionsOf(operator: PlannedOperator, width?: number): Section[] {
  const { problems, findings, staleWaivers, crdChanges, objectsAffected, rightsGained, imagesGained, deprecations, down } = operator;
  const refused = findings.filter(({ reason }) => reason === undefined);
  const sections: Section[] = [
    { title: 'PROBLEMS', lines: problems },
    { title: 'REFUSED', lines: refused.map(findingText) },
    { title: 'WAIVERS TO ADD TO THE LATER LOCK, WITH REASONS', lines: refused.length === 0 ? [] : waiverBlock(refused), isYaml: true },
    { title: 'ACCEPTED', lines: findings.flatMap((finding) => finding.reason === undefined ? [] : [`${findingText(finding)} (${finding.reason})`]) },
    { title: 'WAIVERS THAT MATCH NOTHING', lines: staleWaivers.map(({ rule, field }) => `${rule} ${field}`) },
    { title: 'NOT CHECKED', lines: operator.unchecked.length === 0 ? [] : [uncheckedText(operator)] },
    { title: 'CRDS', lines: crdChanges.flatMap(({ name, isSafe, changes }) => [`${isSafe ? 'safe' : 'UNSAFE'} ${name}`, ...changesText(changes, 2, width)]) },
    { title: 'OBJECTS OF THE APP AFFECTED', lines: objectsAffected.map(({ kind, namespace, name }) => `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`) },
    { title: 'RIGHTS GAINED', lines: rightsGained.map(grantLine) },
    { title: 'IMAGES ADDED', lines: imagesGained },
    { title: 'DEPRECATED', lines: deprecations },
    { title: 'DOWN FOR A MOMENT', lines: down },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

/** Returns a finding on one line: rule, field, the versions before and after, and the change. */
export function findingText({ rule, field, before, after, message }: UpgradeFinding): string {
  return `${rule} ${field} (${before} -> ${after}): ${message}`;
}

/** Returns which versions of an upgrade are not checked, in a sentence. */
export function uncheckedText({ namespace, packageName, unchecked }: PlannedOperator): string {
  return `CRDs and rights of ${unchecked.join(', ')} are not checked for operator '${namespace}/${packageName}': the catalog has no manifests of them; supply one that has them inline`;
}

/**
 * Returns the lines of a lock file that accept findings with the fewest waivers, with reasons to fill in.
 *
 * @param version version that the waivers are for, unless it is that of the block
 */
export function waiverBlock(findings: readonly UpgradeFinding[], version?: string): string[] {
  const waivers = fewestWaivers(findings).map((waiver) => ({ ...waiver, reason: '', ...defined({ version }) }));
  return toYaml({ waivers }).trimEnd().split('\n').map((line) => `    ${line}`);
}
