import { bundleCommand } from './package/command-bundle';

/** Commands that are run frequently, so that their startup time matters. Bundles of all commands would make the package too large. */
const BUNDLED = ['inspect/status'];

/** Replaces the compiled modules of commands with bundles. */
async function main(): Promise<void> {
  for (const module of BUNDLED) {
    await bundleCommand(module);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
