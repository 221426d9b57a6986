import * as pulumi from '@pulumi/pulumi';

/** Type of the resource option `dependsOn`. */
export type DependsOn = pulumi.Input<pulumi.Input<pulumi.Resource>[]> | pulumi.Input<pulumi.Resource> | undefined;

/**
 * Adds resources to those in a user's `dependsOn`.
 *
 * The result is a list and not an Output, because the SDK searches the value of an Output for unknown values, and so would traverse the whole program
 * from a resource.
 */
export function dependsOnAlso(dependsOn: DependsOn, more: readonly pulumi.Resource[]): pulumi.Input<pulumi.Resource>[] {
  if (dependsOn === undefined) {
    return [...more];
  }
  // The SDK also accepts promises and Outputs of lists inside a list, although the type of the option does not.
  return [...(Array.isArray(dependsOn) ? dependsOn : [dependsOn as pulumi.Input<pulumi.Resource>]), ...more];
}
