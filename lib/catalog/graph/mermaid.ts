import { append } from '../../text/lists';
import type { ChannelDrawing, DrawnNode } from './channel-drawing';
import { UpgradeEdgeKind } from '../compare/catalog-changes';
import { mermaidLabel } from '../../text/mermaid';

const ARROWS = {
  [UpgradeEdgeKind.REPLACES]: '-->',
  [UpgradeEdgeKind.SKIPS]: '-.->|skips|',
  [UpgradeEdgeKind.SKIP_RANGE]: '-.->|skipRange|',
} as const;

/** Colors readable on light and dark pages: each fill has its own text color. */
const CLASSES = [
  'classDef head fill:#0969da,color:#ffffff,stroke:#0969da',
  'classDef skipped fill:#eaeef2,color:#57606a,stroke:#57606a,stroke-dasharray:4',
  'classDef deprecated fill:#fff8c5,color:#633c01,stroke:#9a6700',
  'classDef path stroke:#1a7f37,stroke-width:4px',
] as const;

/**
 * Draws channels as a Mermaid flowchart: upgrades point up, `skips` are dotted, the path to the head is green. IDs are numbers, so that no
 * name can break the syntax.
 *
 * @see https://mermaid.js.org/syntax/flowchart.html
 */
export function toMermaid(drawings: readonly ChannelDrawing[]): string {
  const lines = ['flowchart BT'];
  const members = new Map<string, string[]>();
  const pathLinks: number[] = [];
  let links = 0;
  drawings.forEach((drawing, index) => {
    const id = new Map(drawing.nodes.map(({ name }, node) => [name, `c${index}n${node}`]));
    const deprecation = drawing.deprecation === undefined ? '' : `<br/>${lineOf(`deprecated: ${drawing.deprecation}`)}`;
    lines.push(`  subgraph c${index}["${lineOf(drawing.title)}${deprecation}"]`, '    direction BT');
    for (const node of drawing.nodes) {
      lines.push(`    ${id.get(node.name)!}["${[node.name, ...node.notes].map(lineOf).join('<br/>')}"]`);
      classesOf(node).forEach((name) => members.set(name, [...members.get(name) ?? [], id.get(node.name)!]));
    }
    for (const { fromBundle: from, toBundle: to, kind, onPath } of drawing.edges) {
      lines.push(`    ${id.get(from)!} ${ARROWS[kind]} ${id.get(to)!}`);
      if (onPath) {
        pathLinks.push(links);
      }
      links++;
    }
    lines.push('  end');
  });
  append(lines, [...CLASSES.map((definition) => `  ${definition}`), ...[...members].map(([name, ids]) => `  class ${ids.join(',')} ${name}`)]);
  if (pathLinks.length > 0) {
    lines.push(`  linkStyle ${pathLinks.join(',')} stroke:#1a7f37,stroke-width:4px`);
  }
  return `${lines.join('\n')}\n`;
}

function classesOf({ isHead, isSkipped, isDeprecated, onPath }: DrawnNode): string[] {
  const state = isDeprecated ? ['deprecated'] : isHead ? ['head'] : isSkipped ? ['skipped'] : [];
  return [...state, ...(onPath ? ['path'] : [])];
}

/** Maximum length of a line of a label, in characters. */
const MAX_LABEL_LENGTH = 80;

function lineOf(value: string): string {
  return mermaidLabel(value, MAX_LABEL_LENGTH);
}
