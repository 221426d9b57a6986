import { findingText } from './finding-text';
import type { PlannedOperator } from './planned-operator';
import { uncheckedText } from './unchecked-text';
import { waiverBlock } from './waiver-block';
import { changesText } from '../../crd/load';
import { tableLines } from '../../json/text-table';
import type { BundleRbacGrant } from '../../report/rbac-rule';
import { LockChangeKind } from '../lock/lock-change';

const NOTHING = 'no operator changes';

/** Returns a plan as text: a table, then the details of each operator that has some. */
export function planText(operators: readonly PlannedOperator[]): string {
  if (operators.length === 0) {
    return `${NOTHING}\n`;
  }
  const details = operators.flatMap((operator) => {
    const sections = sectionsOf(operator);
    return sections.length === 0 ? [] : [
      '', `${operator.namespace}/${operator.packageName}`,
      ...sections.flatMap(({ title, lines }) => [`  ${title}`, ...lines.map((line) => `    ${line}`)]),
    ];
  });
  return [...tableLines([['OPERATOR', 'FROM', 'APPROVE, IN THIS ORDER'], ...operators.map(rowOf)]), ...details, ''].join('\n');
}

/** Returns a plan as Markdown, for a comment on a pull request. */
export function planMarkdown(operators: readonly PlannedOperator[]): string {
  if (operators.length === 0) {
    return 'No operator changes.\n';
  }
  const details = operators.flatMap((operator) => {
    const sections = sectionsOf(operator);
    return sections.length === 0 ? [] : [
      `### ${escaped(`${operator.namespace}/${operator.packageName}`)}`,
      ...sections.map(({ title, lines }) => `**${title}**\n\n${fenced(lines.join('\n'), '')}`),
    ];
  });
  const table = ['| operator | from | approve, in this order |', '| --- | --- | --- |',
    ...operators.map((operator) => `| ${rowOf(operator).map(escaped).join(' | ')} |`)].join('\n');
  return [table, fenced(planMermaid(operators).trimEnd(), 'mermaid'), ...details].join('\n\n').concat('\n');
}

/** Returns a plan as a Mermaid flowchart: for each operator, the CSVs from the earlier lock to the later one. */
export function planMermaid(operators: readonly PlannedOperator[]): string {
  const lines = operators.flatMap(({ namespace, packageName: name, kind, before, after, approvals }, index) => {
    const path = kind === LockChangeKind.REMOVED ? [before, '(removed)'] : [...(before === '' ? ['(new)'] : [before]), ...(approvals.length === 0 ? [after] : approvals)];
    const arrow = kind === LockChangeKind.CHANGED && approvals.length === 0 ? '-. no upgrade .->' : '-->';
    return [
      `  subgraph s${index} ["${label(`${namespace}/${name}`)}"]`,
      ...path.map((csv, step) => `    n${index}_${step}["${label(csv)}"]`),
      ...path.slice(1).map((_, step) => `    n${index}_${step} ${arrow} n${index}_${step + 1}`),
      '  end',
    ];
  });
  return `${['flowchart LR', ...lines].join('\n')}\n`;
}

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

function rowOf({ namespace, packageName: name, kind, before, approvals }: PlannedOperator): string[] {
  return [`${namespace}/${name}`, before === '' ? '(new)' : before, kind === LockChangeKind.REMOVED ? '(removed)' : approvals.length === 0 ? '(no upgrade)' : approvals.join(', ')];
}

function sectionsOf(operator: PlannedOperator): Section[] {
  const { problems, findings, staleWaivers, crdChanges, objectsAffected, rightsGained, imagesGained, deprecations, down } = operator;
  const refused = findings.filter(({ reason }) => reason === undefined);
  return [
    { title: 'PROBLEMS', lines: problems },
    { title: 'REFUSED', lines: refused.map(findingText) },
    { title: 'WAIVERS TO ADD TO THE LATER LOCK, WITH REASONS', lines: refused.length === 0 ? [] : waiverBlock(refused) },
    { title: 'ACCEPTED', lines: findings.flatMap((finding) => finding.reason === undefined ? [] : [`${findingText(finding)} (${finding.reason})`]) },
    { title: 'WAIVERS THAT MATCH NOTHING', lines: staleWaivers.map(({ rule, field }) => `${rule} ${field}`) },
    { title: 'NOT CHECKED', lines: operator.unchecked.length === 0 ? [] : [uncheckedText(operator)] },
    { title: 'CRDS', lines: crdChanges.flatMap(({ name, isSafe, changes }) => [`${isSafe ? 'safe' : 'UNSAFE'} ${name}`, ...changesText(changes, 2)]) },
    { title: 'OBJECTS OF THE APP AFFECTED', lines: objectsAffected.map(({ kind, namespace, name }) => `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`) },
    { title: 'RIGHTS GAINED', lines: rightsGained.map(grantText) },
    { title: 'IMAGES ADDED', lines: imagesGained },
    { title: 'DEPRECATED', lines: deprecations },
    { title: 'DOWN FOR A MOMENT', lines: down },
  ].filter(({ lines }) => lines.length > 0);
}


function grantText({ holder, verbs, apiGroups, resources, resourceNames, nonResourceUrls }: BundleRbacGrant): string {
  const what = nonResourceUrls.length > 0 ? nonResourceUrls.join(', ')
    : resources.flatMap((resource) => apiGroups.map((group) => (group === '' ? resource : `${resource}.${group}`))).join(', ');
  return `${holder}: ${verbs.join(', ')} ${what}${resourceNames.length === 0 ? '' : ` (${resourceNames.join(', ')})`}`;
}

/** Quotes and brackets end a label of Mermaid. */
function label(text: string): string {
  return text.replace(/[^\w ./:()+-]/g, (character) => `#${character.codePointAt(0)};`);
}

/** A fence longer than any in the content, so that nothing in it ends the block. */
function fenced(content: string, language: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${content}\n${fence}`;
}

function escaped(name: string): string {
  return name.replace(/[\\`*_[\]<>|#]/g, '\\$&');
}
