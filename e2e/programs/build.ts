import { controlPlaneBinaries } from './binaries';

/** Makes the programs of the control plane ready ahead of the tests, and prints where they are. */
async function main(): Promise<void> {
  for (const file of Object.values(await controlPlaneBinaries())) {
    console.log(file);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
