import type { ChannelDrawing, DrawnNode } from './channel-drawing';
import { UpgradeEdgeKind } from '../diff/catalog-changes';

const ARROWS = {
  [UpgradeEdgeKind.REPLACES]: '-->',
  [UpgradeEdgeKind.SKIPS]: '-.->|skips|',
  [UpgradeEdgeKind.SKIP_RANGE]: '-.->|skipRange|',
} as const;

/** Colours that can be read on light and on dark pages: each fill comes with the colour of its text. */
const CLASSES = [
  'classDef head fill:#0969da,color:#ffffff,stroke:#0969da',
  'classDef skipped fill:#eaeef2,color:#57606a,stroke:#57606a,stroke-dasharray:4',
  'classDef deprecated fill:#fff8c5,color:#633c01,stroke:#9a6700',
  'classDef path stroke:#1a7f37,stroke-width:4px',
] as const;

/**
 * Channels as a mermaid flowchart: upgrades go up, `skips` are dotted, the way to the head is green. Ids are numbers, so that no name can
 * break it.
 *
 * @see https://mermaid.js.org/syntax/flowchart.html
 */
export function mermaidText(drawings: readonly ChannelDrawing[]): string {
  const lines = ['flowchart BT'];
  const members = new Map<string, string[]>();
  const pathLinks: number[] = [];
  let links = 0;
  drawings.forEach((drawing, index) => {
    const id = new Map(drawing.nodes.map(({ name }, node) => [name, `c${index}n${node}`]));
    const deprecation = drawing.deprecation === undefined ? '' : `<br/>${escaped(`deprecated: ${drawing.deprecation}`)}`;
    lines.push(`  subgraph c${index}["${escaped(drawing.title)}${deprecation}"]`, '    direction BT');
    for (const node of drawing.nodes) {
      lines.push(`    ${id.get(node.name)!}["${[node.name, ...node.notes].map(escaped).join('<br/>')}"]`);
      classesOf(node).forEach((name) => members.set(name, [...members.get(name) ?? [], id.get(node.name)!]));
    }
    for (const { from, to, kind, onPath } of drawing.edges) {
      lines.push(`    ${id.get(from)!} ${ARROWS[kind]} ${id.get(to)!}`);
      if (onPath) {
        pathLinks.push(links);
      }
      links++;
    }
    lines.push('  end');
  });
  lines.push(...CLASSES.map((definition) => `  ${definition}`), ...[...members].map(([name, ids]) => `  class ${ids.join(',')} ${name}`));
  if (pathLinks.length > 0) {
    lines.push(`  linkStyle ${pathLinks.join(',')} stroke:#1a7f37,stroke-width:4px`);
  }
  return `${lines.join('\n')}\n`;
}

function classesOf({ isHead, isSkipped, isDeprecated, onPath }: DrawnNode): string[] {
  const state = isDeprecated ? ['deprecated'] : isHead ? ['head'] : isSkipped ? ['skipped'] : [];
  return [...state, ...(onPath ? ['path'] : [])];
}

const LONGEST_LABEL = 80;

const NAMED: { readonly [letter: string]: string } = { '<': 'lt', '>': 'gt', '"': 'quot', '&': 'amp' };

/** mermaid knows letters by their names and numbers, which no grammar of its own can take for something else. */
function escaped(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ')];
  const shown = letters.length <= LONGEST_LABEL ? letters : [...letters.slice(0, LONGEST_LABEL - 1), '…'];
  return shown.map((letter) => (/[\w .,:/@+=()-]/.test(letter) ? letter : `#${NAMED[letter] ?? letter.codePointAt(0)!};`)).join('');
}
