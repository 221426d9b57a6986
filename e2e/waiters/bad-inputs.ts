import type { LeftByOlm } from './left-by-olm';
import type { Values } from './provider-process';

/** Something that is asked for and cannot be had, as OLM leaves it, and how it is told. */
export interface BadInput {
  readonly title: string;

  /** What OLM left in the namespace. */
  readonly left: (olm: LeftByOlm) => Promise<void>;

  /** What the waiter is given beside the namespace. */
  readonly values?: Values;

  /** What it says after its first line, with `demo` for the namespace. */
  readonly told: readonly string[];
}

const CHANNELS = { alpha: ['plain.v0.2.0', 'plain.v0.1.0'], beta: ['plain.v0.3.0'] };

/** The text in which OLM's resolver ends for the Subscription. */
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

const ONE_OWNER = '    remedy: one operator may own an API in the cluster: remove the other one, or do not install this one';

export const BAD_INPUTS: readonly BadInput[] = [
  {
    title: 'a namespace without an OperatorGroup',
    left: async (olm) => {
      await olm.catalog('READY');
      await olm.subscription();
    },
    told: [
      '  - namespace demo has no OperatorGroup',
      '    remedy: create exactly one OperatorGroup in the namespace; without one OLM does nothing there and says nothing',
    ],
  },
  {
    title: 'a namespace with two OperatorGroups',
    left: async (olm) => {
      await olm.ready();
      await olm.operatorGroup('of-somebody-else');
      await olm.subscription();
    },
    told: [
      '  - namespace demo has 2 OperatorGroups: of-somebody-else and og',
      '    remedy: delete all but one; with more than one OLM does nothing in the namespace',
    ],
  },
  {
    title: 'an unknown catalog',
    left: async (olm) => {
      await olm.ready();
      await olm.subscription({}, { source: 'dog' });
    },
    told: [
      '  - Subscription demo/plain names CatalogSource demo/dog, which is not there',
      '    remedy: correct source and sourceNamespace of the Subscription, or create the CatalogSource',
    ],
  },
  {
    title: 'an unknown package',
    left: async (olm) => {
      await withPackages(olm);
      await olm.unresolved(unsatisfiable('no operators found in package plane'), { name: 'plane' });
    },
    told: [
      '  - catalog demo/cat has no package plane; did you mean plain?',
      '    remedy: correct the name of the package, or name the catalog that has it',
    ],
  },
  {
    title: 'an unknown channel',
    left: async (olm) => {
      await withPackages(olm);
      await olm.unresolved(unsatisfiable('no operators found in channel alfa of package plain'), { channel: 'alfa' });
    },
    told: [
      '  - package plain has no channel alfa; its channels are alpha and beta; did you mean alpha?',
      '    remedy: correct the name of the channel, or leave it out for the package\'s default channel',
    ],
  },
  {
    title: 'an unknown version',
    left: async (olm) => {
      await withPackages(olm);
      await olm.unresolved(unsatisfiable('no operators found with name plain.v0.2.1 in channel alpha of package plain'), { startingCSV: 'plain.v0.2.1' });
    },
    values: { pin: { csv: 'plain.v0.2.1' } },
    told: [
      '  - channel alpha of package plain has no plain.v0.2.1; did you mean plain.v0.2.0 or plain.v0.1.0?',
      '    remedy: choose a version that the channel has, or a catalog that still has this one',
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
    told: [
      '  - plain.v0.2.0 is installed, which is newer than plain.v0.1.0',
      '    remedy: OLM never goes back to an older version: keep the newer one, or remove the operator (its CRDs can stay) and install the older one',
    ],
  },
  {
    title: 'a bundle whose install modes do not fit',
    left: (olm) => failedFor(olm, 'UnsupportedOperatorGroup', 'OwnNamespace is not supported'),
    told: [
      '  - ClusterServiceVersion plain.v0.2.0 failed (UnsupportedOperatorGroup): OwnNamespace is not supported; it supports AllNamespaces',
      '    remedy: give the OperatorGroup the target namespaces that an install mode of the operator allows',
    ],
  },
  {
    title: 'an API that another operator of the namespace brings',
    left: async (olm) => {
      await olm.ready();
      const two = `@existing/${olm.name}//other.v1.0.0 and cat/${olm.name}/alpha/plain.v0.2.0`;
      await olm.unresolved(`constraints not satisfiable: ${two} provide Plain (demo.test/v1), subscription plain exists`);
    },
    told: ['  - other.v1.0.0 and plain.v0.2.0 both bring the API demo.test/v1 Plain, so only one of them can be installed', ONE_OWNER],
  },
  {
    title: 'a CRD that another operator owns',
    left: (olm) => failedFor(olm, 'OwnerConflict', 'other.v1.0.0 owns plains.demo.test'),
    told: ['  - ClusterServiceVersion plain.v0.2.0 failed (OwnerConflict): other.v1.0.0 owns plains.demo.test', ONE_OWNER],
  },
  {
    title: 'an API that an operator of another namespace gives to the same ones',
    left: (olm) => failedFor(olm, 'InterOperatorGroupOwnerConflict', 'another OperatorGroup provides plains.demo.test'),
    told: [
      '  - ClusterServiceVersion plain.v0.2.0 failed (InterOperatorGroupOwnerConflict): another OperatorGroup provides plains.demo.test',
      '    remedy: two OperatorGroups that see the same namespaces give the same API: make their target namespaces disjoint, or keep one operator',
    ],
  },
];
