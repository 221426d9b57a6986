import * as pulumi from '@pulumi/pulumi';

/** What the option `dependsOn` of a resource may be. */
export type DependsOn = pulumi.Input<pulumi.Input<pulumi.Resource>[]> | pulumi.Input<pulumi.Resource> | undefined;

/**
 * Adds resources to the ones that a user's `dependsOn` names.
 *
 * The result is a list and not an Output: the SDK searches the value of an Output for unknown values, and from a resource it reaches the
 * whole program.
 */
export function dependsOnAlso(dependsOn: DependsOn, more: readonly pulumi.Resource[]): pulumi.Input<pulumi.Resource>[] {
  if (dependsOn === undefined) {
    return [...more];
  }
  // The SDK takes promises and Outputs of lists inside a list too; only the type of the option does not say so.
  return [...(Array.isArray(dependsOn) ? dependsOn : [dependsOn as pulumi.Input<pulumi.Resource>]), ...more];
}
