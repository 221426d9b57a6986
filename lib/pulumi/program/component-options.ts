import type * as pulumi from '@pulumi/pulumi';
import { defined } from '../../formats/json/defined';
import { printableMessage } from '../../text/printable';
import { checkName } from '../resources/check-args';

const WITH_TRANSFORM = 'set it on the resources with a transform, which sees each of them by type and name: '
  + '`transforms: [({ type, props, opts }) => type.endsWith(\':Subscription\') ? { props, opts: pulumi.mergeOptions(opts, { OPTION: VALUE }) } : undefined]`';
const ON_PROVIDER = 'set it on a Provider of @pulumi/kubernetes, and pass that as `provider`';
const ADOPT = 'to take over objects that exist, set arguments such as `adopt`, `existingNamespace` or `existing`';

/** Options that a component does not have, each with its remedy. Pulumi ignores them, so nothing would show that they do nothing. */
const WITHOUT_EFFECT: { readonly [option: string]: string } = {
  additionalSecretOutputs: WITH_TRANSFORM,
  deleteBeforeReplace: WITH_TRANSFORM,
  envVarMappings: ON_PROVIDER,
  hideDiffs: WITH_TRANSFORM,
  id: ADOPT,
  ignoreChanges: WITH_TRANSFORM,
  import: ADOPT,
  pluginDownloadURL: ON_PROVIDER,
  replaceOnChanges: WITH_TRANSFORM,
  replaceWith: WITH_TRANSFORM,
  replacementTrigger: WITH_TRANSFORM,
  urn: ADOPT,
  version: ON_PROVIDER,
};

/**
 * Checks the name of a component, that Pulumi runs its program, and that its options have an effect.
 *
 * @param kind class of the component, such as `OperatorRegistry`
 * @throws Error with the remedy
 */
export function checkComponent(kind: string, name: string, options: pulumi.ComponentResourceOptions): void {
  const isSet = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);
  const [option, remedy] = Object.entries(WITHOUT_EFFECT).find(([key]) => isSet((options as { readonly [option: string]: unknown })[key])) ?? [];
  if (option !== undefined && remedy !== undefined) {
    throw new Error(printableMessage(`options of ${kind} '${name}': ${option} has no effect on a component, because Pulumi does not apply it to the component's resources; `
      + remedy.replace('OPTION', option)));
  }
  checkName(kind, name);
}

/** Returns the options of a component that its resources get from it. All others they inherit from it as their parent, or do not have. */
export function passedOptions({ retainOnDelete, deletedWith, customTimeouts }: pulumi.ComponentResourceOptions): pulumi.CustomResourceOptions {
  return defined({ retainOnDelete, deletedWith, customTimeouts });
}
