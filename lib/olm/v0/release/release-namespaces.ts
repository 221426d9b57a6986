import { GLOBAL_OPERATOR_GROUP } from '../objects/operator-groups';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import type { ReleaseRoles } from './release-roles';

/** Namespaces of an installation of OLM. */
export interface ReleaseNamespaces {
  readonly namespace: string;
  readonly operatorNamespace: string;
  readonly catalogNamespace: string;
}

/**
 * Returns the namespaces of a release, read from its objects.
 *
 * @param version version of the release, for errors
 * @throws if the objects do not determine a namespace
 */
export function releaseNamespaces(version: string, { packageserver, operatorGroups, catalogOperator }: ReleaseRoles): ReleaseNamespaces {
  const global = operatorGroups.find(({ metadata }) => metadata.name === GLOBAL_OPERATOR_GROUP);
  const found = (value: string | undefined, setting: string, source: string): string => {
    if (value === undefined) {
      throw new Error(`cannot determine the ${setting} of OLM ${version}: it has no ${source}; create an ApiObject for each of the release's \`objects\` instead`);
    }
    return value;
  };
  return {
    namespace: found(packageserver.metadata.namespace, 'namespace', 'namespace on ClusterServiceVersion packageserver'),
    operatorNamespace: found(global?.metadata.namespace, 'operatorNamespace', `OperatorGroup ${GLOBAL_OPERATOR_GROUP} with a namespace`),
    catalogNamespace: found(globalCatalogs(catalogOperator), 'catalogNamespace', 'argument --namespace on Deployment catalog-operator'),
  };
}

function globalCatalogs({ spec }: KubernetesManifest): string | undefined {
  const { template } = spec as { template?: { spec?: { containers?: readonly { args?: readonly string[] }[] } } };
  return lastNamespaceArgument(template?.spec?.containers?.[0]?.args ?? []);
}

/** Returns the last `--namespace` argument: the program uses the last value of a repeated flag. */
export function lastNamespaceArgument(args: readonly string[]): string | undefined {
  return args.flatMap((arg, index) => {
    const [, form] = /^--?namespace(=.*)?$/s.exec(arg) ?? [];
    const next = args[index + 1];
    if (form !== undefined) {
      return [form.slice(1)];
    }
    return /^--?namespace$/.test(arg) && next !== undefined ? [next] : [];
  }).at(-1);
}
