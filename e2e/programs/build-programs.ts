import { controlPlaneBinaries } from './binaries';
import { builtProgram } from './go-build';
import { CRANE, IMAGE_REGISTRY, OLM_PROGRAMS } from './program';

/** Builds the programs of the tests that were not built before, except for Argo CD and Flux, and returns their paths. */
export async function buildPrograms(): Promise<readonly string[]> {
  const paths = Object.values(await controlPlaneBinaries());
  for (const program of [IMAGE_REGISTRY, CRANE, ...OLM_PROGRAMS]) {
    paths.push(await builtProgram(program));
  }
  return paths;
}
