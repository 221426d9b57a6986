/** Name of the package to which the components, and the resources of the plugin, belong. */
export const PACKAGE = 'olm-constructs';

/** Returns the type of a component or resource in Pulumi, such as `olm-constructs:index:OlmInstallation`. */
export function pulumiType(kind: string): string {
  return `${PACKAGE}:index:${kind}`;
}
