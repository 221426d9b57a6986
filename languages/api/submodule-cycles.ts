import { type ApiType, callablesOf, namesIn, type TypeReference } from './assembly';

/**
 * Returns the cycles of submodules whose types refer to each other, each as a line with a pair of types for every step. A submodule is a package in
 * Go, whose compiler rejects import cycles.
 */
export function submoduleCycles(api: readonly ApiType[]): string[] {
  const imports = importsOf(api);
  const cycles = new Map<string, string>();
  const visit = (submodule: string, path: readonly string[]): void => {
    const start = path.indexOf(submodule);
    if (start >= 0) {
      const cycle = path.slice(start);
      const key = [...cycle].sort().join();
      if (!cycles.has(key)) {
        cycles.set(key, cycle.map((from, index) => imports.get(from)!.get(cycle[(index + 1) % cycle.length]!)!).join('; '));
      }
      return;
    }
    for (const imported of imports.get(submodule)?.keys() ?? []) {
      visit(imported, [...path, submodule]);
    }
  };
  for (const submodule of imports.keys()) {
    visit(submodule, []);
  }
  return [...cycles.values()].map((steps) => `submodules import each other, which Go rejects: ${steps}; move one of the types`);
}

/** Returns for each submodule those that it imports, with the types of the first reference. */
function importsOf(api: readonly ApiType[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const types = new Map(api.map((type) => [type.fqn, type]));
  const imports = new Map<string, Map<string, string>>();
  for (const type of api) {
    for (const name of referencesOf(type)) {
      const other = types.get(name);
      const [from, to] = [submoduleOf(type), other === undefined ? undefined : submoduleOf(other)];
      if (to !== undefined && to !== from) {
        const known = imports.get(from) ?? new Map<string, string>();
        imports.set(from, known.set(to, known.get(to) ?? `${type.fqn} refers to ${name}`));
      }
    }
  }
  return imports;
}

/** Returns the submodule of a type, which is empty for the root. */
function submoduleOf({ namespace = '' }: ApiType): string {
  return namespace;
}

function referencesOf(type: ApiType): readonly string[] {
  const { base, interfaces = [], properties = [] } = type;
  const values: readonly { readonly type: TypeReference }[] = [
    ...properties, ...callablesOf(type).flatMap(({ parameters = [], returns }) => [...parameters, ...(returns === undefined ? [] : [returns])]),
  ];
  return [...(base === undefined ? [] : [base]), ...interfaces, ...values.flatMap((value) => namesIn(value.type))];
}
