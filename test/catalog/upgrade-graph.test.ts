import fc from 'fast-check';
import { anyCharacter } from '../builders/any-character';
import { Catalog } from '../../lib/catalog/catalog';
import { blobsToJsonLines } from '../../lib/catalog/declcfg/write-blob';
import { UpgradeGraph } from '../../lib/catalog/upgrade-graph';
import type { CatalogBlob, ChannelEntry } from '../../lib/catalog/declcfg/declcfg';
import { bundleBlob, chain, channelBlob, deprecationsBlob, packageBlob } from './filter/sample-catalog';

const ENTRIES: ChannelEntry[] = [
  { name: 'p.v1.2.0', replaces: 'p.v1.0.0', skips: ['p.v1.1.0', 'p.v0.9.0'], skipRange: '<1.2.0' }, { name: 'p.v1.1.0' }, ...chain('p', '1.0.0'),
];
const BLOBS: CatalogBlob[] = [
  packageBlob('p', 'stable'), channelBlob('p', 'stable', ENTRIES), channelBlob('p', 'fast', chain('p', '1.2.0')),
  ...['1.2.0', '1.1.0', '1.0.0'].map((version) => bundleBlob('p', version)),
  deprecationsBlob('p', [
    { reference: { schema: 'olm.bundle', name: 'p.v1.0.0' }, message: 'has "bugs" <&>' }, { reference: { schema: 'olm.channel', name: 'fast' }, message: 'slow' },
  ]),
];
const catalog = Catalog.fromString(blobsToJsonLines(BLOBS));

