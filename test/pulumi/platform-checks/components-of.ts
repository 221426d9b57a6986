import * as pulumi from '@pulumi/pulumi';
import { ApiObject, type Chart } from 'cdk8s';
import * as constructs from '../../../lib';
import {
  BundleDeployment, ClusterExtension, DefaultCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription,
} from '../../../lib/pulumi';
import { kubernetesClass, type ObjectArgs } from '../../../lib/pulumi/program/create-object-resource';

/** Creates the components and resources of a program for what is in a chart, with the IDs as names. Returns their paths by those in the chart. */
export function componentsOf(chart: Chart): Map<string, string> {
  const registries = new Map<unknown, OperatorRegistry>();
  return new Map(chart.node.children.map((construct) => {
    const { id, path } = construct.node;
    if (ApiObject.isApiObject(construct)) {
      const Kind = kubernetesClass(construct.apiVersion, construct.kind, 'object');
      new Kind(id, { spec: {}, ...construct.toJson() as ObjectArgs }, {});
      return [path, `${construct.kind}/${id}`] as const;
    }
    if (constructs.OlmInstallation.isOlmInstallation(construct)) {
      new OlmInstallation(id, { defaultCatalog: DefaultCatalog.none(), wait: false });
      return [path, `OlmInstallation/${id}`] as const;
    }
    if (constructs.OperatorRegistry.isOperatorRegistry(construct)) {
      const { catalog, catalogName: name, catalogNamespace: namespace } = construct;
      registries.set(construct, new OperatorRegistry(id, { catalog, name, namespace, wait: false }));
      return [path, `OperatorRegistry/${id}`] as const;
    }
    if (constructs.ClusterExtension.isClusterExtension(construct)) {
      const { packageName, namespace, name } = construct;
      new ClusterExtension(id, { packageName, namespace, name, wait: false });
      return [path, `ClusterExtension/${id}`] as const;
    }
    if (constructs.BundleDeployment.isBundleDeployment(construct)) {
      const { bundle, namespace } = construct;
      new BundleDeployment(id, { bundle, namespace, wait: false });
      return [path, `BundleDeployment/${id}`] as const;
    }
    if (constructs.OperatorSubscription.isOperatorSubscription(construct)) {
      const props = construct._subscriptionProps;
      new OperatorSubscription(id, { ...props, catalog: registries.get(props.catalog) ?? props.catalog, wait: false });
      return [path, `OperatorSubscription/${id}`] as const;
    }
    throw new Error(`no component for '${path}'`);
  }));
}

/** Messages of a program, as level, name of the resource, and text. */
export function recordLog(): string[] {
  const lines: string[] = [];
  const record = (level: string) => (message: string, resource?: pulumi.Resource): Promise<void> => {
    lines.push(`${level} ${(resource as { readonly __name?: string } | undefined)?.__name ?? ''}: ${message}`);
    return Promise.resolve();
  };
  jest.spyOn(pulumi.log, 'info').mockImplementation(record('info'));
  jest.spyOn(pulumi.log, 'warn').mockImplementation(record('warn'));
  return lines;
}
