#!/usr/bin/env node
import { COMMANDS } from './commands';
import { pluginCompletions } from './offline/completion';

/**
 * The completion of the plugin of kubectl, which kubectl finds by its name `kubectl_complete-olm`.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubectl/kubectl-plugins/
 */
async function complete(): Promise<void> {
  const context = { env: process.env, signal: new AbortController().signal, debug: () => undefined };
  const completions = await pluginCompletions(process.argv.slice(2), COMMANDS, context);
  // Exit despite open connections, but flush the output first.
  process.stdout.write(completions, () => process.exit());
}

void complete();
