import * as ts from 'typescript';
import { Declarations } from './declarations';

const ENTRIES = ['lib/index.ts', 'lib/pulumi/index.ts'];
const declarations = new Declarations(ENTRIES);

describe.each(ENTRIES)('%s', (entry) => {
  const exported = declarations.exported(entry);

  it('exports every type that its own exports refer to', () => {
    const names = new Set(exported.values());
    // An engine returns constructs, which are named like the components: they are exported from the other entry.
    const constructs = new Set(declarations.exported('lib/index.ts').values());
    const isConstruct = (symbol: ts.Symbol): boolean => exported.has(symbol.name) && exported.get(symbol.name) !== symbol && constructs.has(symbol);
    const reachable = [...declarations.reachable(exported, isConstruct)];
    expect(reachable.map(([symbol]) => symbol.name)).toEqual(expect.arrayContaining(['ChannelPlan', 'OlmV0EngineOptions', 'PodSecurityLevel']));
    const missing = reachable.filter(([symbol]) => !names.has(symbol));
    expect(missing.map(([symbol, by]) => `${symbol.name}: ${by}`)).toEqual([]);
  });

  it('exports nothing internal, and no functions', () => {
    // cdk8s generates a function for each type of the namespace `olm`.
    const own = [...exported].filter(([name]) => !name.startsWith('olm.'));
    const isFunction = (symbol: ts.Symbol): boolean => (symbol.flags & ts.SymbolFlags.Function) !== 0;
    expect(own.filter(([, symbol]) => declarations.isInternal(symbol) || isFunction(symbol)).map(([name]) => name)).toEqual([]);
  });
});
