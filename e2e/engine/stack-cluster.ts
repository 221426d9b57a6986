import { readFileSync } from 'node:fs';
import { Credentials } from '../cluster/credentials';
import { KubernetesClient } from '../cluster/kubernetes-client';
import { KubernetesObject, title } from '../cluster/kubernetes-object';
import { ControlPlane } from '../control-plane/control-plane';
import { readKubeconfig } from '../control-plane/kubeconfig';
import { NamespaceFinalizer } from '../control-plane/namespace-finalizer';
import { Workloads } from '../control-plane/workloads';
import { binary } from '../programs/binaries';
import { KUBECTL } from '../programs/program';

/** Kinds that the programs of the suites create, each with the version to read it by. */
const KINDS: readonly (readonly [string, string])[] = [
  ['v1', 'Namespace'], ['v1', 'ConfigMap'], ['v1', 'Service'], ['v1', 'ServiceAccount'], ['apps/v1', 'Deployment'],
  ['networking.k8s.io/v1', 'NetworkPolicy'], ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding'], ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
  ['operators.coreos.com/v1alpha1', 'CatalogSource'], ['operators.coreos.com/v1alpha1', 'Subscription'],
  ['operators.coreos.com/v1alpha1', 'ClusterServiceVersion'], ['operators.coreos.com/v1', 'OperatorGroup'], ['operators.coreos.com/v1', 'OLMConfig'],
];

/** Nothing collects garbage here, so a foreground deletion must not wait for it. */
const API_SERVER_ARGUMENTS = ['--enable-garbage-collector=false'];

/** A real API server for Pulumi programs, in which namespaces are finalized and Deployments are rolled out. */
export class StackCluster {
  public static async start(): Promise<StackCluster> {
    const controlPlane = await ControlPlane.start({ apiServerArguments: API_SERVER_ARGUMENTS });
    const credentials = readKubeconfig(await binary(KUBECTL), controlPlane.kubeconfig);
    const controllers = [new NamespaceFinalizer(credentials), new Workloads(credentials)];
    return new StackCluster(controlPlane, new KubernetesClient(credentials), controllers, credentials);
  }

  private constructor(
    private readonly controlPlane: ControlPlane,
    public readonly client: KubernetesClient,
    private readonly controllers: readonly { stop(): Promise<void> }[],
    /** Credentials of its administrator. */
    public readonly credentials: Credentials,
  ) {}

  /** Secrets that must not be readable anywhere. */
  public get token(): string {
    return this.credentials.token ?? '';
  }

  /** Its address. */
  public get port(): number {
    return this.controlPlane.port;
  }

  /** Path of its kubeconfig. */
  public get kubeconfig(): string {
    return this.controlPlane.kubeconfig;
  }

  /** Changes the target namespaces of the only OperatorGroup of a namespace, as a user would. */
  public async setTargetNamespaces(namespace: string, targetNamespaces: readonly string[]): Promise<void> {
    const [group] = await this.client.list('operators.coreos.com/v1', 'OperatorGroup', namespace);
    const edited = { ...group!, metadata: { name: group!.metadata.name, namespace }, spec: { targetNamespaces } };
    await this.client.apply({ content: JSON.stringify(edited), object: edited });
  }

  /** Content of its kubeconfig. */
  public get kubeconfigText(): string {
    return readFileSync(this.kubeconfig, 'utf8');
  }

  /** All objects of the kinds that programs create, with their resource versions, which any change changes. */
  public async versions(): Promise<Readonly<Record<string, string>>> {
    const served: KubernetesObject[][] = [];
    for (const [apiVersion, kind] of KINDS) {
      served.push(await this.client.serves(apiVersion, kind) ? await this.client.list(apiVersion, kind) : []);
    }
    // The API server renews its own objects at any time.
    return Object.fromEntries(served.flat().filter(({ metadata }) => metadata.namespace !== 'kube-system')
      .map(object => [title(object), String(object.metadata['resourceVersion'])]));
  }

  public async stop(): Promise<void> {
    await Promise.all(this.controllers.map(controller => controller.stop()));
    this.client.close();
    await this.controlPlane.stop();
  }
}
