import * as pulumi from '@pulumi/pulumi';

/** What the option `dependsOn` of a resource may be. */
export type DependsOn = pulumi.Input<pulumi.Input<pulumi.Resource>[]> | pulumi.Input<pulumi.Resource> | undefined;

/** What a user says to come before a resource, and more. */
export function dependsOnAlso(dependsOn: DependsOn, more: readonly pulumi.Resource[]): pulumi.Output<pulumi.Resource[]> {
  return pulumi.output(dependsOn ?? []).apply((others) => [...[others].flat(), ...more]);
}
