import type { LeftByOlm } from './left-by-olm';
import type { Values } from './provider-process';

/** A request that cannot be fulfilled, as OLM leaves it, and its explanation. */
export interface BadInput {
  readonly title: string;

  /** Writes what OLM left in the namespace. */
  readonly left: (olm: LeftByOlm) => Promise<void>;

  /** Inputs of the waiter besides the namespace. */
  readonly values?: Values;

  /** Lines after the first one, with `demo` for the namespace. */
  readonly lines: readonly string[];
}

const CHANNELS = { alpha: ['plain.v0.2.0', 'plain.v0.1.0'], beta: ['plain.v0.3.0'] };

/** Message in which OLM's resolver ends for the Subscription. */
function unsatisfiable(what: string): string {
  return `constraints not satisfiable: ${what} in the catalog referenced by subscription plain, subscription plain exists`;
}

async function withPackages(olm: LeftByOlm): Promise<void> {
  await olm.ready();
  await olm.package('plain', CHANNELS);
  await olm.package('prometheus', { stable: ['prometheus.v1.0.0'] });
}

/** A ClusterServiceVersion that failed for a reason. */
async function failedFor(olm: LeftByOlm, reason: string, message: string): Promise<void> {
  await olm.ready();
  await olm.installed('plain.v0.2.0');
  await olm.clusterServiceVersion('plain.v0.2.0', { phase: 'Failed', reason, message });
}

const ONE_OWNER = '    remedy: only one operator can own an API in a cluster: remove the other one, or do not install this one';

export const BAD_INPUTS: readonly BadInput[] = [
  {
    title: 'a namespace without an OperatorGroup',
    left: async (olm) => {
      await olm.catalog('READY');
      await olm.subscription();
    },
    lines: [
      '  - namespace demo has no OperatorGroup',
      '    remedy: create exactly one OperatorGroup in the namespace; without one, OLM does nothing there and reports nothing',
    ],
  },
  {
    title: 'a namespace with two OperatorGroups',
    left: async (olm) => {
      await olm.ready();
      await olm.operatorGroup('other');
      await olm.subscription();
    },
    lines: [
      '  - namespace demo has 2 OperatorGroups: og and other',
      '    remedy: delete all but one; with more than one, OLM does nothing in the namespace',
    ],
  },
  {
    title: 'an unknown catalog',
    left: async (olm) => {
      await olm.ready();
      await olm.subscription({}, { source: 'dog' });
    },
    lines: [
      '  - Subscription demo/plain refers to CatalogSource demo/dog, which does not exist',
      '    remedy: correct source and sourceNamespace of the Subscription, or create the CatalogSource',
    ],
  },
  {
    title: 'an unknown package',
    left: async (olm) => {
      await withPackages(olm);
      await olm.unresolved(unsatisfiable('no operators found in package plane'), { name: 'plane' });
    },
    lines: [
      '  - catalog demo/cat has no package plane; did you mean plain?',
      '    remedy: correct the name of the package, or use a catalog that contains it',
    ],
  },
  {
    title: 'an unknown channel',
    left: async (olm) => {
      await withPackages(olm);
      await olm.unresolved(unsatisfiable('no operators found in channel alfa of package plain'), { channel: 'alfa' });
    },
    lines: [
      '  - package plain has no channel alfa; its channels are alpha and beta; did you mean alpha?',
      '    remedy: correct the name of the channel, or omit it to follow all channels of the package',
    ],
  },
  {
    title: 'an unknown version',
    left: async (olm) => {
      await withPackages(olm);
      await olm.unresolved(unsatisfiable('no operators found with name plain.v0.2.1 in channel alpha of package plain'), { startingCSV: 'plain.v0.2.1' });
    },
    values: { pin: { csv: 'plain.v0.2.1' } },
    lines: [
      '  - channel alpha of package plain has no plain.v0.2.1; did you mean plain.v0.2.0 or plain.v0.1.0?',
      '    remedy: choose a version that is in the channel, or a catalog that still contains this one',
    ],
  },
  {
    title: 'a version that is older than the installed one',
    left: async (olm) => {
      await olm.ready();
      await olm.installed('plain.v0.2.0');
      await olm.clusterServiceVersion('plain.v0.2.0', { phase: 'Succeeded' });
    },
    values: { pin: { csv: 'plain.v0.1.0' } },
    lines: [
      '  - plain.v0.2.0 is installed, which is newer than plain.v0.1.0',
      '    remedy: OLM never downgrades: keep the newer version, or remove the operator (its CRDs can stay) and install the older version',
    ],
  },
  {
    title: 'a bundle whose install modes do not fit',
    left: (olm) => failedFor(olm, 'UnsupportedOperatorGroup', 'OwnNamespace is not supported'),
    lines: [
      '  - ClusterServiceVersion plain.v0.2.0 failed (UnsupportedOperatorGroup): OwnNamespace is not supported; it supports AllNamespaces',
      '    remedy: set target namespaces on the OperatorGroup that match an install mode of the operator',
    ],
  },
  {
    title: 'an API that another operator of the namespace provides',
    left: async (olm) => {
      await olm.ready();
      const two = `@existing/${olm.name}//other.v1.0.0 and cat/${olm.name}/alpha/plain.v0.2.0`;
      await olm.unresolved(`constraints not satisfiable: ${two} provide Plain (demo.test/v1), subscription plain exists`);
    },
    lines: ['  - other.v1.0.0 and plain.v0.2.0 both provide the API demo.test/v1 Plain, so only one of them can be installed', ONE_OWNER],
  },
  {
    title: 'a CRD that another operator owns',
    left: (olm) => failedFor(olm, 'OwnerConflict', 'other.v1.0.0 owns plains.demo.test'),
    lines: ['  - ClusterServiceVersion plain.v0.2.0 failed (OwnerConflict): other.v1.0.0 owns plains.demo.test', ONE_OWNER],
  },
  {
    title: 'an API that an operator in another namespace provides for the same target namespaces',
    left: (olm) => failedFor(olm, 'InterOperatorGroupOwnerConflict', 'another OperatorGroup provides plains.demo.test'),
    lines: [
      '  - ClusterServiceVersion plain.v0.2.0 failed (InterOperatorGroupOwnerConflict): another OperatorGroup provides plains.demo.test',
      '    remedy: two OperatorGroups with overlapping target namespaces provide the same API: make their target namespaces disjoint, or keep only one operator',
    ],
  },
];
