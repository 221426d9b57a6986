import { fieldAt, mapField, mapListField, stringField, stringsIn } from '../formats/json/json-value';
import type { Bundle } from './bundle';
import { podServiceAccount } from './model/cluster-service-version-fields';
import type { OperatorDeployment } from './model/cluster-service-version-spec';
import type { Manifest } from './model/manifest';
import { podReferences } from './model/pod-references';

/**
 * Returns the objects of a bundle without which the operator cannot be installed or does not start, with the reason as the end of a sentence: the
 * CSV, owned CRDs, and what the Deployments of the CSV run as, mount or name.
 *
 * @internal
 */
export function neededObjects(bundle: Bundle): Map<Manifest, string> {
  const { csv, manifests } = bundle;
  const pods = csv.deployments.map(podOf);
  const accounts = accountsOf(bundle);
  const owned = new Set(csv.ownedCrds.map(({ name }) => name));
  const roles = new Map(manifests.flatMap((binding) => {
    const account = boundAccount(binding, accounts);
    const [kind, name] = ['kind', 'name'].map((key) => stringField(mapField(binding.content, 'roleRef'), key) ?? '');
    return account === undefined ? [] : [[`${kind} ${name}`, account] as const];
  }));
  const converters = new Set(bundle.crds.map(({ content }) => stringField(fieldAt(content, 'spec', 'conversion', 'webhook', 'clientConfig', 'service'), 'name')));
  const reasonOf = (manifest: Manifest): string | undefined => {
    const { kind, name } = manifest;
    switch (kind) {
      case 'ClusterServiceVersion':
        return 'it is the operator itself';
      case 'CustomResourceDefinition':
        return owned.has(name) ? 'the operator owns this API' : undefined;
      case 'ServiceAccount':
        return accounts.get(name);
      case 'RoleBinding':
      case 'ClusterRoleBinding':
        return boundAccount(manifest, accounts);
      case 'Role':
      case 'ClusterRole':
        return roles.get(`${kind} ${name}`);
      case 'Service':
        return converters.has(name) ? 'the API server converts a CRD of the bundle through it' : usedBy(pods, ({ texts }) => texts.some(namesHost(name)), 'names it');
      case 'ConfigMap':
      case 'Secret':
        return usedBy(pods, ({ references }) => references.has(`${kind} ${name}`), 'requires it');
      case 'PriorityClass':
        return usedBy(pods, ({ spec }) => stringField(spec, 'priorityClassName') === name, 'has this priority');
      default:
        return undefined;
    }
  };
  return new Map(manifests.flatMap((manifest) => {
    const reason = reasonOf(manifest);
    return reason === undefined ? [] : [[manifest, reason] as const];
  }));
}

/** Pods of a Deployment of the CSV. */
interface OperatorPod {
  readonly deployment: string;
  readonly spec: unknown;

  /** ConfigMaps and Secrets without which the pods do not start, as kind and name. */
  readonly references: ReadonlySet<string>;

  /** Commands, arguments and variables of the containers. */
  readonly texts: readonly string[];
}

function podOf({ name, spec: deployment }: OperatorDeployment): OperatorPod {
  const spec = fieldAt(deployment, 'template', 'spec');
  const containers = [...mapListField(spec, 'initContainers'), ...mapListField(spec, 'containers')];
  const references = new Set(podReferences(spec).filter(({ isOptional }) => !isOptional).map(({ kind, name: object }) => `${kind} ${object}`));
  return { deployment: name, spec, references, texts: containers.flatMap((container) => stringsIn(['command', 'args', 'env'].map((key) => container[key]))) };
}

/** Returns a test whether a string contains a host name that begins with the name of a Service. */
function namesHost(name: string): (text: string) => boolean {
  const pattern = new RegExp(`(?:^|[\\s/=,@])${name.replace(/[^A-Za-z0-9-]/g, '\\$&')}(?:$|[.:/,\\s])`);
  return (text) => pattern.test(text);
}

function usedBy(pods: readonly OperatorPod[], isUser: (pod: OperatorPod) => boolean, how: string): string | undefined {
  const user = pods.find(isUser);
  return user === undefined ? undefined : `Deployment '${user.deployment}' ${how}`;
}

/** Returns the ServiceAccounts of the operator, with the reason. */
function accountsOf({ csv }: Bundle): Map<string, string> {
  return new Map([
    ...[...csv.permissions, ...csv.clusterPermissions].map(({ serviceAccountName }) => (
      [serviceAccountName, `the CSV gives permissions to ServiceAccount '${serviceAccountName}'`] as const
    )),
    ...csv.deployments.map((deployment) => {
      const account = podServiceAccount(deployment);
      return [account, `Deployment '${deployment.name}' runs as ServiceAccount '${account}'`] as const;
    }),
  ]);
}

/** Returns the reason of the first ServiceAccount of the operator to which a binding gives rights. */
function boundAccount({ content, kind }: Manifest, accounts: ReadonlyMap<string, string>): string | undefined {
  return !kind.endsWith('RoleBinding') && kind !== 'ClusterRoleBinding' ? undefined
    : mapListField(content, 'subjects').filter((subject) => stringField(subject, 'kind') === 'ServiceAccount')
      .map((subject) => accounts.get(stringField(subject, 'name') ?? '')).find((reason) => reason !== undefined);
}
