import { label1035Faults, labelFaults, labelValueFaults, qualifiedNameFaults, subdomainFaults } from '../../../../lib/bundle/validation/kubernetes/names';

type Judge = (name: string) => string[];

const counts = (judge: Judge, names: readonly string[]): (readonly [string, number])[] => (
  names.map((name) => [name.slice(0, 20), judge(name).length])
);

describe('names in Kubernetes', () => {
  it.each<[string, Judge, string[], string[]]>([
    [
      'subdomain',
      subdomainFaults,
      ['a', 'a-b.c', '1.2', 'a'.repeat(253)],
      ['', 'A', 'a_b', 'a..b', '.a', 'a.', '-a', 'a-', 'a.-b', 'é', 'a\n', 'a'.repeat(254)],
    ],
    ['label', labelFaults, ['a', '1', 'a-b', 'a'.repeat(63)], ['', 'a.b', 'A', '-a', 'a-', 'a'.repeat(64)]],
    ['label that begins with a letter', label1035Faults, ['a', 'v1', 'a-1'], ['', '1a', 'Bad_V', 'v1.', 'a'.repeat(64)]],
    [
      'qualified name',
      qualifiedNameFaults,
      ['a', 'A_b.c', 'example.test/A', '1'],
      ['', '/a', 'a/', 'a/b/c', 'A.test/x', 'a b', '-a', `${'a'.repeat(64)}`, `x/${'a'.repeat(64)}`],
    ],
    ['label value', labelValueFaults, ['', 'a', 'A_b.c', 'a'.repeat(63)], ['-a', 'a/b', 'a b', 'a'.repeat(64)]],
  ])('%s: what is right and wrong', (_what, judge, right, wrong) => {
    expect(counts(judge, right).filter(([, faults]) => faults > 0)).toEqual([]);
    expect(counts(judge, wrong).filter(([, faults]) => faults === 0)).toEqual([]);
  });

  it('have every fault told', () => {
    expect(subdomainFaults('A'.repeat(254))).toHaveLength(2);
    expect(qualifiedNameFaults('A/')).toHaveLength(3);
  });

  it.each([[subdomainFaults], [label1035Faults], [qualifiedNameFaults], [labelValueFaults]])('of any length are judged: %p', (judge) => {
    expect(judge(`${'a-'.repeat(1_000_000)}!`)).not.toEqual([]);
  });
});
