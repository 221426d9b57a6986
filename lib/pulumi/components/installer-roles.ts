import * as pulumi from '@pulumi/pulumi';
import { type InstallerRolesProps, InstallerRoles as Roles } from '../../constructs/rights/installer-roles';
import { checkArgs } from '../resources/check-args';
import { ConstructComponent, type InputProps } from './construct-component';

/** Arguments of the roles of an installer: the props of the construct, which may be outputs of other resources. */
export type InstallerRolesArgs = InputProps<InstallerRolesProps, 'permissions' | 'subjects'>;

/** Roles with which a subject can install exactly the bundles that they are created for. */
export class InstallerRoles extends ConstructComponent<Roles> {
  /** Namespace of the operator. */
  public readonly namespace: pulumi.Output<string>;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args the rights, and who receives them
   * @param options options of the component, which also apply to its resources
   * @throws ConstructError if an argument is missing or invalid; Error if a key is unknown
   */
  public constructor(name: string, args: InstallerRolesArgs, options: pulumi.ComponentResourceOptions = {}) {
    checkArgs(`args of InstallerRoles '${name}'`, 'InstallerRolesArgs', args, new.target !== InstallerRoles);
    super({
      kind: 'InstallerRoles', props: 'InstallerRolesProps', args: 'InstallerRolesArgs',
      create: (scope, id, props) => new Roles(scope, id, props as InstallerRolesProps),
    }, name, args, options);
    this._createResources();
    this.namespace = this._output(this._construct.namespace);
    this.registerOutputs({ namespace: this.namespace });
  }
}
