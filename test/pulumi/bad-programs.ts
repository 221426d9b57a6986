import * as path from 'node:path';
import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import {
  Approval, Bundle, BundleDeployment, Catalog, CatalogRef, InstallMode, OlmInstallation, OperatorRegistry, OperatorSubscription,
} from '../../lib/pulumi';

/** A program that cannot work, and the error that `pulumi preview` ends with. */
export interface BadProgram {
  readonly title: string;
  readonly run: () => unknown;
  readonly error: string;
}

const HELLO = Bundle.fromDirectory(path.join(__dirname, '../../examples/quickstart/bundle'));

/** A catalog of two packages, as a file of it would be. */
const SHOP = Catalog.fromText(['hello', 'other'].flatMap((name) => [
  { schema: 'olm.package', name, defaultChannel: 'stable' },
  { schema: 'olm.channel', package: name, name: 'stable', entries: [{ name: `${name}.v1.0.0` }, { name: `${name}.v1.1.0`, replaces: `${name}.v1.0.0` }] },
  ...['1.0.0', '1.1.0'].map((version) => ({
    schema: 'olm.bundle', package: name, name: `${name}.v${version}`, image: `example.test/${name}:${version}`,
    properties: [{ type: 'olm.package', value: { packageName: name, version } }],
  })),
]).map((document) => JSON.stringify(document)).join('\n'));

function fromShop(args: object): () => unknown {
  return () => {
    const registry = new OperatorRegistry('shop', { catalog: SHOP });
    return new OperatorSubscription('app', { registry, ...args });
  };
}

export const BAD_PROGRAMS: readonly BadProgram[] = [
  { title: 'an unknown package', run: fromShop({ package: 'helo' }), error: "[OperatorSubscription/app] the registry has no package 'helo'; it has 'hello', 'other'" },
  {
    title: 'an unknown channel', run: fromShop({ package: 'hello', channel: 'stabel' }),
    error: "[OperatorSubscription/app] package 'hello' has no channel 'stabel'; it has 'stable'",
  },
  {
    title: 'an unknown version', run: fromShop({ package: 'hello', version: '1.2.0' }),
    error: "[OperatorSubscription/app] channel 'stable' has no version '1.2.0'; it has '1.0.0', '1.1.0'",
  },
  {
    title: 'a pin that nobody holds', run: fromShop({ package: 'hello', version: '1.0.0', approval: Approval.AUTOMATIC }),
    error: "[OperatorSubscription/app] version '1.0.0' cannot stay with automatic approval: OLM goes on to the head of the channel by itself; leave "
      + "'approval' out, or say where to begin with 'startingCsv' instead of 'version'",
  },
  {
    title: 'an install mode that the bundle does not have',
    run: () => new BundleDeployment('hello', { bundle: HELLO, installMode: InstallMode.multiNamespace(['a', 'b']) }),
    error: "[BundleDeployment/hello/Subscription] bundle 'hello-operator.v0.1.0' does not support the install mode MultiNamespace; it supports OwnNamespace, SingleNamespace, "
      + 'AllNamespaces: give one of these as `installMode`',
  },
  {
    title: 'two OperatorGroups in a namespace',
    run: () => ['one', 'two'].map((name) => new OperatorSubscription(name, {
      catalog: CatalogRef.named('shop', 'olm'), package: name, namespace: 'team', createNamespace: false,
    })),
    error: "[OperatorSubscription/two] namespace 'team' gets a second OperatorGroup from 'OperatorSubscription/one/OperatorGroup', and OLM does nothing in a "
      + 'namespace with two; give that one as `operatorGroup`, or this operator a namespace of its own',
  },
  {
    title: 'two installations of OLM', run: () => ['one', 'two'].map((name) => new OlmInstallation(name, {})),
    error: "[OlmInstallation/two] this app has an OLM already, at 'OlmInstallation/one'; a cluster takes one OLM: remove one of the two, or give each its own App",
  },
  {
    title: 'an output where the program decides',
    run: () => new OperatorRegistry('hello', { bundles: [HELLO], replicas: pulumi.output(2) as unknown as number }),
    error: "OperatorRegistry 'hello': args.replicas decides what is made, so that it must be known when the program runs; got an output of another resource: give "
      + 'a plain value',
  },
  {
    title: 'a waiter that does not know its cluster',
    run: () => {
      const provider = new kubernetes.Provider('cluster', { kubeconfig: pulumi.secret('{}') });
      return new BundleDeployment('hello', { bundle: HELLO }, { provider });
    },
    error: '[BundleDeployment/hello] the component has a Kubernetes provider of its own, and nobody can read from it which cluster to wait for: give its '
      + 'kubeconfig or context in `wait` too, or `wait: false`',
  },
  {
    title: 'steps on the way that nobody knows',
    run: () => new OperatorSubscription('app', { catalog: CatalogRef.named('shop', 'olm'), package: 'hello', version: '2.0.0', wait: { upgradePath: 'stepwise' } }),
    error: '[OperatorSubscription/app] which versions lie on the way is in the catalog, which is not part of this program; name them in `wait.through`',
  },
];
