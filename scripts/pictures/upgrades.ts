import { arrow, box, type Box, label, outline, picture } from './drawing';

const OLD: Box = { title: '0.9.4', lines: ['installed in', 'another cluster'] };
const INSTALLED: Box = { title: '1.0.0', lines: ['installed here'] };
const SKIPPED: Box = { title: '1.1.0', lines: ['skipped: never', 'installed'] };
const NEXT: Box = { title: '1.2.0', lines: ['replaces 1.0.0', 'skips 1.1.0'] };
const HEAD: Box = { title: '1.3.0, the head', lines: ['replaces 1.2.0', 'skipRange <1.0.0'] };

const WORDS = {
  title: 'Upgrades through a channel',
  description: 'Version 1.0.0 is installed. In the first hop, OLM installs 1.2.0, which replaces 1.0.0 and skips 1.1.0. In the second hop, OLM installs 1.3.0, the head of '
    + 'the channel, which replaces 1.2.0. From 0.9.4, which is in the skipRange of the head, OLM goes to the head in one hop.',
};

const SIZE = { width: 172, height: 92 };

/** Returns the diagram for screens on which the versions fit side by side. */
export function widePicture(): string {
  const gap = { x: 96, y: 54 };
  const column = (index: number): number => 4 + index * (SIZE.width + gap.x);
  const row = (index: number): number => 4 + index * (SIZE.height + gap.y);
  const middle = (index: number): number => row(index) + SIZE.height / 2;
  const head = column(2) + SIZE.width / 2;
  return picture({ width: column(2) + SIZE.width + 4, height: row(2) + SIZE.height + 4 }, WORDS, [
    box({ x: column(0), y: row(0) }, SIZE, OLD),
    arrow({ x: column(0) + SIZE.width + 4, y: middle(0) }, { x: head, y: middle(0) }, { x: head, y: row(1) - 4 }),
    label({ x: column(1) + SIZE.width / 2, y: middle(0) - 12 }, 'one hop, by its skipRange'),
    ...[INSTALLED, NEXT, HEAD].map((version, index) => box({ x: column(index), y: row(1) }, SIZE, version)),
    ...['hop 1', 'hop 2'].flatMap((hop, index) => [
      arrow({ x: column(index) + SIZE.width + 4, y: middle(1) }, { x: column(index + 1) - 4, y: middle(1) }),
      label({ x: column(index + 1) - gap.x / 2, y: middle(1) - 12 }, hop),
      label({ x: column(index + 1) - gap.x / 2, y: middle(1) + 22 }, 'approval'),
    ]),
    outline({ x: (column(0) + column(1)) / 2, y: row(2) }, SIZE, SKIPPED),
  ]);
}

/** Returns the diagram for phones, from top to bottom. */
export function narrowPicture(): string {
  const [width, gap, left] = [360, 50, 4];
  const top = (index: number): number => 4 + index * (SIZE.height + gap);
  const middle = left + SIZE.width / 2;
  const small = { width: 160, height: SIZE.height };
  const right = width - 4 - small.width;
  const beside = right + small.width / 2;
  const turn = top(2) + SIZE.height / 2;
  return picture({ width, height: top(2) + SIZE.height + 4 }, WORDS, [
    ...[INSTALLED, NEXT, HEAD].map((version, index) => box({ x: left, y: top(index) }, SIZE, version)),
    ...['hop 1, approval', 'hop 2, approval'].flatMap((hop, index) => [
      arrow({ x: middle, y: top(index) + SIZE.height + 4 }, { x: middle, y: top(index + 1) - 4 }),
      label({ x: middle + 62, y: top(index + 1) - gap / 2 + 5 }, hop),
    ]),
    outline({ x: right, y: top(0) }, small, SKIPPED),
    box({ x: right, y: top(1) }, small, OLD),
    arrow({ x: beside, y: top(1) + SIZE.height + 4 }, { x: beside, y: turn }, { x: left + SIZE.width + 4, y: turn }),
    label({ x: beside - 10, y: turn + 24 }, 'one hop, by'),
    label({ x: beside - 10, y: turn + 42 }, 'its skipRange'),
  ]);
}
