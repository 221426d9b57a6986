import * as pulumi from '@pulumi/pulumi';
import { defined } from '../../formats/json/defined';
import type { WaitArgs } from '../resources/wait-args';

/** Any Kubernetes type, since all of them have the same provider. */
const KUBERNETES_TYPE = 'kubernetes:core/v1:Namespace';

/** Returns the Kubernetes provider that a component was given or inherits, or undefined for the default provider. */
export function ownProvider(component: pulumi.Resource): pulumi.ProviderResource | undefined {
  return component.getProvider(KUBERNETES_TYPE);
}

/** Stack settings for the cluster of the default Kubernetes provider. */
export interface DefaultProvider {
  /** Arguments with which a waiter uses the same cluster in the same way. */
  readonly cluster: Pick<WaitArgs, 'kubeconfig' | 'context' | 'deleteUnreachable'>;

  /** Whether the provider only writes files, so that there is nothing to wait for. */
  readonly isRenderingOnly: boolean;

  /** Description of a setting that selects a cluster in a way that waiters do not support, if any. */
  readonly unsupported: string | undefined;
}

/**
 * Returns the default Kubernetes provider of the stack, from its settings.
 *
 * @see https://www.pulumi.com/registry/packages/kubernetes/installation-configuration/
 */
export function defaultProvider(): DefaultProvider {
  const settings = new pulumi.Config('kubernetes');
  const [kubeconfig, context, deleteUnreachable] = [settings.getSecret('kubeconfig'), settings.get('context'), settings.getBoolean('deleteUnreachable')];
  const isSet = (key: string): boolean => (settings.get(key) ?? '') !== '';
  return {
    cluster: {
      ...defined({ kubeconfig, context, deleteUnreachable }),
    },
    isRenderingOnly: isSet('renderYamlToDirectory'),
    unsupported: isSet('cluster') ? 'the stack setting kubernetes:cluster' : undefined,
  };
}

/** Returns the stack settings that apply in addition to the user's arguments: the stack's context belongs to the stack's kubeconfig. */
export function stackSettingsFor({ context, ...others }: DefaultProvider['cluster'], args: { readonly kubeconfig?: unknown }): DefaultProvider['cluster'] {
  return args.kubeconfig === undefined && context !== undefined ? { ...others, context } : others;
}
