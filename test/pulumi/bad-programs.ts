import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { Catalog } from '../../lib/catalog';
import {
  BundleDeployment, CatalogRef, InstallMode, InstallPlanApproval, OlmInstallation, OperatorReady, OperatorRegistry, OperatorSubscription,
} from '../../lib/pulumi';
import { HELLO } from './hello-bundle';

/** A program that cannot work, and the error that `pulumi preview` ends with. */
export interface BadProgram {
  readonly title: string;
  readonly run: () => unknown;
  readonly error: string;
}


/** A catalog of two packages, as it would be in a file. */
const SHOP = Catalog.fromString(['hello', 'other'].flatMap((name) => [
  { schema: 'olm.package', name, defaultChannel: 'stable' },
  { schema: 'olm.channel', package: name, name: 'stable', entries: [{ name: `${name}.v1.0.0` }, { name: `${name}.v1.1.0`, replaces: `${name}.v1.0.0` }] },
  ...['1.0.0', '1.1.0'].map((version) => ({
    schema: 'olm.bundle', package: name, name: `${name}.v${version}`, image: `example.test/${name}:${version}`,
    properties: [{ type: 'olm.package', value: { packageName: name, version } }],
  })),
]).map((document) => JSON.stringify(document)).join('\n'));

/** An operator whose Subscription is named `app`. */
const NAMED = { catalog: CatalogRef.named('shop', 'olm'), packageName: 'hello', name: 'app' };

function fromShop(args: object): () => unknown {
  return () => {
    const registry = new OperatorRegistry('shop', { catalog: SHOP });
    return new OperatorSubscription('app', { catalog: registry, ...args });
  };
}

export const BAD_PROGRAMS: readonly BadProgram[] = [
  { title: 'an unknown package', run: fromShop({ packageName: 'helo' }), error: "[OperatorSubscription/app] package 'helo' not found in the registry; available: 'hello', 'other'" },
  {
    title: 'an unknown channel', run: fromShop({ packageName: 'hello', channel: 'stabel' }),
    error: "[OperatorSubscription/app] channel 'stabel' not found in package 'hello'; available: 'stable'",
  },
  {
    title: 'an unknown version', run: fromShop({ packageName: 'hello', version: '1.2.0' }),
    error: "[OperatorSubscription/app] version '1.2.0' not found in channel 'stable'; available: '1.0.0', '1.1.0'",
  },
  {
    title: 'a pin with automatic approval', run: fromShop({ packageName: 'hello', version: '1.0.0', approval: InstallPlanApproval.AUTOMATIC }),
    error: "[OperatorSubscription/app] version '1.0.0' cannot be pinned with automatic approval, with which OLM upgrades to the head of the channel; "
      + "omit 'approval', or set 'startingCsv' instead of 'version'",
  },
  {
    title: 'an install mode that the bundle does not have',
    run: () => new BundleDeployment('hello', { bundle: HELLO, installMode: InstallMode.multiNamespace(['a', 'b']) }),
    error: "[BundleDeployment/hello/Subscription] bundle 'hello-operator.v0.1.0' does not support the install mode MultiNamespace; it supports OwnNamespace, SingleNamespace, "
      + 'AllNamespaces: set `installMode` to one of these',
  },
  {
    title: 'two OperatorGroups in a namespace',
    run: () => ['one', 'two'].map((name) => new OperatorSubscription(name, {
      catalog: CatalogRef.named('shop', 'olm'), packageName: name, namespace: 'team', createNamespace: false,
    })),
    error: "[OperatorSubscription/two] namespace 'team' has another OperatorGroup, at 'OperatorSubscription/one/OperatorGroup', and OLM does nothing in a "
      + "namespace with two; set `operatorGroup` to the `operatorGroupRef` of 'OperatorSubscription/one', or use a separate namespace for this operator",
  },
  {
    title: 'two installations of OLM', run: () => ['one', 'two'].map((name) => new OlmInstallation(name, {})),
    error: "[OlmInstallation/two] this app has an OLM already, at 'OlmInstallation/one', and a cluster has one OLM; remove one of the two, or create each in its own Cluster",
  },
  {
    title: 'an output that must be a plain value',
    run: () => new OperatorRegistry('hello', { bundles: [HELLO], replicas: pulumi.output(2) as unknown as number }),
    error: "replicas in args of OperatorRegistry 'hello' must be a number, got an Output: it decides what is created, so it must be known when "
      + 'the program runs; pass a plain value, or create the component in `output.apply(…)`',
  },
  {
    title: 'a waiter without a cluster',
    run: () => {
      const provider = new kubernetes.Provider('cluster', { kubeconfig: pulumi.secret('{}') });
      return new BundleDeployment('hello', { bundle: HELLO }, { provider });
    },
    error: '[BundleDeployment/hello] the component uses its own Kubernetes provider, which waiters cannot read: add `wait: { kubeconfig: KUBECONFIG },` to its '
      + "arguments, with the kubeconfig of that provider, or `wait: { context: 'NAME' },` for a context of the kubeconfig that kubectl uses, or `wait: false,` "
      + 'to wait for nothing',
  },
  ...(['kubeconfig', 'context'] as const).map((input) => ({
    title: `an empty ${input}`, run: () => new OperatorReady('app', { namespace: 'team', subscription: 'app', [input]: '' }),
    error: `OperatorReady 'app': the ${input} is empty: it is '', or an output that resolves to undefined or null, and so selects no cluster; ${
      input === 'kubeconfig' ? "pass the content of a kubeconfig or the path of its file, or omit `kubeconfig` to use the stack's kubeconfig or that of kubectl"
        : 'pass the name of a context, or omit `context` to use the current one'}`,
  })),
  {
    title: 'a previous name that is the current one', run: () => new OperatorSubscription('app', { ...NAMED, previousName: 'app' }),
    error: "[OperatorSubscription/app] previousName is 'app', which is still the name of the Subscription; set `previousName` to its previous name, or omit it",
  },
  {
    title: 'a previous name without a waiter', run: () => new OperatorSubscription('app', { ...NAMED, previousName: 'old', wait: false }),
    error: '[OperatorSubscription/app] previousName needs a waiter, which hands over the operator; omit `previousName` or `wait: false`',
  },
  {
    title: 'an empty previous name', run: () => new OperatorSubscription('app', { ...NAMED, previousName: '' }),
    error: '[OperatorSubscription/app] previousName must be the previous name of the Subscription, a non-empty string',
  },
  {
    title: 'CRDs of a kind that the operator does not own',
    run: () => new BundleDeployment('hello', { bundle: HELLO, wait: { onDestroy: { deleteCrds: ['Greeting.example.com'] } } }),
    error: "[BundleDeployment/hello/Subscription] wait.onDestroy.deleteCrds has 'Greeting.example.com', which the operator does not own; "
      + "choose from its kinds: 'Greeting.hello.example.com'",
  },
  {
    title: 'a stepwise upgrade from an unknown catalog',
    run: () => new OperatorSubscription('app', { catalog: CatalogRef.named('shop', 'olm'), packageName: 'hello', version: '2.0.0', wait: { upgradePath: 'stepwise' } }),
    error: "[OperatorSubscription/app] upgradePath 'stepwise' needs a catalog of this program, or one whose content is supplied; name the versions on the way in `wait.intermediateCsvs`",
  },
];
