import { controlPlaneBinaries } from './binaries';
import { isFullRun } from './full-run';
import { builtProgram } from './go-build';
import { CRANE, IMAGE_REGISTRY, OLM_PROGRAMS } from './program';

/** Builds the programs that the tests run, and prints their paths. */
async function main(): Promise<void> {
  for (const file of [await builtProgram(IMAGE_REGISTRY), await builtProgram(CRANE), ...Object.values(await controlPlaneBinaries())]) {
    console.log(file);
  }
  for (const program of isFullRun() ? OLM_PROGRAMS : []) {
    console.log(await builtProgram(program));
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
