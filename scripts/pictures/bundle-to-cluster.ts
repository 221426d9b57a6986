import { arrow, box, type Box, label, PADDING, picture, type Point, text } from './drawing';

/** A step, with the label of the arrow to the next one. */
interface Step extends Box {
  readonly arrow: string;
}

/** The steps of a bundle outside of the cluster. */
const STEPS: readonly Step[] = [
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

const WORDS = {
  title: 'One bundle on its way to a cluster',
  description: 'A bundle is validated and becomes part of an app. The app is synthesized to manifests, which kubectl, Argo CD, Flux or Pulumi apply. '
    + 'In the cluster, the bundle is in ConfigMaps, from which a registry serves it to OLM, which installs the operator.',
};

const STEP = { width: 192, height: 176 };
const PART = { width: 180, height: 52, gap: 28 };
const CLUSTER_HEIGHT = 62 + CLUSTER.length * (PART.height + PART.gap) - PART.gap + PADDING;

/** Returns the diagram for screens on which the steps fit side by side. */
export function widePicture(): string {
  const gap = 70;
  const top = 10 + (CLUSTER_HEIGHT - STEP.height) / 2;
  const cluster = { x: 4 + STEPS.length * (STEP.width + gap), y: 10 };
  return picture({ width: cluster.x + PART.width + 2 * PADDING + 4, height: CLUSTER_HEIGHT + 20 }, WORDS, [
    ...STEPS.flatMap((step, index) => {
      const at = { x: 4 + index * (STEP.width + gap), y: top };
      const start = { x: at.x + STEP.width + 4, y: top + STEP.height / 2 };
      return [
        box(at, STEP, step), arrow(start, { x: start.x + gap - 8, y: start.y }),
        label({ x: at.x + STEP.width + gap / 2, y: start.y - 12 }, step.arrow),
      ];
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
  return picture({ width, height: cluster.y + CLUSTER_HEIGHT + 4 }, WORDS, [
    ...STEPS.flatMap((step, index) => {
      const at = { x: left, y: 4 + index * (STEP.height + gap) };
      const start = { x: width / 2, y: at.y + STEP.height + 4 };
      return [box(at, STEP, step), arrow(start, { x: start.x, y: start.y + gap - 8 }), label({ x: start.x + 42, y: start.y + gap / 2 }, step.arrow)];
    }),
    clusterAt(cluster),
  ]);
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
