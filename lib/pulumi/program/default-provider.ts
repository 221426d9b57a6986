import * as pulumi from '@pulumi/pulumi';
import type { WaitArgs } from './dynamic/wait-args';

/** Any kind of Kubernetes; a provider for one is the provider for all. */
const SOME_KIND = 'kubernetes:core/v1:Namespace';

/** The Kubernetes provider that a component was given, or inherits; undefined where its objects go to the default one. */
export function ownProvider(component: pulumi.Resource): pulumi.ProviderResource | undefined {
  return component.getProvider(SOME_KIND);
}

/** What the settings of a stack say about the cluster that its default Kubernetes provider goes to. */
export interface DefaultProvider {
  /** What a waiter needs to look at the same cluster, and to treat it alike. */
  readonly cluster: Pick<WaitArgs, 'kubeconfig' | 'context' | 'deleteUnreachable'>;

  /** Whether it only writes files: there is nothing to wait for then. */
  readonly isRenderingOnly: boolean;

  /** A setting that leads to a cluster in a way that waiters cannot follow; undefined when there is none. */
  readonly unclear: string | undefined;
}

/**
 * The default Kubernetes provider of the stack, as its settings make it.
 *
 * @see https://www.pulumi.com/registry/packages/kubernetes/installation-configuration/
 */
export function defaultProvider(): DefaultProvider {
  const settings = new pulumi.Config('kubernetes');
  const [kubeconfig, context, deleteUnreachable] = [settings.getSecret('kubeconfig'), settings.get('context'), settings.getBoolean('deleteUnreachable')];
  const isSet = (key: string): boolean => (settings.get(key) ?? '') !== '';
  return {
    cluster: {
      ...(kubeconfig === undefined ? {} : { kubeconfig }),
      ...(context === undefined ? {} : { context }),
      ...(deleteUnreachable === undefined ? {} : { deleteUnreachable }),
    },
    isRenderingOnly: isSet('renderYamlToDirectory'),
    unclear: isSet('cluster') ? 'the cluster of the setting kubernetes:cluster' : undefined,
  };
}

/** What of a stack's settings counts for a waiter beside what the user says: the stack's context is one of the stack's kubeconfig. */
export function besideSaid({ context, ...others }: DefaultProvider['cluster'], said: { readonly kubeconfig?: unknown }): DefaultProvider['cluster'] {
  return said.kubeconfig === undefined && context !== undefined ? { ...others, context } : others;
}
