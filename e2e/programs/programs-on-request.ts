import { neededProgram } from './found-program';
import { builtProgram, findBuiltProgram } from './go-build';
import { Program } from './program';
import { Needed } from '../../test/needed';

/** Variable that requests programs whose build takes many minutes. */
const REQUEST = 'OLM_E2E_GITOPS';

/** Paths of programs by their keys. */
export type ProgramPaths<Key extends string> = { readonly [key in Key]: string };

/**
 * Returns a function for the paths of programs that take many minutes to build, and of others that are installed. It builds what is missing, which
 * happens only if OLM_E2E_GITOPS is 1: without it, programs that were not built before are missing.
 *
 * @param built programs that are built with Go
 * @param installed names of programs in the folder OLM_BIN or on PATH
 */
export function programsOnRequest<Built extends string, Installed extends string>(
  built: { readonly [key in Built]: Program }, installed: { readonly [key in Installed]: string },
): Needed<() => Promise<ProgramPaths<Built | Installed>>> {
  const programs = Object.entries<Program>(built);
  const found = Object.entries<string>(installed).map(([key, name]) => ({ key, path: neededProgram(name) }));
  const unbuilt = process.env[REQUEST] === '1' ? [] : programs.filter(([, program]) => findBuiltProgram(program) === undefined).map(([, { name }]) => name);
  const missing = [
    ...(unbuilt.length === 0 ? [] : [`${unbuilt.join(', ')} was not built before, and ${REQUEST} is not 1`]),
    ...found.flatMap(({ path }) => path.missing ?? []),
  ];
  return missing.length > 0 ? Needed.missing(missing.join('; ')) : Needed.found(async () => {
    const paths = new Map(found.map(({ key, path }) => [key, path.value]));
    for (const [key, program] of programs) {
      paths.set(key, await builtProgram(program));
    }
    return Object.fromEntries(paths) as ProgramPaths<Built | Installed>;
  });
}
