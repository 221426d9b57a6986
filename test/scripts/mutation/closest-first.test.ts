interface Test {
  readonly path: string;
}

const ClosestFirst = jest.requireActual<new (options: object) => { sort(tests: Test[]): Test[] }>('../../../scripts/mutation/closest-first.cjs');

/** Returns the paths of tests of some sizes in the order in which they run for a changed file. */
function order(changed: string, sizes: { readonly [path: string]: number }): string[] {
  const context = { config: { cache: false }, hasteFS: { getSize: (path: string) => sizes[path] } };
  const sequencer = new ClosestFirst({ contexts: [], globalConfig: { nonFlagArgs: [changed] } });
  return sequencer.sort(Object.keys(sizes).map((path) => ({ path, context }))).map(({ path }) => path);
}

test('the tests whose paths have the most words in common with the changed file run first, the smallest of them before the others', () => {
  const sizes = {
    '/test/pulumi/components.test.ts': 20, '/test/pulumi/ownership.test.ts': 30, '/test/pulumi/adopt.test.ts': 10, '/test/pulumi/components/ownership.test.ts': 40,
  };
  expect(order('lib/pulumi/components/ownership.ts', sizes)).toEqual([
    '/test/pulumi/components/ownership.test.ts', '/test/pulumi/components.test.ts', '/test/pulumi/ownership.test.ts', '/test/pulumi/adopt.test.ts',
  ]);
});
