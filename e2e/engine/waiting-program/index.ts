import * as path from 'node:path';
import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { Bundle } from 'olm-constructs/bundle';
import { DefaultCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs/pulumi';

/** OLM, a registry and an operator, each waited for, and an object that depends on the operator. Settings of the stack vary it. */
const config = new pulumi.Config();
const provider = new kubernetes.Provider('cluster', { kubeconfig: config.requireSecret('kubeconfig') });
const kubeconfig = config.requireSecret('waitersKubeconfig');
const timeouts = { total: config.getNumber('waitSeconds') ?? 300, terminalGrace: 1, settling: 0.2 };
const wait = { kubeconfig, timeouts };

const waitForOlm = config.getBoolean('waitForOlm') !== false && wait;
const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait: waitForOlm }, { provider });

/** Marks each Kubernetes object, and changes the timeout of waiters. */
const mark: pulumi.ResourceTransform = ({ type, props, opts }) => {
  const isWaiter = type.startsWith('pulumi-nodejs:');
  const change = isWaiter ? { timeouts: { ...timeouts, total: 77 } } : { metadata: { ...(props['metadata'] as object), labels: { marked: 'yes' } } };
  return isWaiter || type.startsWith('kubernetes:') ? { props: { ...props, ...change }, opts } : undefined;
};

const bundles = config.require('bundles').split(',').map((folder) => Bundle.fromDirectory(path.join(__dirname, folder)));
const registry = new OperatorRegistry('catalog', { name: 'hello-operator-catalog', bundles, olm, wait }, {
  provider, ...(config.getBoolean('transform') === true ? { transforms: [mark] } : {}),
});

if (config.getBoolean('operator') !== false) {
  const packageName = config.get('package') ?? 'hello-operator';
  const before = config.get('previousComponent');
  const hello = new OperatorSubscription(config.get('component') ?? 'hello', {
    catalog: registry,
    packageName,
    name: config.get('subscription') ?? 'hello',
    namespace: config.get('namespace') ?? 'hello',
    createNamespace: config.getBoolean('createNamespace') !== false,
    version: config.get('version') ?? '0.1.0',
    ...(config.get('channel') === undefined ? {} : { channel: config.get('channel')! }),
    wait: {
      ...wait,
      dependencyCsvs: config.get('dependencyCsvs')?.split(',') ?? [],
      onDestroy: { deleteDependencies: config.getBoolean('deleteDependencies') ?? false },
    },
  }, { provider, aliases: before === undefined ? [] : [{ name: before }] });

  new kubernetes.core.v1.ConfigMap('after', {
    metadata: { name: 'after', namespace: 'default' }, data: { version: hello.version.apply((version) => version ?? '') },
  }, { provider, dependsOn: hello });
}
