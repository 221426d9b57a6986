import { label1035Errors, labelErrors, labelValueErrors, qualifiedNameErrors, subdomainErrors } from '../../../../lib/formats/schema/checks/kubernetes-names';

type Check = (name: string) => string[];

const counts = (check: Check, names: readonly string[]): (readonly [string, number])[] => (
  names.map((name) => [name.slice(0, 20), check(name).length])
);

describe('names in Kubernetes', () => {
  it.each<[string, Check, string[], string[]]>([
    [
      'subdomain',
      subdomainErrors,
      ['a', 'a-b.c', '1.2', 'a'.repeat(253)],
      ['', 'A', 'a_b', 'a..b', '.a', 'a.', '-a', 'a-', 'a.-b', 'é', 'a\n', 'a'.repeat(254)],
    ],
    ['label', labelErrors, ['a', '1', 'a-b', 'a'.repeat(63)], ['', 'a.b', 'A', '-a', 'a-', 'a'.repeat(64)]],
    ['label that starts with a letter', label1035Errors, ['a', 'v1', 'a-1'], ['', '1a', 'Bad_V', 'v1.', 'a'.repeat(64)]],
    [
      'qualified name',
      qualifiedNameErrors,
      ['a', 'A_b.c', 'example.test/A', '1'],
      ['', '/a', 'a/', 'a/b/c', 'A.test/x', 'a b', '-a', `${'a'.repeat(64)}`, `x/${'a'.repeat(64)}`],
    ],
    ['label value', labelValueErrors, ['', 'a', 'A_b.c', 'a'.repeat(63)], ['-a', 'a/b', 'a b', 'a'.repeat(64)]],
  ])('%s: valid and invalid names', (_what, check, valid, invalid) => {
    expect(counts(check, valid).filter(([, errors]) => errors > 0)).toEqual([]);
    expect(counts(check, invalid).filter(([, errors]) => errors === 0)).toEqual([]);
  });

  it('have every error reported', () => {
    expect(subdomainErrors('A'.repeat(254))).toHaveLength(2);
    expect(qualifiedNameErrors('A/')).toHaveLength(3);
  });

  it.each([[subdomainErrors], [label1035Errors], [qualifiedNameErrors], [labelValueErrors]])('of any length are checked: %p', (check) => {
    expect(check(`${'a-'.repeat(1_000_000)}!`)).not.toEqual([]);
  });
});
