import { GLOBAL_OPERATOR_GROUP } from './operator-groups';
import type { KubernetesManifest } from './kubernetes-manifest';
import type { ReleaseRoles } from './release-roles';

/** Where a release runs. */
export interface ReleaseNamespaces {
  readonly namespace: string;
  readonly operatorNamespace: string;
  readonly catalogNamespace: string;
}

/**
 * The namespaces of a release, as its objects tell them.
 *
 * @param version the number of the release, for errors
 * @param roles its objects
 * @throws when they do not tell one
 */
export function releaseNamespaces(version: string, { packageserver, operatorGroups, catalogOperator }: ReleaseRoles): ReleaseNamespaces {
  const global = operatorGroups.find(({ metadata }) => metadata.name === GLOBAL_OPERATOR_GROUP);
  const told = (value: string | undefined, setting: string, where: string): string => {
    if (value === undefined) {
      throw new Error(`OLM ${version} does not tell its ${setting}: there is no ${where}; make an ApiObject of each of the \`objects\` of the release instead`);
    }
    return value;
  };
  return {
    namespace: told(packageserver.metadata.namespace, 'namespace', 'namespace on ClusterServiceVersion packageserver'),
    operatorNamespace: told(global?.metadata.namespace, 'operatorNamespace', `OperatorGroup ${GLOBAL_OPERATOR_GROUP} with a namespace`),
    catalogNamespace: told(globalCatalogs(catalogOperator), 'catalogNamespace', 'argument --namespace on Deployment catalog-operator'),
  };
}

/** Given twice, the program takes the last one. */
function globalCatalogs({ spec }: KubernetesManifest): string | undefined {
  const { template } = spec as { template?: { spec?: { containers?: readonly { args?: readonly string[] }[] } } };
  const args = template?.spec?.containers?.[0]?.args ?? [];
  return args.flatMap((arg, index) => {
    const [, form] = /^--?namespace(=.*)?$/s.exec(arg) ?? [];
    const next = args[index + 1];
    if (form !== undefined) {
      return [form.slice(1)];
    }
    return /^--?namespace$/.test(arg) && next !== undefined ? [next] : [];
  }).at(-1);
}
