import * as path from 'node:path';
import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { Bundle, DefaultCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs/pulumi';

/** OLM, a registry and an operator from it, in a cluster whose kubeconfig is a secret. The suite varies it by the stack's settings. */
const config = new pulumi.Config();
const examples = path.join(__dirname, '../../../examples');
const bundles = [Bundle.fromDirectory(path.join(examples, config.get('bundle') ?? 'quickstart/bundle'))];
const provider = new kubernetes.Provider('cluster', { kubeconfig: config.requireSecret('kubeconfig') });

// Its uid is a value that no preview knows.
const settings = new kubernetes.core.v1.Namespace('settings', { metadata: { name: 'settings' } }, { provider });

const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none() }, { provider });

const name = config.get('name') ?? 'hello';
const before = config.get('previousName');
const renamed = (suffix: string): pulumi.Alias[] => (before === undefined ? [] : [{ name: `${before}${suffix}` }]);

const registry = new OperatorRegistry(`${name}-catalog`, { name: 'hello-catalog', bundles, olm }, { provider, aliases: renamed('-catalog') });

const subscription = new OperatorSubscription(name, {
  registry,
  namespace: 'hello',
  config: { env: [{ name: 'SETTINGS', value: settings.metadata.uid }] },
}, { provider, aliases: renamed(''), protect: config.getBoolean('protect') === true });

if (config.getBoolean('second') === true) {
  new OperatorRegistry('second-catalog', { name: 'second-catalog', bundles, olm }, { provider });
}

export const subscriptionName = subscription.subscriptionName;
