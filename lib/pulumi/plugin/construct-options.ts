import type * as pulumi from '@pulumi/pulumi';

/** Keys of timeouts in the SDK's options of a component, which it takes from a message as they are in it. */
const TIMEOUT_KEYS: { readonly [key: string]: keyof pulumi.CustomTimeouts } = { create: 'create', update: 'update', delete: 'delete', pb_delete: 'delete' };

/**
 * Returns the options of a component as a program in TypeScript would pass them. Pulumi's engine sends each option, with an empty string for a
 * timeout that the program does not set, and the SDK passes them on like that.
 */
export function optionsOfProgram({ customTimeouts, ...others }: pulumi.ComponentResourceOptions): pulumi.ComponentResourceOptions {
  const timeouts = Object.entries(customTimeouts ?? {}).flatMap(([key, value]) => (
    TIMEOUT_KEYS[key] !== undefined && value !== undefined && value !== '' ? [[TIMEOUT_KEYS[key], value as string] as const] : []
  ));
  return timeouts.length === 0 ? others : { ...others, customTimeouts: Object.fromEntries(timeouts) };
}
