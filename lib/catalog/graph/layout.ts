import { laneNumbers } from './lanes';
import type { Span } from './lanes';
import type { ChannelDrawing, DrawnEdge, DrawnNode } from './channel-drawing';
import { UpgradeEdgeKind } from '../diff/catalog-changes';

/**
 * Where everything of a channel's picture stands, in pixels.
 *
 * Each bundle has a row of its own, so that no two labels can meet, whatever the names are. The bundles on the way along `replaces` stand in
 * the left column, the others are moved to the right. Lines between neighbours of the left column are straight; other `replaces` run in
 * lanes to the left of all boxes, `skips` in lanes to the right, one lane for each bundle that skips.
 */
export interface ChannelLayout {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

/** A bundle's box and its texts. */
export interface Box {
  readonly node: DrawnNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The name and what is said of it, then the notes; cut where they are too long. */
  readonly texts: readonly string[];
}

/** A line of an edge, or of several that share a lane. */
export interface Line {
  readonly kind: UpgradeEdgeKind;
  readonly onPath: boolean;
  readonly points: readonly Point[];
  /** Whether it ends at the bundle that follows; else it joins a lane. */
  readonly hasArrow: boolean;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Sizes, in pixels. The font is one whose letters are equally wide. */
export const SIZES = { letter: 7.25, line: 17, box: 28, gap: 16, padding: 12, indent: 56, lane: 14, spine: 20, port: 6 } as const;

const LONGEST_TEXT = 72;

/** Lays out the picture of a channel. */
export function layoutOf(drawing: ChannelDrawing): ChannelLayout {
  const leftEdges: DrawnEdge[] = [];
  const straight: DrawnEdge[] = [];
  const next = neighbours(drawing.nodes);
  for (const edge of drawing.edges.filter(({ kind }) => kind === UpgradeEdgeKind.REPLACES)) {
    (next.get(edge.to) === edge.from ? straight : leftEdges).push(edge);
  }
  const rightEdges = drawing.edges.filter(({ kind }) => kind !== UpgradeEdgeKind.REPLACES);
  const row = new Map(drawing.nodes.map(({ name }, index) => [name, index]));
  const left = bundled(leftEdges, row);
  const right = bundled(rightEdges, row);
  const boxes = boxesOf(drawing.nodes, SIZES.padding + left.laneCount * SIZES.lane);
  const byName = new Map(boxes.map((box) => [box.node.name, box]));
  const [edgeOfLeft, edgeOfRight] = [SIZES.padding + left.laneCount * SIZES.lane, Math.max(0, ...boxes.map(({ x, width }) => x + width))];
  return {
    boxes,
    lines: [
      ...straight.map((edge) => straightLine(edge, byName)),
      ...left.trunks.flatMap((trunk) => trunkLines(trunk, byName, edgeOfLeft - (trunk.lane + 1) * SIZES.lane, 'left')),
      ...right.trunks.flatMap((trunk) => trunkLines(trunk, byName, edgeOfRight + (trunk.lane + 1) * SIZES.lane, 'right')),
    ],
    width: edgeOfRight + right.laneCount * SIZES.lane + SIZES.padding,
    height: Math.max(0, ...boxes.map(({ y, height }) => y + height)),
  };
}

/** For each node of the left column, the next one below it. */
function neighbours(nodes: readonly DrawnNode[]): ReadonlyMap<string, string> {
  const chain = nodes.filter(({ onChain }) => onChain);
  return new Map(chain.slice(1).map(({ name }, index) => [chain[index]!.name, name]));
}

function boxesOf(nodes: readonly DrawnNode[], left: number): Box[] {
  let y = 0;
  return nodes.map((node) => {
    const state = [...(node.isHead ? ['head'] : []), ...(node.isSkipped ? ['skipped'] : []), ...(node.isDeprecated ? ['deprecated'] : [])];
    const texts = [`${cut(node.name)}${state.length === 0 ? '' : ` · ${state.join(' · ')}`}`, ...node.notes.map(cut)];
    const box: Box = {
      node,
      x: left + (node.onChain ? 0 : SIZES.indent),
      y,
      width: Math.max(...texts.map(textWidth)) + 2 * SIZES.padding,
      height: SIZES.box + (texts.length - 1) * SIZES.line,
      texts,
    };
    y += box.height + SIZES.gap;
    return box;
  });
}

/** Edges into one bundle that share a lane. */
interface Trunk {
  readonly to: string;
  readonly edges: readonly DrawnEdge[];
  readonly lane: number;
}

/** Gathers edges by the bundle that follows, by kind, and by whether they are on the highlighted way, and gives each group a lane. */
function bundled(edges: readonly DrawnEdge[], row: ReadonlyMap<string, number>): { trunks: Trunk[]; laneCount: number } {
  const groups = new Map<string, DrawnEdge[]>();
  for (const edge of edges) {
    const key = JSON.stringify([edge.to, edge.kind, edge.onPath]);
    groups.set(key, [...groups.get(key) ?? [], edge]);
  }
  const list = [...groups.values()];
  const spans = list.map((group): Span => {
    const rows = group.flatMap(({ from, to }) => [row.get(from)!, row.get(to)!]);
    return { top: Math.min(...rows), bottom: Math.max(...rows) };
  });
  const lanes = laneNumbers(spans);
  return { trunks: list.map((group, index) => ({ to: group[0]!.to, edges: group, lane: lanes[index]! })), laneCount: Math.max(-1, ...lanes) + 1 };
}

function straightLine({ from, to, kind, onPath }: DrawnEdge, byName: ReadonlyMap<string, Box>): Line {
  const [lower, upper] = [byName.get(from)!, byName.get(to)!];
  const x = upper.x + SIZES.spine;
  return { kind, onPath, points: [{ x, y: lower.y }, { x, y: upper.y + upper.height }], hasArrow: true };
}

/** A line from the farthest bundle over the lane to the one that follows, and one to the lane for each other bundle. */
function trunkLines({ to, edges }: Trunk, byName: ReadonlyMap<string, Box>, x: number, side: 'left' | 'right'): Line[] {
  const target = byName.get(to)!;
  const middle = (box: Box): number => box.y + SIZES.box / 2;
  const edgeOf = (box: Box): number => (side === 'left' ? box.x : box.x + box.width);
  const byDistance = [...edges].sort((left, right) => Math.abs(byName.get(right.from)!.y - target.y) - Math.abs(byName.get(left.from)!.y - target.y));
  return byDistance.map(({ from, kind, onPath }, index) => {
    const source = byName.get(from)!;
    // What comes in stands above what goes out, and ranges between them, so that lines at one box stay apart.
    const port = kind === UpgradeEdgeKind.SKIP_RANGE ? 0 : SIZES.port;
    const start = [{ x: edgeOf(source), y: middle(source) + port }, { x, y: middle(source) + port }];
    const end = [{ x, y: middle(target) - port }, { x: edgeOf(target), y: middle(target) - port }];
    return { kind, onPath, points: index === 0 ? [...start, ...end] : start, hasArrow: index === 0 };
  });
}

/** The width of a text in pixels. Letters of East Asian scripts and pictures are twice as wide. */
export function textWidth(text: string): number {
  const columns = [...text].reduce((sum, letter) => sum + (letter.codePointAt(0)! >= 0x1100 ? 2 : 1), 0);
  return columns * SIZES.letter;
}

function cut(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ')];
  return letters.length <= LONGEST_TEXT ? letters.join('') : `${letters.slice(0, LONGEST_TEXT - 1).join('')}…`;
}
