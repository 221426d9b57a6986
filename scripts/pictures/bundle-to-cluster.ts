/** A box of the diagram. */
interface Box {
  readonly title: string;
  readonly lines: readonly string[];
  /** Label of the arrow to the next box. @default - this is the last box */
  readonly arrow?: string;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The steps of a bundle outside of the cluster. */
const STEPS: readonly Box[] = [
  { title: '1  Bundle', lines: ['manifests/', 'metadata/', '', 'a folder, an', 'archive or an image'], arrow: 'validate' },
  { title: '2  Your app', lines: ['OlmInstallation', 'OperatorRegistry', 'OperatorSubscription', '', 'cdk8s or Pulumi'], arrow: 'synth' },
  { title: '3  Manifests', lines: ['plain YAML, in the', 'order to apply it', '', 'the same bytes on', 'every machine'], arrow: 'apply' },
];

/** The steps of a bundle in the cluster. */
const CLUSTER: readonly Box[] = [
  { title: 'ConfigMaps', lines: ['the bundle, packed'] },
  { title: 'Registry', lines: ['opm serve'] },
  { title: 'OLM', lines: ['resolves, installs'] },
  { title: 'Operator', lines: ['runs'] },
];

const DESCRIPTION = 'A bundle is validated and becomes part of an app. The app is synthesized to manifests, which kubectl, Argo CD, Flux or Pulumi apply. '
  + 'In the cluster, the bundle is in ConfigMaps, from which a registry serves it to OLM, which installs the operator.';

const STEP = { width: 192, height: 176 };
const PART = { width: 180, height: 52, gap: 28 };
const LINE = 22;
const PADDING = 12;
const CLUSTER_HEIGHT = 62 + CLUSTER.length * (PART.height + PART.gap) - PART.gap + PADDING;

/** Returns the diagram for screens on which the steps fit side by side. */
export function widePicture(): string {
  const gap = 70;
  const top = 10 + (CLUSTER_HEIGHT - STEP.height) / 2;
  const cluster = { x: 4 + STEPS.length * (STEP.width + gap), y: 10 };
  return picture(cluster.x + PART.width + 2 * PADDING + 4, CLUSTER_HEIGHT + 20, [
    ...STEPS.flatMap((step, index) => {
      const at = { x: 4 + index * (STEP.width + gap), y: top };
      const start = { x: at.x + STEP.width + 4, y: top + STEP.height / 2 };
      return [box(at, step), arrow(start, { x: start.x + gap - 8, y: start.y }), label({ x: at.x + STEP.width + gap / 2, y: start.y - 12 }, step.arrow ?? '')];
    }),
    clusterAt(cluster),
  ]);
}

/** Returns the diagram for phones, from top to bottom. */
export function narrowPicture(): string {
  const gap = 46;
  const width = 360;
  const left = (width - STEP.width) / 2;
  const cluster = { x: (width - PART.width) / 2 - PADDING, y: 4 + STEPS.length * (STEP.height + gap) };
  return picture(width, cluster.y + CLUSTER_HEIGHT + 4, [
    ...STEPS.flatMap((step, index) => {
      const at = { x: left, y: 4 + index * (STEP.height + gap) };
      const start = { x: width / 2, y: at.y + STEP.height + 4 };
      return [box(at, step), arrow(start, { x: start.x, y: start.y + gap - 8 }), label({ x: start.x + 42, y: start.y + gap / 2 }, step.arrow ?? '')];
    }),
    clusterAt(cluster),
  ]);
}

function picture(width: number, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>One bundle on its way to a cluster</title>
<desc>${DESCRIPTION}</desc>
<style>
text { font: 16px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #1b1f24 }
.title { font-weight: 700 }
.label { font-size: 14px; text-anchor: middle }
rect { fill: #ffffff; stroke: #1b1f24; stroke-width: 1.5 }
.cluster { fill: none; stroke-dasharray: 7 5 }
path { fill: none; stroke: #1b1f24; stroke-width: 2 }
@media (prefers-color-scheme: dark) { text { fill: #e8eaed } rect { fill: #1e2228; stroke: #e8eaed } .cluster { fill: none } path { stroke: #e8eaed } }
</style>
${parts.join('\n')}
</svg>
`;
}

function box({ x, y }: Point, { title, lines }: Box): string {
  return [
    `<rect x="${x}" y="${y}" width="${STEP.width}" height="${STEP.height}" rx="8"/>`,
    text({ x: x + PADDING, y: y + 30 }, title, 'title'),
    ...lines.map((line, index) => (line === '' ? '' : text({ x: x + PADDING, y: y + 58 + index * LINE }, line))),
  ].filter((part) => part !== '').join('\n');
}

/** Draws what happens in the cluster, within its border. */
function clusterAt({ x, y }: Point): string {
  const width = PART.width + 2 * PADDING;
  return [
    `<rect class="cluster" x="${x}" y="${y}" width="${width}" height="${CLUSTER_HEIGHT}" rx="8"/>`,
    text({ x: x + PADDING, y: y + 30 }, '4  Cluster', 'title'),
    ...CLUSTER.flatMap(({ title, lines }, index) => {
      const at = { x: x + PADDING, y: y + 50 + index * (PART.height + PART.gap) };
      const below = { x: at.x + PART.width / 2, y: at.y + PART.height + 3 };
      return [
        `<rect x="${at.x}" y="${at.y}" width="${PART.width}" height="${PART.height}" rx="6"/>`,
        text({ x: at.x + 12, y: at.y + 21 }, title, 'title'),
        text({ x: at.x + 12, y: at.y + 42 }, lines.join(' ')),
        ...(index < CLUSTER.length - 1 ? [arrow(below, { x: below.x, y: below.y + PART.gap - 6 })] : []),
      ];
    }),
  ].join('\n');
}

function arrow(from: Point, to: Point): string {
  const [x, y] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  const head = (side: number): string => `${to.x - 9 * x + 6 * side * y} ${to.y - 9 * y + 6 * side * x}`;
  return `<path d="M${from.x} ${from.y}L${to.x} ${to.y}M${head(1)}L${to.x} ${to.y}L${head(-1)}"/>`;
}

function label({ x, y }: Point, content: string): string {
  return text({ x, y }, content, 'label');
}

function text({ x, y }: Point, content: string, style?: string): string {
  return `<text${style === undefined ? '' : ` class="${style}"`} x="${x}" y="${y}">${content}</text>`;
}
