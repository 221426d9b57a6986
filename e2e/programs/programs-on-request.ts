import { foundProgram } from './found-program';
import { builtProgram, findBuiltProgram } from './go-build';
import { Program } from './program';

/** Variable that requests programs whose build takes many minutes. */
const REQUEST = 'OLM_E2E_GITOPS';

/** Paths of programs by their keys. */
export type ProgramPaths<Key extends string> = { readonly [key in Key]: string };

/**
 * Returns a function for the paths of programs that take many minutes to build, and of others that are installed. It builds what is missing, which
 * happens only if OLM_E2E_GITOPS is 1.
 *
 * If the variable is not set and a program was not built before, or one is not installed, it adds a test to the report of a suite that names what is
 * missing, and returns undefined.
 *
 * @param built programs that are built with Go
 * @param installed names of programs in the folder OLM_BIN or on PATH
 */
export function programsOnRequest<Built extends string, Installed extends string>(
  built: { readonly [key in Built]: Program }, installed: { readonly [key in Installed]: string },
): (() => Promise<ProgramPaths<Built | Installed>>) | undefined {
  const programs = Object.entries<Program>(built);
  const found = Object.entries<string>(installed).map(([key, name]) => ({ key, name, path: foundProgram(name) }));
  const unbuilt = process.env[REQUEST] === '1' ? [] : programs.filter(([, program]) => findBuiltProgram(program) === undefined).map(([, { name }]) => name);
  const missing = [
    ...(unbuilt.length === 0 ? [] : [`${unbuilt.join(', ')} was not built before, and ${REQUEST} is not 1`]),
    ...found.filter(({ path }) => path === undefined).map(({ name }) => `there is no ${name} in the folder OLM_BIN or on PATH`),
  ];
  if (missing.length > 0) {
    it(`cannot run: ${missing.join('; ')}`, () => expect(missing).not.toEqual([]));
    return undefined;
  }
  return async () => {
    const paths = new Map(found.map(({ key, path }) => [key, path!]));
    for (const [key, program] of programs) {
      paths.set(key, await builtProgram(program));
    }
    return Object.fromEntries(paths) as ProgramPaths<Built | Installed>;
  };
}
