import { buildControlPlane, buildOlmPrograms } from './build-programs';

/** Builds the programs of the tests, except for Argo CD and Flux, and prints their paths. Without OLM's, the tests that need them are skipped. */
async function main(): Promise<void> {
  console.log((await buildControlPlane()).join('\n'));
  await buildOlmPrograms().then(paths => {
    console.log(paths.join('\n'));
  }, (error: unknown) => {
    console.error(`OLM's programs cannot be built, so that the tests that need them are skipped: ${String(error)}`);
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
