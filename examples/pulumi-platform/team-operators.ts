import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { Approval, OperatorGroupRef, OperatorRegistry, OperatorSubscription } from 'olm-constructs/pulumi';

/** What a team gets. */
export interface TeamOperatorsArgs {
  /** The registry with the operators that the platform team has looked at. */
  readonly registry: OperatorRegistry;

  /** The packages that the team has asked for. */
  readonly packages: readonly string[];

  /** Who pays for it: it stands on every Subscription. */
  readonly costCenter: pulumi.Input<string>;
}

/** The operators of one team in a namespace of its own, as the platform team wants them: approved by hand, and with the cost center on them. */
export class TeamOperators extends pulumi.ComponentResource {
  /** The namespace of the team. */
  public readonly namespace: pulumi.Output<string>;

  public constructor(team: string, args: TeamOperatorsArgs, options: pulumi.ComponentResourceOptions = {}) {
    super('platform:index:TeamOperators', team, {}, options);
    const parent = { parent: this };
    const namespace = new kubernetes.core.v1.Namespace(`${team}-namespace`, {
      metadata: { name: `team-${team}`, labels: { 'example.com/cost-center': args.costCenter } },
    }, parent);
    this.namespace = namespace.metadata.name;

    // A namespace has one OperatorGroup, however many operators are in it.
    const group = new kubernetes.apiextensions.CustomResource(`${team}-group`, {
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OperatorGroup',
      metadata: { name: 'team', namespace: this.namespace },
      spec: { targetNamespaces: [this.namespace] },
    }, { ...parent, dependsOn: args.registry });

    for (const name of args.packages) {
      new OperatorSubscription(`${team}-${name}`, {
        registry: args.registry,
        package: name,
        namespace: this.namespace,
        createNamespace: false,
        operatorGroup: OperatorGroupRef.named('team'),
        approval: Approval.MANUAL,
        // Nobody knows when somebody approves.
        wait: false,
        annotations: { 'example.com/cost-center': args.costCenter },
      }, { ...parent, dependsOn: group });
    }
    this.registerOutputs({ namespace: this.namespace });
  }
}
