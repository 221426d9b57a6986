import * as pulumi from '@pulumi/pulumi';
import type { IConstruct } from 'constructs';
import { takeWarnings } from '../../constructs/model/warnings';

/**
 * Reports the warnings of a construct, and of all constructs in it, as warnings of a resource, in previews and updates. They are then not printed on
 * stderr.
 */
export function reportWarnings(construct: IConstruct, resource: pulumi.Resource): void {
  takeWarnings(construct.node.findAll()).forEach((warning) => void pulumi.log.warn(warning, resource));
}
