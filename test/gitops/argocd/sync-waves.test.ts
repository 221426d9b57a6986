import * as fc from 'fast-check';
import { SyncStage, WaveNode, wavesOf } from '../../../lib/gitops/argocd/sync-waves';

const { CRDS, OLM, PACKAGESERVER, CATALOGS, OPERATORS, OPERANDS } = SyncStage;

const node = (stage: SyncStage | undefined, ...after: number[]): WaveNode => ({ stage, after });

describe('sync waves', () => {
  it.each<[string, WaveNode[], number[]]>([
    ['are one for each stage, 0 for the last', [CRDS, OLM, PACKAGESERVER, CATALOGS, OPERATORS, OPERANDS].map(stage => node(stage)), [-50, -40, -30, -20, -10, 0]],
    ['are the same with and without dependencies in the order of the stages', [node(CRDS), node(CATALOGS, 0), node(OPERATORS, 0, 1)], [-50, -20, -10]],
    ['put an object without a stage with the operands', [node(undefined)], [0]],
    ['put an object without a stage with the earliest of those that need it', [node(undefined), node(OPERATORS, 0), node(CATALOGS, 0)], [-20, -10, -20]],
    ['do so through other objects without a stage', [node(undefined), node(undefined, 0), node(OPERATORS, 1)], [-10, -10, -10]],
    ['have a second round for what needs an object of a later stage', [node(OPERATORS), node(OPERANDS, 0), node(CATALOGS, 1), node(OPERATORS, 2)], [-10, 0, 40, 50]],
    ['also have a second round for an object without a stage', [node(OPERANDS), node(undefined, 0), node(OPERATORS, 1)], [0, 50, 50]],
  ])('%s', (_, nodes, waves) => {
    expect(wavesOf(nodes)).toEqual({ waves });
  });

  it.each<[string, WaveNode[], number[]]>([
    ['itself', [node(CRDS, 0)], [0]],
    ['each other', [node(OPERATORS, 1), node(OPERANDS, 0)], [0, 1]],
    ['each other, beside others', [node(CRDS), node(OLM, 0, 2), node(CATALOGS, 3), node(OPERATORS, 1)], [1, 2, 3]],
  ])('do not exist for nodes that come after %s', (_, nodes, cycle) => {
    expect(wavesOf(nodes)).toEqual({ cycle });
  });

  it('never decrease along a dependency, and do not change for existing nodes when one is added that nothing needs', () => {
    const stage = fc.option(fc.constantFrom(CRDS, OLM, PACKAGESERVER, CATALOGS, OPERATORS, OPERANDS), { nil: undefined });
    const nodes = fc.array(fc.record({ stage, seeds: fc.array(fc.nat(), { maxLength: 3 }) }), { minLength: 1, maxLength: 30 });
    fc.assert(fc.property(nodes, drawn => {
      const graph = drawn.map(({ stage: drawnStage, seeds }, index) => node(drawnStage, ...(index === 0 ? [] : seeds.map(seed => seed % index))));
      const waves = (wavesOf(graph) as { waves: number[] }).waves;
      graph.forEach(({ after }, index) => after.forEach(earlier => expect(waves[earlier]).toBeLessThanOrEqual(waves[index]!)));
      expect((wavesOf([...graph, node(OPERANDS, ...graph.keys())]) as { waves: number[] }).waves.slice(0, -1)).toEqual(waves);
    }));
  });
});
