import { main } from '@pulumi/pulumi/provider';
import { runWaitersInPlugin } from '../resources/waiter-types';
import { constructComponent } from './construct-component';
import { ProgramComponents } from './program-components';

/** The process of the plugin that creates the resources of components, with the server of Pulumi's SDK. */
runWaitersInPlugin();
// The plugin holds the other end: without it, nothing needs this process.
process.stdin.on('end', () => process.exit()).resume();

const components = new ProgramComponents();

void main({
  construct: (name, type, inputs, options) => constructComponent(name, type, inputs, options, components),
}, process.argv.slice(2));
