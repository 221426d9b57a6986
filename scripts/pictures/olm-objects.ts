import { arrow, box, type Box, label, picture } from './drawing';

const CATALOG: Box = { title: 'CatalogSource', lines: ['offers packages,', 'each with channels', 'of versions'] };
const SUBSCRIPTION: Box = { title: 'Subscription', lines: ['asks for a package', 'and a channel,', 'now and in future'] };
const GROUP: Box = { title: 'OperatorGroup', lines: ['selects the namespaces', 'that the operators of', 'its namespace watch'] };
const PLAN: Box = { title: 'InstallPlan', lines: ['lists what one version', 'needs; waits for an', 'approval, if asked to'] };
const CSV: Box = { title: 'ClusterServiceVersion', lines: ['is one version of the', 'operator; its phase', 'says how it is'] };
const OPERATOR: Box = { title: 'Operator', lines: ['Deployments,', 'ServiceAccounts, roles,', 'CRDs, webhooks'] };

const WORDS = {
  title: 'The objects of OLM',
  description: 'A CatalogSource offers packages. A Subscription asks for a package. OLM resolves it into an InstallPlan, which creates a ClusterServiceVersion. '
    + 'OLM installs the operator from it, for the namespaces that the OperatorGroup selects.',
};

const SIZE = { width: 228, height: 124 };
const MIDDLE = { x: SIZE.width / 2, y: SIZE.height / 2 };

/** Returns the diagram for screens on which the objects fit side by side. */
export function widePicture(): string {
  const gap = { x: 76, y: 46 };
  const column = (index: number): number => 4 + index * (SIZE.width + gap.x);
  const row = (index: number): number => 4 + index * (SIZE.height + gap.y);
  const chain = [SUBSCRIPTION, PLAN, CSV, OPERATOR];
  const labels = ['resolve', 'approve', 'install'];
  const [below, bottom] = [column(2) + MIDDLE.x, row(2) + MIDDLE.y];
  return picture({ width: column(3) + SIZE.width + 4, height: row(2) + SIZE.height + 4 }, WORDS, [
    box({ x: column(0), y: row(0) }, SIZE, CATALOG),
    arrow({ x: column(0) + MIDDLE.x, y: row(1) - gap.y + 4 }, { x: column(0) + MIDDLE.x, y: row(1) - 4 }),
    ...chain.map((object, index) => box({ x: column(index), y: row(1) }, SIZE, object)),
    ...labels.flatMap((word, index) => {
      const y = row(1) + MIDDLE.y;
      return [
        arrow({ x: column(index) + SIZE.width + 4, y }, { x: column(index + 1) - 4, y }),
        label({ x: column(index + 1) - gap.x / 2, y: y - 12 }, word),
      ];
    }),
    box({ x: column(0), y: row(2) }, SIZE, GROUP),
    arrow({ x: column(0) + SIZE.width + 4, y: bottom }, { x: below, y: bottom }, { x: below, y: row(1) + SIZE.height + 4 }),
    label({ x: column(1) + MIDDLE.x, y: bottom - 12 }, 'namespaces to watch'),
  ]);
}

/** Returns the diagram for phones, from top to bottom. */
export function narrowPicture(): string {
  const gap = 46;
  const [width, left] = [360, (360 - SIZE.width) / 2];
  const objects = [CATALOG, SUBSCRIPTION, PLAN, CSV, OPERATOR];
  const labels = ['offers', 'resolve', 'approve', 'install'];
  const top = (index: number): number => 4 + index * (SIZE.height + gap);
  const last = top(objects.length);
  return picture({ width, height: last + SIZE.height + 4 }, WORDS, [
    ...objects.map((object, index) => box({ x: left, y: top(index) }, SIZE, object)),
    ...labels.flatMap((word, index) => [
      arrow({ x: width / 2, y: top(index) + SIZE.height + 4 }, { x: width / 2, y: top(index + 1) - 4 }),
      label({ x: width / 2 + 40, y: top(index + 1) - gap / 2 + 5 }, word),
    ]),
    box({ x: left, y: last }, SIZE, GROUP),
    arrow(
      { x: left - 4, y: last + MIDDLE.y }, { x: left - 40, y: last + MIDDLE.y },
      { x: left - 40, y: top(3) + MIDDLE.y }, { x: left - 4, y: top(3) + MIDDLE.y },
    ),
  ]);
}
