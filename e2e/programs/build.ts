import { controlPlaneBinaries } from './binaries';
import { builtProgram } from './go-build';
import { IMAGE_REGISTRY } from './program';

/** Makes the programs that the tests run ready ahead of them, and prints where they are. */
async function main(): Promise<void> {
  for (const file of [await builtProgram(IMAGE_REGISTRY), ...Object.values(await controlPlaneBinaries())]) {
    console.log(file);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
