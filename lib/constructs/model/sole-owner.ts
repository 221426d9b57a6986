import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { ClusterObjects } from './cluster-objects';

/**
 * Adds the check that no other construct of the cluster creates an object that this construct creates: when both are applied, the second
 * would silently replace the first.
 */
export function checkSoleOwner(construct: Construct, remedy: string): void {
  ClusterObjects.addCheck(construct, objects => (
    objects.twinsOf(construct).map(({ object, twin }) => `'${twin.node.path}' also creates ${identityOf(object)}; ${remedy}`)
  ));
}

function identityOf({ kind, name, metadata: { namespace } }: ApiObject): string {
  return `${kind} '${name}'${namespace === undefined ? '' : ` in namespace '${namespace}'`}`;
}
