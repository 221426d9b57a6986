import { controlPlaneBinaries } from './binaries';
import { builtProgram } from './go-build';
import { CRANE, IMAGE_REGISTRY, OLM_PROGRAMS } from './program';

/** Builds what the tests cannot do without, if it was not built before, and returns the paths. */
export async function buildControlPlane(): Promise<readonly string[]> {
  return [...Object.values(await controlPlaneBinaries()), await builtProgram(IMAGE_REGISTRY), await builtProgram(CRANE)];
}

/** Builds the programs of a cluster with OLM, without which the tests that need them are skipped, and returns the paths. */
export async function buildOlmPrograms(): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const program of OLM_PROGRAMS) {
    paths.push(await builtProgram(program));
  }
  return paths;
}