describe('an upgrade graph in Mermaid', () => {
  it('shows heads, skips, skip ranges, deprecations and bundles outside the channel', () => {
    expect(UpgradeGraph.of(catalog, 'p', { channels: ['stable'] }).toMermaid()).toBe([
      'flowchart BT',
      '  subgraph c0["p / stable (default channel)"]',
      '    direction BT',
      '    c0n0["p.v1.2.0<br/>skipRange #lt;1.2.0<br/>skips p.v0.9.0, not in this channel"]',
      '    c0n1["p.v1.1.0"]',
      '    c0n2["p.v1.0.0<br/>deprecated: has #quot;bugs#quot; #lt;#amp;#gt;"]',
      '    c0n2 --> c0n0',
      '    c0n1 -.->|skips| c0n0',
      '  end',
      '  classDef head fill:#0969da,color:#ffffff,stroke:#0969da',
      '  classDef skipped fill:#eaeef2,color:#57606a,stroke:#57606a,stroke-dasharray:4',
      '  classDef deprecated fill:#fff8c5,color:#633c01,stroke:#9a6700',
      '  classDef path stroke:#1a7f37,stroke-width:4px',
      '  class c0n0 head',
      '  class c0n1 skipped',
      '  class c0n2 deprecated',
      '',
    ].join('\n'));
  });

  it('shows the deprecation of the package in channels that have none of their own', () => {
    const deprecated = Catalog._fromBlobs([...BLOBS.slice(0, -1), deprecationsBlob('p', [
      { reference: { schema: 'olm.package' }, message: 'use q' }, { reference: { schema: 'olm.channel', name: 'fast' }, message: 'slow' },
    ])]);
    const mermaid = UpgradeGraph.of(deprecated, 'p').toMermaid();
    expect(mermaid).toContain('["p / stable (default channel)<br/>deprecated: use q"]');
    expect(mermaid).toContain('["p / fast<br/>deprecated: slow"]');
  });

  it('highlights the path to the head in each channel', () => {
    const graph = UpgradeGraph.of(catalog, 'p', { fromBundle: '1.0.0' });
    expect(graph.path('stable').map(({ fromBundle: from, toBundle: to }) => [from, to])).toEqual([['p.v1.0.0', 'p.v1.2.0']]);
    expect(graph.path('fast')).toEqual([]);
    const mermaid = graph.toMermaid();
    expect(mermaid).toContain('class c1n0,c1n2 path');
    expect(mermaid).toMatch(/linkStyle \d+ stroke:#1a7f37/);
    expect(mermaid).toContain('subgraph c0["p / fast<br/>deprecated: slow"]');
  });

  it('highlights every upgrade of a path of several', () => {
    const long = Catalog._fromBlobs([packageBlob('p', 'c'), channelBlob('p', 'c', chain('p', '3.0.0', '2.0.0', '1.0.0')),
      ...['3.0.0', '2.0.0', '1.0.0'].map((version) => bundleBlob('p', version))]);
    const mermaid = UpgradeGraph.of(long, 'p', { fromBundle: 'p.v1.0.0' }).toMermaid();
    expect(mermaid).toContain('  class c0n0,c0n1,c0n2 path\n  linkStyle 0,1 stroke:#1a7f37,stroke-width:4px\n');
  });
});

describe('an upgrade graph in SVG', () => {
  it('is well-formed XML for any names', () => {
    const name = fc.oneof(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 90 }), fc.constantFrom('</svg>', '<script>', '&amp;', ']]>', '\0'));
    fc.assert(fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), name, (names, message) => {
      const entries = names.map((own, index) => ({ name: own, ...(index + 1 < names.length ? { replaces: names[index + 1]! } : {}) }));
      const blobs = [
        packageBlob('p', 'c'), channelBlob('p', 'c', entries), ...names.map((own, index) => ({ ...bundleBlob('p', `1.0.${index}`), name: own })),
        deprecationsBlob('p', [{ reference: { schema: 'olm.channel', name: 'c' }, message }]),
      ];
      const svg = UpgradeGraph.of(Catalog._fromBlobs(blobs), 'p').toSvg();
      expect(svg).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/u);
      expect(svg.replace(/<(?:"[^"]*"|[^<>"])*>|&(?:lt|gt|amp|quot|#\d+);/g, '')).not.toMatch(/[<>&]/);
      expect(tags(svg)).toEqual([]);
    }), { numRuns: 200 });
  });

  it('marks head, deprecated and skipped bundles and the path to the head, and has their full names in titles', () => {
    const svg = UpgradeGraph.of(catalog, 'p', { channels: ['stable'], fromBundle: 'p.v1.0.0' }).toSvg();
    expect(svg).toMatch(/<title>p\.v1\.2\.0\nskipRange &lt;1\.2\.0\nskips p\.v0\.9\.0, not in this channel<\/title><rect class="box head path"/);
    expect(svg).toMatch(/<title>p\.v1\.1\.0<\/title><rect class="box" stroke-dasharray/);
    expect(svg).toMatch(/<rect class="box deprecated path"/);
    expect(svg).toContain('p.v1.0.0 · deprecated');
    expect(svg).toMatch(/<polyline class="line hop" points/);
    expect(svg).toMatch(/<polyline class="line skips" points/);
    expect(svg).toContain('prefers-color-scheme:dark');
  });

  it('marks where the lines of several skipped bundles join, in the color of skips', () => {
    const skips = ['p.v2.0.0', 'p.v1.0.0'];
    const skipping = Catalog._fromBlobs([packageBlob('p', 'c'), channelBlob('p', 'c', [{ name: 'p.v3.0.0', skips }, ...skips.map((name) => ({ name }))]),
      ...['3.0.0', '2.0.0', '1.0.0'].map((version) => bundleBlob('p', version))]);
    expect(UpgradeGraph.of(skipping, 'p').toSvg().match(/<circle class="\w+"/g)).toEqual(['<circle class="dot"']);
  });

  it('is the same for equal catalogs', () => {
    const again = Catalog.fromString(blobsToJsonLines([...BLOBS].reverse()));
    expect(UpgradeGraph.of(again, 'p').toSvg()).toBe(UpgradeGraph.of(catalog, 'p').toSvg());
  });
});

/** Returns the tags that are not closed. */
function tags(svg: string): string[] {
  const open: string[] = [];
  for (const [, slash, name, selfClosing] of svg.matchAll(/<(\/?)([a-z]+)(?:"[^"]*"|[^<>"])*?(\/?)>/g)) {
    if (slash === '/') {
      expect(open.pop()).toBe(name);
    } else if (selfClosing !== '/') {
      open.push(name!);
    }
  }
  return open;
}

it('refuses unknown packages and channels, and channels too large to read', () => {
  expect(() => UpgradeGraph.of(catalog, 'q')).toThrow(/no package "q"/);
  expect(() => UpgradeGraph.of(catalog, 'p', { channels: ['x'] })).toThrow(/package "p" has no channel "x"; it has "fast", "stable"/);
  expect(() => UpgradeGraph.of(catalog, 'p', { channels: ['fast'] }).path('stable')).toThrow(/no channel "stable"; it has "fast"/);
  const versions = Array.from({ length: 2001 }, (_, index) => `1.${2001 - index}.0`);
  const large = [packageBlob('p', 'c'), channelBlob('p', 'c', chain('p', ...versions)), ...versions.map((version) => bundleBlob('p', version))];
  expect(() => UpgradeGraph.of(Catalog._fromBlobs(large), 'p')).toThrow(/has 2001 bundles, and a drawing of more than 2000 would be unreadable/);
});
