import * as pulumi from '@pulumi/pulumi';
import type { Chart } from 'cdk8s';
import { checkConstruct } from './construct-checks';
import { LateValues } from './late-values';
import { registerObjects } from './object-resources';

/** A chart of constructs as a component: a resource for each of its objects, in the order that the constructs ask for. */
export class OlmConstructs extends pulumi.ComponentResource {
  /**
   * Makes resources of a chart, whoever made it: a platform's constructs need writing once, for `cdk8s synth` and for `pulumi up`.
   *
   * @param name the name of the component, and the first part of its resources' names
   * @param chart the chart, with everything in it; what is added to it afterwards is not seen
   * @param options of the component; they count for its resources too
   * @throws Error when a check of the chart's constructs fails, or an object depends on one of another chart that has no resource yet
   */
  public static fromChart(name: string, chart: Chart, options: pulumi.ComponentResourceOptions = {}): OlmConstructs {
    return new OlmConstructs(name, chart, options);
  }

  /** The resources of the chart's objects, each after those that it depends on. */
  public readonly resources: pulumi.CustomResource[];

  private constructor(name: string, chart: Chart, options: pulumi.ComponentResourceOptions) {
    super('olm-constructs:index:OlmConstructs', name, {}, options);
    const late = new LateValues();
    checkConstruct(chart, late);
    this.resources = registerObjects(chart, {
      name, whole: chart, parent: this, dependsOn: options.dependsOn, after: [], retainOnDelete: options.retainOnDelete, late,
    }).all;
    this.registerOutputs({});
  }
}
