import { largest, smallest } from '../../text/lists';
import type { ChannelDrawing, DrawnEdge, DrawnNode } from './channel-drawing';
import { UpgradeEdgeKind } from '../compare/catalog-changes';
import { groupBy } from '../../text/group-by';
import { oneLine } from '../../text/printable';

/**
 * Positions in the drawing of a channel, in pixels.
 *
 * Each bundle has its own row, so that labels never overlap. The bundles on the path along `replaces` are in the left column, the others are
 * indented. Lines between neighbors in the left column are straight; other `replaces` run in lanes to the left of all boxes, `skips` in
 * lanes to the right, one lane per bundle that skips.
 */
export interface ChannelLayout {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

/** The box of a bundle. */
export interface Box {
  readonly node: DrawnNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Lines of the label: the name with its state, then the notes; each shortened if too long. */
  readonly label: readonly string[];
}

/** The line of an edge, or of several edges that share a lane. */
export interface Line {
  readonly kind: UpgradeEdgeKind;
  readonly onPath: boolean;
  readonly points: readonly Point[];
  /** Whether it ends at the target of the upgrade; otherwise it joins a lane. */
  readonly hasArrow: boolean;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Sizes, in pixels, for a monospaced font. */
export const SIZES = { character: 7.25, line: 17, box: 28, gap: 16, padding: 12, indent: 56, lane: 14, spine: 20, port: 6 } as const;

const MAX_LINE_LENGTH = 72;

/** Lays out the drawing of a channel. */
export function layoutOf(drawing: ChannelDrawing): ChannelLayout {
  const leftEdges: DrawnEdge[] = [];
  const straight: DrawnEdge[] = [];
  const next = neighbors(drawing.nodes);
  for (const edge of drawing.edges.filter(({ kind }) => kind === UpgradeEdgeKind.REPLACES)) {
    (next.get(edge.toBundle) === edge.fromBundle ? straight : leftEdges).push(edge);
  }
  const rightEdges = drawing.edges.filter(({ kind }) => kind !== UpgradeEdgeKind.REPLACES);
  const row = new Map(drawing.nodes.map(({ name }, index) => [name, index]));
  const left = bundled(leftEdges, row);
  const right = bundled(rightEdges, row);
  const boxes = boxesOf(drawing.nodes, SIZES.padding + left.laneCount * SIZES.lane);
  const byName = new Map(boxes.map((box) => [box.node.name, box]));
  const [edgeOfLeft, edgeOfRight] = [SIZES.padding + left.laneCount * SIZES.lane, largest([0, ...boxes.map(({ x, width }) => x + width)])];
  return {
    boxes,
    lines: [
      ...straight.map((edge) => straightLine(edge, byName)),
      ...left.trunks.flatMap((trunk) => trunkLines(trunk, byName, edgeOfLeft - (trunk.lane + 1) * SIZES.lane, 'left')),
      ...right.trunks.flatMap((trunk) => trunkLines(trunk, byName, edgeOfRight + (trunk.lane + 1) * SIZES.lane, 'right')),
    ],
    width: edgeOfRight + right.laneCount * SIZES.lane + SIZES.padding,
    height: largest([0, ...boxes.map(({ y, height }) => y + height)]),
  };
}

/** Returns, for each node of the left column, the next one below it. */
function neighbors(nodes: readonly DrawnNode[]): ReadonlyMap<string, string> {
  const chain = nodes.filter(({ onChain }) => onChain);
  return new Map(chain.slice(1).map(({ name }, index) => [chain[index]!.name, name]));
}

function boxesOf(nodes: readonly DrawnNode[], left: number): Box[] {
  let y = 0;
  return nodes.map((node) => {
    const state = [...(node.isHead ? ['head'] : []), ...(node.isSkipped ? ['skipped'] : []), ...(node.isDeprecated ? ['deprecated'] : [])];
    const label = [`${shortened(node.name)}${state.length === 0 ? '' : ` · ${state.join(' · ')}`}`, ...node.notes.map(shortened)];
    const box: Box = {
      node,
      x: left + (node.onChain ? 0 : SIZES.indent),
      y,
      width: largest(label.map(textWidth)) + 2 * SIZES.padding,
      height: SIZES.box + (label.length - 1) * SIZES.line,
      label,
    };
    y += box.height + SIZES.gap;
    return box;
  });
}

/** Edges to one bundle that share a lane. */
interface Trunk {
  readonly to: string;
  readonly edges: readonly DrawnEdge[];
  readonly lane: number;
}

/** Groups edges by target, kind and whether they are highlighted, and assigns each group a lane. */
function bundled(edges: readonly DrawnEdge[], row: ReadonlyMap<string, number>): { trunks: Trunk[]; laneCount: number } {
  const list = [...groupBy(edges, ({ toBundle, kind, onPath }) => JSON.stringify([toBundle, kind, onPath])).values()];
  const spans = list.map((group): Span => {
    const rows = group.flatMap(({ fromBundle: from, toBundle: to }) => [row.get(from)!, row.get(to)!]);
    return { top: smallest(rows), bottom: largest(rows) };
  });
  const lanes = laneNumbers(spans);
  const trunks = list.map((group, index) => ({ to: group[0]!.toBundle, edges: group, lane: lanes[index]! }));
  return { trunks, laneCount: largest([-1, ...lanes]) + 1 };
}

function straightLine({ fromBundle: from, toBundle: to, kind, onPath }: DrawnEdge, byName: ReadonlyMap<string, Box>): Line {
  const [lower, upper] = [byName.get(from)!, byName.get(to)!];
  const x = upper.x + SIZES.spine;
  return { kind, onPath, points: [{ x, y: lower.y }, { x, y: upper.y + upper.height }], hasArrow: true };
}

/** Returns a line from the farthest source through the lane to the target, and a line to the lane from each other source. */
function trunkLines({ to, edges }: Trunk, byName: ReadonlyMap<string, Box>, x: number, side: 'left' | 'right'): Line[] {
  const target = byName.get(to)!;
  const middle = (box: Box): number => box.y + SIZES.box / 2;
  const edgeOf = (box: Box): number => (side === 'left' ? box.x : box.x + box.width);
  const distanceOf = ({ fromBundle }: DrawnEdge): number => Math.abs(byName.get(fromBundle)!.y - target.y);
  const byDistance = [...edges].sort((left, right) => distanceOf(right) - distanceOf(left));
  return byDistance.map(({ fromBundle: from, kind, onPath }, index) => {
    const source = byName.get(from)!;
    // Incoming lines are above outgoing ones and ranges between them, so that lines at a box do not touch.
    const port = kind === UpgradeEdgeKind.SKIP_RANGE ? 0 : SIZES.port;
    const start = [{ x: edgeOf(source), y: middle(source) + port }, { x, y: middle(source) + port }];
    const end = [{ x, y: middle(target) - port }, { x: edgeOf(target), y: middle(target) - port }];
    return { kind, onPath, points: index === 0 ? [...start, ...end] : start, hasArrow: index === 0 };
  });
}

/** Returns the width of a string in pixels. East Asian characters and emoji are twice as wide. */
export function textWidth(value: string): number {
  const columns = [...value].reduce((sum, character) => sum + (character.codePointAt(0)! >= 0x1100 ? 2 : 1), 0);
  return columns * SIZES.character;
}

function shortened(line: string): string {
  return oneLine(line, MAX_LINE_LENGTH);
}

/** Rows that a line in a lane spans, inclusive. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Assigns each span a lane, counted from 0 outwards, so that no two spans in a lane share a row. Short spans come first, next to the
 * boxes, which causes the fewest crossings.
 */
export function laneNumbers(spans: readonly Span[]): number[] {
  const taken: Span[][] = [];
  const numbers = spans.map(() => 0);
  const shortFirst = [...spans.keys()].sort((left, right) => length(spans[left]!) - length(spans[right]!) || spans[left]!.top - spans[right]!.top);
  for (const index of shortFirst) {
    const span = spans[index]!;
    const free = taken.findIndex((lane) => lane.every(({ top, bottom }) => bottom < span.top || top > span.bottom));
    numbers[index] = free < 0 ? taken.length : free;
    taken[numbers[index]] = [...taken[numbers[index]] ?? [], span];
  }
  return numbers;
}

function length({ top, bottom }: Span): number {
  return bottom - top;
}
