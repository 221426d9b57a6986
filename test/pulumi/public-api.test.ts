import * as path from 'node:path';
import * as ts from 'typescript';
import { Declarations } from './declarations';
import { ENTRIES, entriesProgram } from '../../scripts/parity-page/entries-program';
import { parityProblems, publicTypes } from '../../scripts/parity-page/parity-page';

const program = entriesProgram(path.resolve(__dirname, '../..'));
const declarations = new Declarations(program);

describe.each(ENTRIES)('%s', (entry) => {
  const exported = declarations.exported(entry);

  it('exports every type that its own exports refer to', () => {
    const names = new Set(exported.values());
    // An engine returns constructs, which are named like the components: they are exported from the other entry. Only submodules export their types.
    const main = declarations.exported('lib/index.ts');
    const constructs = new Set(main.values());
    const inSubmodules = new Set([...main].filter(([name]) => name.includes('.')).map(([, symbol]) => symbol));
    const isElsewhere = (symbol: ts.Symbol): boolean => !names.has(symbol)
      && (inSubmodules.has(symbol) || (exported.has(symbol.name) && exported.get(symbol.name) !== symbol && constructs.has(symbol)));
    const reachable = [...declarations.reachable(exported, isElsewhere)];
    expect(reachable.map(([symbol]) => symbol.name)).toEqual(expect.arrayContaining(['InstallMode', 'OlmV0EngineOptions', 'PodSecurityLevel']));
    const missing = reachable.filter(([symbol]) => !names.has(symbol));
    expect(missing.map(([symbol, by]) => `${symbol.name}: ${by}`)).toEqual([]);
  });

  it('exports nothing internal, and no functions', () => {
    // cdk8s generates a function for each type of the namespace `olm`.
    const own = [...exported].filter(([name]) => !/^(olm|olmv1|rukpak)\./.test(name));
    const isFunction = (symbol: ts.Symbol): boolean => (symbol.flags & ts.SymbolFlags.Function) !== 0;
    expect(own.filter(([, symbol]) => declarations.isInternal(symbol) || isFunction(symbol)).map(([name]) => name)).toEqual([]);
  });
});

describe('constructs and components', () => {
  const types = publicTypes(program);

  it('have the same props, or a reason for each that one side lacks', () => {
    expect(parityProblems(types)).toEqual([]);
  });

  it('are found in both entries of the package', () => {
    expect(types.parities.map(({ name }) => name)).toEqual(expect.arrayContaining(['OlmInstallation', 'OperatorRegistry', 'OperatorSubscription', 'BundleDeployment']));
    expect(types.onlyComponents).toContain('ChartComponent');
  });

  it('are reported if one side lacks a prop, or does not exist', () => {
    const props = [{ name: 'package', summary: '', inConstruct: true, inComponent: true }, { name: 'channel', summary: '', inConstruct: true, inComponent: false }];
    const problems = parityProblems({ parities: [{ name: 'OperatorSubscription', props }], onlyConstructs: ['Extension'], onlyComponents: [] });

    expect(problems).toContain('only the construct or only the component has OperatorSubscription.channel; add it to the other one, or a reason to reasons.ts');
    expect(problems).toContain('Extension is only a construct or only a component; add the other one, or a reason to reasons.ts');
    expect(problems).toContain('reasons.ts has a reason for OlmInstallation.crdScope, which needs none; remove it');
  });
});
