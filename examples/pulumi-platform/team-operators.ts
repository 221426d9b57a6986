import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { InstallPlanApproval, OperatorGroupRef, OperatorRegistry, OperatorSubscription } from 'olm-constructs/pulumi';

/** Arguments of TeamOperators. */
export interface TeamOperatorsArgs {
  /** Registry with the operators that the platform team has reviewed. */
  readonly registry: OperatorRegistry;

  /** Packages that the team requested. */
  readonly packages: readonly string[];

  /** Cost center, written as an annotation to every Subscription. */
  readonly costCenter: pulumi.Input<string>;
}

/** The operators of one team in its own namespace, by the rules of the platform team: approved manually, and annotated with the cost center. */
export class TeamOperators extends pulumi.ComponentResource {
  /** Namespace of the team. */
  public readonly namespace: pulumi.Output<string>;

  public constructor(team: string, args: TeamOperatorsArgs, options: pulumi.ComponentResourceOptions = {}) {
    super('platform:index:TeamOperators', team, {}, options);
    const parent = { parent: this };
    const namespace = new kubernetes.core.v1.Namespace(`${team}-namespace`, {
      metadata: { name: `team-${team}`, labels: { 'example.com/cost-center': args.costCenter } },
    }, parent);
    this.namespace = namespace.metadata.name;

    // A namespace has one OperatorGroup for all its operators.
    const group = new kubernetes.apiextensions.CustomResource(`${team}-group`, {
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OperatorGroup',
      metadata: { name: 'team', namespace: this.namespace },
      spec: { targetNamespaces: [this.namespace] },
    }, { ...parent, dependsOn: args.registry });

    for (const name of args.packages) {
      new OperatorSubscription(`${team}-${name}`, {
        catalog: args.registry,
        packageName: name,
        namespace: this.namespace,
        createNamespace: false,
        operatorGroup: OperatorGroupRef.named('team'),
        approval: InstallPlanApproval.MANUAL,
        // A manual approval may take any time.
        wait: false,
        annotations: { 'example.com/cost-center': args.costCenter },
      }, { ...parent, dependsOn: group });
    }
    this.registerOutputs({ namespace: this.namespace });
  }
}
