#!/usr/bin/env node
import { COMMANDS } from './commands';
import { pluginCompletions } from './offline/completion';

/**
 * The completion of the plugin of kubectl, which kubectl finds by its name `kubectl_complete-olm`.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubectl/kubectl-plugins/
 */
process.stdout.write(pluginCompletions(process.argv.slice(2), COMMANDS));
