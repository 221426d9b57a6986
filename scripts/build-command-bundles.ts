import { bundleCommand } from './package/command-bundle';

/** Commands that are run again and again, so that their start counts. The package has no room for a bundle of each command. */
const BUNDLED = ['inspect/status'];

/** Replaces the compiled modules of commands by bundles. */
async function main(): Promise<void> {
  for (const module of BUNDLED) {
    await bundleCommand(module);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
