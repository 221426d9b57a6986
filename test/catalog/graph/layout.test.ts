import fc from 'fast-check';
import { byPackage, type ChannelBlob } from '../../../lib/catalog/declcfg/declcfg';
import { channelDrawing } from '../../../lib/catalog/graph/channel-drawing';
import { type Box, laneNumbers, layoutOf, type Line, textWidth } from '../../../lib/catalog/graph/channel-layout';
import { randomChannel } from '../filter/random-channel';

function layout(channel: ChannelBlob): ReturnType<typeof layoutOf> {
  return layoutOf(channelDrawing(channel, byPackage([channel]).get(channel.package)!, new Map(), undefined));
}

/** Whether a segment of a line crosses the inside of a box. */
function crosses({ points }: Line, { x, y, width, height }: Box): boolean {
  return points.slice(1).some((end, index) => {
    const start = points[index]!;
    const [left, right] = [Math.min(start.x, end.x), Math.max(start.x, end.x)];
    const [top, bottom] = [Math.min(start.y, end.y), Math.max(start.y, end.y)];
    return left < x + width && right > x && top < y + height && bottom > y;
  });
}

describe('the layout of a channel', () => {
  it('never lets boxes or lines overlap a label', () => {
    fc.assert(fc.property(randomChannel('p', 40), (channel) => {
      const { boxes, lines, width, height } = layout(channel);
      expect(boxes).toHaveLength(channel.entries.length);
      expect(boxes.slice(1).filter((box, index) => box.y <= boxes[index]!.y + boxes[index]!.height)).toEqual([]);
      expect(boxes.flatMap((box) => lines.filter((line) => crosses(line, box)))).toEqual([]);
      expect(boxes.filter((box) => Math.max(...box.label.map(textWidth)) >= box.width)).toEqual([]);
      expect(boxes.filter((box) => box.x + box.width > width || box.y + box.height > height)).toEqual([]);
      expect(lines.flatMap(({ points }) => points).filter(({ x, y }) => x < 0 || y < 0 || x > width || y > height)).toEqual([]);
    }), { numRuns: 100 });
  });

  it('draws each upgrade between two bundles of the channel once, upwards', () => {
    fc.assert(fc.property(randomChannel('p', 12), (channel) => {
      const names = new Set(channel.entries.map(({ name }) => name));
      const edges = channel.entries.flatMap(({ name, replaces, skips = [] }) => (
        [...new Set([...(replaces === undefined ? [] : [replaces]), ...skips])].filter((other) => other !== name && names.has(other))
      ));
      expect(layout(channel).lines).toHaveLength(edges.length);
    }));
  });

  it('shortens long names, and counts wide characters twice', () => {
    const long = 'x'.repeat(500);
    const [box] = layout({ schema: 'olm.channel', name: 'c', package: 'p', entries: [{ name: long }] }).boxes;
    expect(box!.label[0]).toBe(`${'x'.repeat(71)}… · head`);
    expect(textWidth('操作')).toBe(textWidth('abcd'));
  });
});

describe('laneNumbers', () => {
  it.each([
    ['short spans', [{ top: 0, bottom: 5 }, { top: 1, bottom: 2 }], [1, 0]],
    ['the upper of equally long spans', [{ top: 2, bottom: 4 }, { top: 1, bottom: 3 }], [1, 0]],
    ['all spans that share no row', [{ top: 2, bottom: 3 }, { top: 0, bottom: 1 }], [0, 0]],
  ])('puts %s next to the boxes', (_, spans, lanes) => {
    expect(laneNumbers(spans)).toEqual(lanes);
  });

  it('never lets two spans in a lane share a row', () => {
    const span = fc.tuple(fc.nat(20), fc.nat(20)).map(([top, length]) => ({ top, bottom: top + length }));
    fc.assert(fc.property(fc.array(span), (spans) => {
      const lanes = laneNumbers(spans);
      spans.forEach((left, i) => spans.slice(i + 1).forEach((right, j) => {
        if (lanes[i] === lanes[i + 1 + j]) {
          expect(left.bottom < right.top || right.bottom < left.top).toBe(true);
        }
      }));
    }));
  });
});
