import * as pulumi from '@pulumi/pulumi';
import { InstallPlanApprovers as Approvers, type InstallPlanApproversProps } from '../../constructs/rights/install-plan-approvers';
import { checkArgs } from '../resources/check-args';
import { ConstructComponent, type InputProps } from './construct-component';

/** Arguments of approvers: the props of the construct, which may be outputs of other resources. */
export type InstallPlanApproversArgs = InputProps<InstallPlanApproversProps, 'subjects' | 'namespaces' | 'operators'>;

/** Rights of people and accounts to approve InstallPlans, and nothing more. */
export class InstallPlanApprovers extends ConstructComponent<Approvers> {
  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args who may approve, and what
   * @param options options of the component, which also apply to its resources
   * @throws ConstructError if an argument is missing or invalid; Error if a key is unknown
   */
  public constructor(name: string, args: InstallPlanApproversArgs, options: pulumi.ComponentResourceOptions = {}) {
    checkArgs(`args of InstallPlanApprovers '${name}'`, 'InstallPlanApproversArgs', args, new.target !== InstallPlanApprovers);
    super({
      kind: 'InstallPlanApprovers', props: 'InstallPlanApproversProps', args: 'InstallPlanApproversArgs',
      create: (scope, id, props) => new Approvers(scope, id, props as InstallPlanApproversProps),
    }, name, args, options);
    this._createResources();
    this.registerOutputs({});
  }
}
