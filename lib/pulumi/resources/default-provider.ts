import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { defined } from '../../formats/json/defined';
import { printableMessage } from '../../text/printable';
import type { WaitArgs } from './wait-args';

/** Any Kubernetes type, since all of them have the same provider. */
const KUBERNETES_TYPE = 'kubernetes:core/v1:Namespace';

/** Arguments that select the cluster of a waiter. */
export type ClusterArgs = Pick<WaitArgs, 'kubeconfig' | 'context' | 'deleteUnreachable'>;

/** Returns the Kubernetes provider that a component was given or inherits, or undefined for the default provider. */
export function ownProvider(component: pulumi.Resource): pulumi.ProviderResource | undefined {
  return component.getProvider(KUBERNETES_TYPE);
}

/** Returns the Kubernetes provider that the options of a resource give it, or that it will inherit, or undefined for the default provider. */
export function providerOfOptions({ provider, parent }: pulumi.CustomResourceOptions): pulumi.ProviderResource | undefined {
  return kubernetes.Provider.isInstance(provider) ? provider : parent?.getProvider(KUBERNETES_TYPE);
}

/**
 * Returns options of a waiter without a Kubernetes provider, which selects the cluster of the waiter's objects but does not run the waiter: Pulumi
 * would send the waiter to it.
 */
export function withoutKubernetesProvider({ provider, ...options }: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  return provider === undefined || kubernetes.Provider.isInstance(provider) ? options : { ...options, provider };
}

/** Whether the stack's default Kubernetes provider only writes files, so that there is nothing to wait for. */
export function isRenderingOnly(): boolean {
  return isSet('renderYamlToDirectory');
}

/**
 * Returns arguments of a waiter with those of the cluster that its objects are in: the user's, and for the default Kubernetes provider the settings
 * of the stack. A provider cannot be asked for its kubeconfig, so a waiter would talk to another cluster than the one with the objects.
 *
 * @param who what waits, for the error
 * @param argument name of the argument that has a kubeconfig, or undefined if the resource itself has it
 * @param args the user's arguments
 * @param provider Kubernetes provider of the objects, or undefined for the default provider
 * @throws Error if it is unknown which cluster the waiter should connect to
 * @see https://www.pulumi.com/registry/packages/kubernetes/installation-configuration/
 */
export function inClusterOf<Args extends ClusterArgs>(
  who: string, argument: 'wait' | undefined, args: Args, provider: pulumi.ProviderResource | undefined,
): Args {
  const isChosen = args.kubeconfig !== undefined || args.context !== undefined;
  const unsupported = provider !== undefined ? 'its own Kubernetes provider' : isSet('cluster') ? 'the stack setting kubernetes:cluster' : undefined;
  if (unsupported !== undefined && !isChosen) {
    const line = (key: string, value: string): string => (argument === undefined ? `\`${key}: ${value},\`` : `\`${argument}: { ${key}: ${value} },\``);
    throw new Error(printableMessage(`${who} uses ${unsupported}, which waiters cannot read: add ${line('kubeconfig', 'KUBECONFIG')} to its arguments, with the kubeconfig of `
      + `${provider === undefined ? 'that cluster' : 'that provider'}, or ${line('context', "'NAME'")} for a context of the kubeconfig that kubectl uses`
      + (argument === undefined ? '' : `, or \`${argument}: false,\` to wait for nothing`)));
  }
  // An explicit undefined must not hide the setting of the stack.
  return provider === undefined ? { ...stackSettings(args), ...defined<ClusterArgs>(args) } as Args : args;
}

/** Returns the stack's settings that apply in addition to the user's arguments: the stack's context belongs to the stack's kubeconfig. */
function stackSettings(args: ClusterArgs): ClusterArgs {
  const settings = new pulumi.Config('kubernetes');
  const deleteUnreachable = settings.getBoolean('deleteUnreachable');
  if (args.kubeconfig !== undefined) {
    return defined({ deleteUnreachable });
  }
  if (settings.get('kubeconfig')?.trim() === '') {
    throw new Error(printableMessage('the stack setting kubernetes:kubeconfig is empty: set it to the content of a kubeconfig or the path of its file, or remove it with '
      + '`pulumi config rm kubernetes:kubeconfig` to use the kubeconfig of kubectl'));
  }
  const context = settings.get('context');
  return defined({ kubeconfig: settings.getSecret('kubeconfig'), context: context === '' ? undefined : context, deleteUnreachable });
}

function isSet(key: string): boolean {
  return (new pulumi.Config('kubernetes').get(key) ?? '') !== '';
}
