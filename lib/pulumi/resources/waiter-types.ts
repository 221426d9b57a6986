/** What runs the waiters of this process: Pulumi's process for dynamic resources, or the plugin for all languages. */
let runner: 'dynamic' | 'plugin' = 'dynamic';

/** Makes the waiters of this process resources of the plugin, which is running then. Its program calls it before it creates any. */
export function runWaitersInPlugin(): void {
  runner = 'plugin';
}

/** Type token of a waiter, and those that it had in the state of programs that another one ran. */
export interface WaiterType {
  readonly token: string;
  readonly aliases: readonly { readonly type: string }[];

  /** Whether the resource has the code of its provider, and inputs that Pulumi passes to a plugin itself. */
  readonly isDynamic: boolean;
}

/** Names of types that differ from those of dynamic resources, which are in the state of users. */
const RENAMED: { readonly [type: string]: string } = { OperatorPlace: 'OperatorNamespace' };

/** @param type last part of the type token of the dynamic resource */
export function waiterType(type: string): WaiterType {
  const dynamic = `pulumi-nodejs:dynamic/olm-constructs:${type}`;
  const inPlugin = `olm-constructs:index:${RENAMED[type] ?? type}`;
  return runner === 'plugin' ? { token: inPlugin, aliases: [{ type: dynamic }], isDynamic: false } : { token: dynamic, aliases: [], isDynamic: true };
}
