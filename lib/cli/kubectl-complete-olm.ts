#!/usr/bin/env node
import { runCompletion } from './program';

/**
 * The completion of the plugin of kubectl, which kubectl finds by its name `kubectl_complete-olm`.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubectl/kubectl-plugins/
 */
void runCompletion();
