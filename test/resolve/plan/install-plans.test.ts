import type { BundleProperty } from '../../../lib/bundle';
import type { Catalog } from '../../../lib/catalog';
import { OperatorUpgradePlan } from '../../../lib/resolve';
import { sampleCatalog, type SampleEntry } from '../sample-namespace';
import { lockOf } from './sample-locks';

const requiring = (packageName: string, versionRange: string): BundleProperty => ({ type: 'olm.package.required', value: { packageName, versionRange } });

/** Returns a channel in which each version replaces the one before. */
function channel(
  name: string, versions: readonly string[], requirement: (version: string) => readonly BundleProperty[] = () => [],
): { stable: SampleEntry[] } {
  return { stable: versions.map((version, index) => ({
    name: `${name}.v${version}`, ...(index === 0 ? {} : { replaces: `${name}.v${versions[index - 1]!}` }), properties: requirement(version),
  })) };
}

/** `a` requires `b`, which requires `c`, each of the same version. */
function chainOf(...versions: string[]): Catalog {
  return sampleCatalog({
    a: channel('a', versions, (version) => [requiring('b', version)]), b: channel('b', versions, (version) => [requiring('c', version)]), c: channel('c', versions),
  });
}

const planOf = (catalog: Catalog, before: string[], after: string[]): OperatorUpgradePlan => (
  OperatorUpgradePlan.between(lockOf(...before), lockOf(...after), { catalogs: { 'olm/hub': catalog } })
);

describe('the InstallPlans of a plan', () => {
  it('have what is required together with what requires it', () => {
    const plan = planOf(chainOf('1.0.0', '2.0.0'), ['a.v1.0.0', 'b.v1.0.0', 'c.v1.0.0'], ['a.v2.0.0', 'b.v2.0.0', 'c.v2.0.0']);

    expect(plan.installPlans).toEqual([{ namespace: 'demo', csvs: ['a.v2.0.0', 'b.v2.0.0', 'c.v2.0.0'] }]);
    expect(plan.operators.flatMap(({ problems }) => problems.filter((problem) => !problem.includes('no manifests')))).toEqual([]);
  });

  it('follow one another as OLM makes them, one version after the other', () => {
    const plan = planOf(chainOf('1.0.0', '2.0.0', '3.0.0'), ['a.v1.0.0', 'b.v1.0.0', 'c.v1.0.0'], ['a.v3.0.0', 'b.v3.0.0', 'c.v3.0.0']);

    expect(plan.installPlans.map(({ csvs }) => csvs)).toEqual([['a.v2.0.0', 'b.v2.0.0', 'c.v2.0.0'], ['a.v3.0.0', 'b.v3.0.0', 'c.v3.0.0']]);
  });

  it('end at the later lock, although the catalog offers more', () => {
    const plan = planOf(chainOf('1.0.0', '2.0.0', '3.0.0'), ['a.v1.0.0', 'b.v1.0.0', 'c.v1.0.0'], ['a.v2.0.0', 'b.v2.0.0', 'c.v2.0.0']);

    expect(plan.installPlans).toEqual([{ namespace: 'demo', csvs: ['a.v2.0.0', 'b.v2.0.0', 'c.v2.0.0'] }]);
  });

  it('install what is new', () => {
    expect(planOf(chainOf('1.0.0'), [], ['a.v1.0.0', 'b.v1.0.0', 'c.v1.0.0']).installPlans).toEqual([{ namespace: 'demo', csvs: ['a.v1.0.0', 'b.v1.0.0', 'c.v1.0.0'] }]);
  });

  it('are none if OLM would install another version with them, which is a problem', () => {
    const catalog = sampleCatalog({ a: channel('a', ['1.0.0', '2.0.0']), b: channel('b', ['1.0.0', '2.0.0']) });
    const plan = planOf(catalog, ['a.v1.0.0', 'b.v1.0.0'], ['a.v2.0.0', 'b.v1.0.0']);

    expect(plan.installPlans).toEqual([]);
    expect(plan.isSafe).toBe(false);
    expect(plan.operators).toEqual([expect.objectContaining({ packageName: 'a', approvals: [], problems: expect.arrayContaining([
      "OLM upgrades all operators of namespace 'demo' in one InstallPlan, and would install 'b.v2.0.0' with 'a.v2.0.0'; also update their operators in the lock, or install it "
      + 'in a separate namespace',
    ]) as string[] })]);
  });

  it('are none if OLM could not install them together', () => {
    const catalog = sampleCatalog({ a: channel('a', ['1.0.0', '2.0.0'], (version) => [requiring('b', version)]), b: channel('b', ['1.0.0']) });

    expect(planOf(catalog, ['a.v1.0.0', 'b.v1.0.0'], ['a.v2.0.0', 'b.v1.0.0']).operators[0]).toMatchObject({
      approvals: [], problems: expect.arrayContaining([expect.stringContaining("OLM does not resolve namespace 'demo' from there")]) as string[],
    });
  });

  it('are in the text, in Markdown and in the flowchart, where several operators of a namespace change', () => {
    const plan = planOf(chainOf('1.0.0', '2.0.0', '3.0.0'), ['a.v1.0.0', 'b.v1.0.0', 'c.v1.0.0'], ['a.v3.0.0', 'b.v3.0.0', 'c.v3.0.0']);

    expect(plan.toText()).toContain([
      'demo/c    c.v1.0.0  c.v2.0.0, c.v3.0.0',
      '',
      'INSTALLPLAN  INSTALLS TOGETHER',
      'demo 1       a.v2.0.0, b.v2.0.0, c.v2.0.0',
      'demo 2       a.v3.0.0, b.v3.0.0, c.v3.0.0',
      '',
    ].join('\n'));
    expect(plan.toMarkdown()).toContain([
      '| demo/c | c.v1.0.0 | c.v2.0.0, c.v3.0.0 |',
      '',
      '| InstallPlan | installs together |',
      '| --- | --- |',
      '| demo 1 | a.v2.0.0, b.v2.0.0, c.v2.0.0 |',
      '| demo 2 | a.v3.0.0, b.v3.0.0, c.v3.0.0 |',
      '',
      '```mermaid',
    ].join('\n'));
    expect(plan.toMermaid()).toMatch(new RegExp([
      '  n0_1 -. InstallPlan 1 .- n1_1', '  n1_1 -. InstallPlan 1 .- n2_1', '  n0_2 -. InstallPlan 2 .- n1_2', '  n1_2 -. InstallPlan 2 .- n2_2', '$',
    ].join('\n')));
  });

  it('are not repeated where one operator of a namespace changes: its path has them', () => {
    const plan = planOf(sampleCatalog({ a: channel('a', ['1.0.0', '2.0.0']) }), ['a.v1.0.0'], ['a.v2.0.0']);

    expect(plan.installPlans).toHaveLength(1);
    expect([plan.toText(), plan.toMarkdown(), plan.toMermaid()].filter((text) => /installplan/i.test(text))).toEqual([]);
  });

  it('are unknown without the content of the catalog', () => {
    expect(OperatorUpgradePlan.between(lockOf('a.v1.0.0'), lockOf('a.v1.0.0', 'b.v1.0.0'), { catalogs: {} })).toMatchObject({
      installPlans: [], operators: [{ packageName: 'b', approvals: ['b.v1.0.0'] }],
    });
  });
});
