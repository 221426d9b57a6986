import * as pulumi from '@pulumi/pulumi';
import type { IConstruct } from 'constructs';
import { takeWarnings } from '../../constructs/model/warnings';

/**
 * Reports the warnings of a construct, and of all constructs in it, as warnings of a resource, in previews and updates. They are not printed on
 * stderr then.
 */
export function reportWarnings(construct: IConstruct, resource: pulumi.Resource): void {
  takeWarnings(construct.node.findAll()).forEach((warning) => void pulumi.log.warn(warning, resource));
}
