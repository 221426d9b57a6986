import fc from 'fast-check';

import { parseChallenges } from '../../../lib/bundle/registry/token';

function parsed(header: string): [string, { [name: string]: string }][] {
  return parseChallenges(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]);
}

describe('the header WWW-Authenticate', () => {
  it.each<[string, [string, { [name: string]: string }][]]>([
    ['Bearer realm="https://auth.docker.io/token",service="registry.docker.io",scope="repository:a/b:pull,push"',
      [['bearer', { realm: 'https://auth.docker.io/token', service: 'registry.docker.io', scope: 'repository:a/b:pull,push' }]]],
    ['Basic realm=x', [['basic', { realm: 'x' }]]],
    ['BASIC', [['basic', {}]]],
    ['Bearer Realm = "a" , Service = "b"', [['bearer', { realm: 'a', service: 'b' }]]],
    ['Basic realm="a", Bearer realm="b", service="c"', [['basic', { realm: 'a' }], ['bearer', { realm: 'b', service: 'c' }]]],
    ['Negotiate, Basic realm="a"', [['negotiate', {}], ['basic', { realm: 'a' }]]],
    ['Bearer realm="a \\"b\\" \\\\c"', [['bearer', { realm: 'a "b" \\c' }]]],
    ['Bearer realm="never closed', [['bearer', {}]]],
    ['realm="x"', [['realm', {}]]],
    ['', []],
    [',,,', []],
    ['Bearer __proto__="x"', [['bearer', { ['__proto__']: 'x' }]]],
  ])('%j is parsed', (header, challenges) => {
    expect(parsed(header)).toEqual(challenges);
  });

  it('with any content is parsed into challenges or none, and parsing terminates', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('a', 'B', '"', '\\', '=', ',', ' ', '/') }), (header) => {
      expect(Array.isArray(parseChallenges(header))).toBe(true);
    }), { seed: 3, numRuns: 500 });
    expect(parseChallenges(`Bearer ${'a="b\\"'.repeat(100_000)}`)).toHaveLength(1);
  });
});
