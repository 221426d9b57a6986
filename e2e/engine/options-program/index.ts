import * as path from 'node:path';
import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { Bundle } from 'olm-constructs/bundle';
import { DefaultCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs/pulumi';

/** OLM, and an operator that has an option of resources, as settings of the stack say. */
const config = new pulumi.Config();
const timeouts = { total: 300, terminalGrace: 1, settling: 0.2 };

interface Cluster {
  readonly kubeconfig: pulumi.Output<string>;
  readonly provider: kubernetes.Provider;
  readonly olm: OlmInstallation;
}

/** A cluster with OLM. */
function cluster(name: string): Cluster {
  const kubeconfig = config.requireSecret(name);
  const provider = new kubernetes.Provider(name, { kubeconfig });
  const olm = new OlmInstallation(`${name}-olm`, { defaultCatalog: DefaultCatalog.none(), wait: { kubeconfig, timeouts } }, { provider });
  return { kubeconfig, provider, olm };
}

const { kubeconfig, provider, olm } = cluster('east');
const wait = { kubeconfig, timeouts };

/** Stands for the cluster. */
const anchor = new kubernetes.core.v1.ConfigMap('anchor', { metadata: { name: 'anchor', namespace: 'default' } }, { provider });

/** Marks each Kubernetes object, moves those in `hello`, and changes the timeout of waiters. */
const change: pulumi.ResourceTransform = ({ type, props, opts }) => {
  if (type.startsWith('pulumi-nodejs:')) {
    return { props: { ...props, timeouts: { ...timeouts, total: 299 } }, opts };
  }
  const metadata = props['metadata'] as { readonly name: string; readonly namespace?: string } | undefined;
  if (!type.startsWith('kubernetes:') || metadata === undefined) {
    return undefined;
  }
  const moved = type === 'kubernetes:core/v1:Namespace' ? { name: 'moved' } : metadata.namespace === 'hello' ? { namespace: 'moved' } : {};
  return { props: { ...props, metadata: { ...metadata, ...moved, labels: { marked: 'yes' } } }, opts };
};

/** Protects the Subscription only. */
const protect: pulumi.ResourceTransformation = ({ type, props, opts }) => (
  type.endsWith(':Subscription') ? { props, opts: pulumi.mergeOptions(opts, { protect: true }) } : undefined
);

const OPTIONS: { readonly [option: string]: () => pulumi.ComponentResourceOptions } = {
  none: () => ({}),
  transforms: () => ({ transforms: [change] }),
  protect: () => ({ transformations: [protect] }),
  retainOnDelete: () => ({ retainOnDelete: true }),
  retainedParent: () => ({ parent: new pulumi.ComponentResource('test:index:Platform', 'platform', {}, { provider, retainOnDelete: true }) }),
  deletedWith: () => ({ deletedWith: anchor }),
  aliases: () => ({
    parent: new pulumi.ComponentResource('test:index:Platform', 'platform', {}, { provider }),
    aliases: [{ name: 'hello', parent: pulumi.rootStackResource }],
  }),
};

const option = config.require('option');
const bundles = [Bundle.fromDirectory(path.join(__dirname, 'bundle'))];
const catalog = new OperatorRegistry('catalog', { name: 'hello-catalog', bundles, olm, wait }, { provider });
const create = (): OperatorSubscription => new OperatorSubscription(option === 'aliases' ? 'greeter' : 'hello', {
  catalog, packageName: 'hello-operator', name: 'hello', namespace: config.get('namespace') ?? 'hello', wait,
}, { provider, ...(OPTIONS[option] ?? OPTIONS['none'])!() });

if (option === 'apply') {
  // Its ID is known once it exists. A field that the API server fills is undefined in a preview, but known.
  const late = new kubernetes.core.v1.ConfigMap('late', { metadata: { name: 'late', namespace: 'default' } }, { provider });
  late.id.apply(() => { create(); });
} else if (option !== 'off') {
  create();
}

if (config.get('west') !== undefined) {
  const west = cluster('west');
  const inWest = { kubeconfig: west.kubeconfig, timeouts };
  new OperatorSubscription('west-hello', {
    catalog: new OperatorRegistry('west-catalog', { name: 'west-catalog', bundles, olm: west.olm, wait: inWest }, { provider: west.provider }),
    packageName: 'hello-operator', name: 'hello', namespace: 'west', wait: inWest,
  }, { provider: west.provider });
}
