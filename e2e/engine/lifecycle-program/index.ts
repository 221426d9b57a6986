import * as path from 'node:path';
import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { Bundle } from 'olm-constructs/bundle';
import { DefaultCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs/pulumi';

/** OLM, a registry and an operator, in a cluster whose kubeconfig is a secret and in which no OLM runs. Settings of the stack vary it. */
const config = new pulumi.Config();
const examples = path.join(__dirname, '../../../examples');
const bundles = [Bundle.fromDirectory(path.join(examples, config.get('bundle') ?? 'quickstart/bundle'))];
const provider = new kubernetes.Provider('cluster', { kubeconfig: config.requireSecret('kubeconfig') });

// No preview knows its uid.
const settings = new kubernetes.core.v1.Namespace('settings', { metadata: { name: 'settings' } }, { provider });

// No OLM runs in the clusters of the suites: a wait for it would time out.
const total = config.getNumber('waitSeconds');
const wait = total === undefined ? false : { kubeconfig: config.requireSecret('kubeconfig'), timeouts: { total } };
const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none(), wait }, { provider });

const name = config.get('name') ?? 'hello';
const before = config.get('previousName');
const renamed = (suffix: string): pulumi.Alias[] => (before === undefined ? [] : [{ name: `${before}${suffix}` }]);

const registry = new OperatorRegistry(`${name}-catalog`, { name: 'hello-catalog', bundles, olm, wait: false }, { provider, aliases: renamed('-catalog') });

const subscription = new OperatorSubscription(name, {
  catalog: registry,
  namespace: 'hello',
  wait: false,
  config: { env: [{ name: 'SETTINGS', value: settings.metadata.uid }] },
}, { provider, aliases: renamed(''), protect: config.getBoolean('protect') === true });

if (config.getBoolean('second') === true) {
  new OperatorRegistry('second-catalog', { name: 'second-catalog', bundles, olm, wait: false }, { provider });
}

export const subscriptionName = subscription.subscriptionName;
