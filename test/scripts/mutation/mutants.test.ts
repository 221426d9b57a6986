import { applyMutant, mutantsOf } from '../../../scripts/mutation/mutants';

function mutations(source: string): string[] {
  return mutantsOf(source).map((mutant) => applyMutant(source, mutant));
}

test.each<[string, string, string[]]>([
  ['an equality', 'f(a === b);', [';', 'f(a !== b);']],
  ['a comparison', 'const c = a < b;', ['const c = a <= b;']],
  ['a default', 'const c = a ?? 1;', ['const c = a && 1;', 'const c = a ?? 2;']],
  ['a boolean', 'const c = { on: true };', ['const c = { on: false };']],
  ['a negation', 'const c = !a;', ['const c = a;']],
  ['a condition', 'const c = a ? b : d;', ['const c = !(a) ? b : d;']],
  ['an if', 'if (a) { b = d; }', ['if (!(a)) { b = d; }']],
  ['a call', 'a.b();', [';']],
  ['a list', 'const c = [a, b];', ['const c = [b];']],
  ['a string', "const c = 'a';", ["const c = '';"]],
  ['an empty string', "const c = '';", ["const c = 'mutated';"]],
])('changes %s', (_, source, changed) => {
  expect(mutations(source)).toEqual(changed);
});

test.each<[string, string]>([
  ['imports', "import { a } from 'b';"],
  ['types', "interface A { readonly b: 'c' | 1; }\ntype D = true;"],
  ['property names', "const a = { 'b-c': d };"],
  ['sets of keys', 'const KEYS = { a: true, b: true, ...OTHERS };'],
  ['enum members', "enum A { B = 'b' }"],
  ['calls of super', 'class A extends B { constructor() { super(); } }'],
])('leaves %s alone', (_, source) => {
  expect(mutations(source)).toEqual([]);
});

test('joins of strings are changed by their literals only', () => {
  expect(mutations("const a = b + 'c';")).toEqual(["const a = b + '';"]);
});
