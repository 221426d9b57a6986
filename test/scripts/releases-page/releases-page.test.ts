import { OlmVersion } from '../../../lib/olm/v0/model/olm-version';
import { markdownTable } from '../../../scripts/releases-page/markdown-table';
import { releasesPage } from '../../../scripts/releases-page/releases-page';
import { expectedDifferences, knownReleases } from '../../../scripts/releases-page/upstream-differences';

const page = releasesPage();

/** Returns the cells of the table below a heading. */
function table(heading: string): string[][] {
  const section = page.split('\n## ').find((part) => part.startsWith(heading)) ?? '';
  return section.split('\n').filter((line) => line.startsWith('| ')).map((line) => line.slice(2, -2).split(' | ')).slice(2);
}

describe('the page of releases', () => {
  test('has a row for every release, with its images', () => {
    const rows = table('Images');
    expect(rows.map(([release]) => release)).toEqual(OlmVersion.all.map(({ version }) => version));
    expect(rows[0]).toEqual(['0.18.3', '20', 'digest `sha256:e74b2ac57963…`', 'none']);
    expect(rows.find(([release]) => release === '0.29.0')).toEqual(['0.29.0', '22', 'digest `sha256:eae9622a7e28…`', 'tag `v1.47.0`']);
  });

  test('lists added and removed objects from release to release', () => {
    const rows = new Map(table('Changes from release to release').map(([release, ...cells]) => [release, cells]));
    expect(rows.size).toBe(OlmVersion.all.length - 1);
    expect(rows.get('0.20.0')?.[0]).toBe('+ CustomResourceDefinition olmconfigs<br>+ OLMConfig cluster');
    expect(rows.get('0.38.0')).toEqual(['- Certificate olm-cert<br>- Issuer olm-ca-issuer', '', '']);
    expect(rows.get('0.45.0')).toEqual(['', 'clusterserviceversions', '`clusterserviceversions spec.install.spec.deployments[].spec.template.spec.workloadRef`']);
  });

  test('lists every difference from upstream\'s objects with its releases', () => {
    const rows = table('Differences from upstream');
    expect(rows.map((cells) => cells.slice(0, 3))).toEqual([
      ['0.18.3 to 0.27.0', 'every CustomResourceDefinition', '`metadata.creationTimestamp`'],
      ['0.19.1 to 0.46.0', 'every ClusterServiceVersion', '`spec.version`'],
    ]);
  });
});

test('differences are expanded to the objects of a release', () => {
  expect(knownReleases({ until: '0.20.0' }).map(({ version }) => version)).toEqual(['0.18.3', '0.19.1']);
  expect(expectedDifferences(OlmVersion.V0_18_3)).toHaveLength(7);
  expect(expectedDifferences(OlmVersion.V0_28_0)).toEqual([{ object: 'ClusterServiceVersion olm/packageserver', path: 'spec.version' }]);
});

test('a bar in a cell is escaped', () => {
  expect(markdownTable(['a', 'b'], [['x|y', 'z']])).toBe('| a | b |\n| --- | --- |\n| x&#124;y | z |\n');
});
