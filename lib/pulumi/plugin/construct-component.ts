import * as pulumi from '@pulumi/pulumi';
import type { ConstructResult } from '@pulumi/pulumi/provider';
import type { JsonMap } from '../../formats/json/json-value';
import { printableMessage } from '../../text/printable';
import { BundleDeployment } from '../components/bundle-deployment';
import { ClusterCatalog } from '../components/cluster-catalog';
import { ClusterExtension } from '../components/cluster-extension';
import { ImageCatalog } from '../components/image-catalog';
import { OlmInstallation } from '../components/olm-installation';
import { OperatorRegistry } from '../components/operator-registry';
import { OperatorSubscription } from '../components/operator-subscription';
import { PlainBundleDeployment } from '../components/plain-bundle-deployment';
import { asProgram, ClusterApp } from '../program/cluster-app';
import { PACKAGE, pulumiType } from '../program/pulumi-types';
import { checksOfStack } from './check-settings';
import { componentArgs } from './component-args';
import { componentOutputs } from './plugin-types';
import type { ProgramComponents } from './program-components';

type ComponentClass = new (name: string, args: never, options: pulumi.ComponentResourceOptions) => pulumi.ComponentResource;

/** The components of the plugin, by the last part of their types. */
export const PLUGIN_COMPONENTS: { readonly [kind: string]: ComponentClass } = {
  BundleDeployment, ClusterCatalog, ClusterExtension, ImageCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription, PlainBundleDeployment,
};

/** Keys of timeouts in the SDK's options of a component, which it takes from a message as they are in it. */
const TIMEOUT_KEYS: { readonly [key: string]: keyof pulumi.CustomTimeouts } = { create: 'create', update: 'update', delete: 'delete', pb_delete: 'delete' };

/**
 * Creates the resources of a component for a program in any language. The component is a program of its own, because Pulumi decides on the order of
 * all, and is checked together with the others.
 *
 * @param components all components of the program
 * @throws Error if the plugin has no such component, its arguments are wrong, or it does not fit the other components
 */
export async function constructComponent(
  name: string, type: string, inputs: JsonMap, options: pulumi.ComponentResourceOptions, components: ProgramComponents,
): Promise<ConstructResult> {
  const kind = type.split(':').at(-1) ?? '';
  const component = Object.hasOwn(PLUGIN_COMPONENTS, kind) ? PLUGIN_COMPONENTS[kind] : undefined;
  if (component === undefined || !type.startsWith(`${PACKAGE}:`)) {
    throw new Error(printableMessage(`the plugin ${PACKAGE} has no component of type ${type}; its components are ${
      Object.keys(PLUGIN_COMPONENTS).map(pulumiType).join(', ')}; a newer release of the plugin may have it`));
  }
  const args = await componentArgs(kind, name, inputs);
  const checks = await checksOfStack(new pulumi.Config(PACKAGE));
  return asProgram(async () => {
    const created = new component(name, args as never, optionsOfProgram(options));
    await components.add(created, ClusterApp.all(), checks);
    const outputs = created as unknown as { readonly [output: string]: pulumi.Input<unknown> };
    return { urn: created.urn, state: Object.fromEntries(componentOutputs(kind).map((output) => [output, outputs[output]])) };
  });
}

/**
 * Returns the options of a component as a program in TypeScript would pass them. Pulumi's engine sends each option, with an empty string for a
 * timeout that the program does not set, and the SDK passes them on like that.
 */
function optionsOfProgram({ customTimeouts, ...others }: pulumi.ComponentResourceOptions): pulumi.ComponentResourceOptions {
  const timeouts = Object.entries(customTimeouts ?? {}).flatMap(([key, value]) => (
    TIMEOUT_KEYS[key] !== undefined && value !== undefined && value !== '' ? [[TIMEOUT_KEYS[key], value as string] as const] : []
  ));
  return timeouts.length === 0 ? others : { ...others, customTimeouts: Object.fromEntries(timeouts) };
}
