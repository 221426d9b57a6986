import { CATALOG_TIMEOUTS } from '../../../../lib/cluster/waiting/olm/catalog-waiter';
import { DEFAULT_TIMEOUTS } from '../../../../lib/cluster/waiting/machine/waiter';
import { OLM_TIMEOUTS } from '../../../../lib/cluster/waiting/olm/olm-waiter';
import { CLUSTER_CATALOG_REMOVAL_TIMEOUTS } from '../../../../lib/cluster/waiting/olm-v1/cluster-catalog-removal';
import { CLUSTER_CATALOG_TIMEOUTS } from '../../../../lib/cluster/waiting/olm-v1/cluster-catalog-waiter';
import { CLUSTER_EXTENSION_REMOVAL_TIMEOUTS } from '../../../../lib/cluster/waiting/olm-v1/cluster-extension-removal';
import { CLUSTER_EXTENSION_TIMEOUTS } from '../../../../lib/cluster/waiting/olm-v1/cluster-extension-waiter';
import { OPERATOR_TIMEOUTS } from '../../../../lib/cluster/waiting/operator/operator-options';
import { PLAIN_REMOVAL_TIMEOUTS } from '../../../../lib/cluster/waiting/plain/plain-removal';
import { PLAIN_TIMEOUTS } from '../../../../lib/cluster/waiting/plain/plain-waiter';
import { NAMESPACE_REMOVAL_TIMEOUTS } from '../../../../lib/cluster/waiting/removal/namespace-removal';
import { OBJECTS_REMOVAL_TIMEOUTS } from '../../../../lib/cluster/waiting/removal/objects-removal';
import { OLM_REMOVAL_TIMEOUTS } from '../../../../lib/cluster/waiting/removal/olm-removal';
import { REMOVAL_TIMEOUTS } from '../../../../lib/cluster/waiting/removal/operator-removal-options';
import { RUKPAK_BUNDLE_REMOVAL_TIMEOUTS } from '../../../../lib/cluster/waiting/rukpak/rukpak-bundle-removal';
import { RUKPAK_BUNDLE_TIMEOUTS } from '../../../../lib/cluster/waiting/rukpak/rukpak-bundle-waiter';
import { RUKPAK_REMOVAL_TIMEOUTS } from '../../../../lib/cluster/waiting/rukpak/rukpak-installation-removal';
import { RUKPAK_INSTALLATION_TIMEOUTS } from '../../../../lib/cluster/waiting/rukpak/rukpak-installation-waiter';

const [SECOND, MINUTE] = [1_000, 60_000];
const GRACE = { terminalGrace: 10 * SECOND, transientGrace: MINUTE };

test('the timeouts of each kind of waiter are those that the guides list', () => {
  expect(DEFAULT_TIMEOUTS).toEqual({ total: 15 * MINUTE, phases: {}, settling: 2 * SECOND, ...GRACE });
  expect(CATALOG_TIMEOUTS).toEqual({ total: 5 * MINUTE, phases: {}, settling: 0, ...GRACE });
  expect(OLM_TIMEOUTS).toEqual({ total: 10 * MINUTE, phases: {}, settling: 2 * SECOND, ...GRACE });
  expect(OPERATOR_TIMEOUTS).toEqual({
    total: 20 * MINUTE, settling: 2 * SECOND, ...GRACE,
    phases: {
      resolving: 5 * MINUTE, unpacking: 11 * MINUTE, installing: 5 * MINUTE, starting: 11 * MINUTE, serving: MINUTE, recovering: 2 * MINUTE,
    },
  });
  expect(REMOVAL_TIMEOUTS).toEqual({
    total: 20 * MINUTE, settling: 0, ...GRACE,
    phases: { subscription: 2 * MINUTE, operands: 10 * MINUTE, operator: 3 * MINUTE, crds: 6 * MINUTE, conversion: MINUTE },
  });
  expect(NAMESPACE_REMOVAL_TIMEOUTS).toEqual({ total: 10 * MINUTE, settling: 0, ...GRACE, phases: { 'operator group': 2 * MINUTE, 'namespace': 5 * MINUTE } });
  expect(OLM_REMOVAL_TIMEOUTS).toEqual({ total: 20 * MINUTE, phases: {}, settling: 0, ...GRACE });
});

test('the timeouts of other engines than OLM v0 are like those of OLM v0', () => {
  expect(CLUSTER_CATALOG_TIMEOUTS).toEqual(CATALOG_TIMEOUTS);
  expect(CLUSTER_EXTENSION_TIMEOUTS).toEqual({
    total: 20 * MINUTE, settling: 2 * SECOND, ...GRACE,
    phases: { resolving: 5 * MINUTE, installing: 15 * MINUTE, starting: 11 * MINUTE, serving: MINUTE },
  });
  expect(RUKPAK_BUNDLE_TIMEOUTS).toEqual({ total: 5 * MINUTE, phases: {}, settling: 2 * SECOND, ...GRACE });
  expect(RUKPAK_INSTALLATION_TIMEOUTS).toEqual({
    total: 20 * MINUTE, settling: 2 * SECOND, ...GRACE,
    phases: { unpacking: 5 * MINUTE, installing: 5 * MINUTE, starting: 11 * MINUTE, serving: MINUTE },
  });
  expect(PLAIN_TIMEOUTS).toEqual({ total: 10 * MINUTE, phases: {}, settling: 2 * SECOND, ...GRACE });
});

test('a removal does not settle, and has a shorter timeout if it waits for one finalizer only', () => {
  const removal = (minutes: number, phases: { readonly [phase: string]: number } = {}): unknown => (
    { total: minutes * MINUTE, phases, settling: 0, ...GRACE }
  );
  expect(OBJECTS_REMOVAL_TIMEOUTS).toEqual(removal(5));
  expect(CLUSTER_CATALOG_REMOVAL_TIMEOUTS).toEqual(removal(3));
  expect(RUKPAK_BUNDLE_REMOVAL_TIMEOUTS).toEqual(removal(3));
  expect(CLUSTER_EXTENSION_REMOVAL_TIMEOUTS).toEqual(removal(20, { operands: 10 * MINUTE, extension: 3 * MINUTE, collecting: 6 * MINUTE }));
  expect(RUKPAK_REMOVAL_TIMEOUTS).toEqual(removal(20, { operands: 10 * MINUTE, installation: 3 * MINUTE, collecting: 6 * MINUTE }));
  expect(PLAIN_REMOVAL_TIMEOUTS).toEqual(removal(20, {
    webhooks: 2 * MINUTE, operands: 10 * MINUTE, operator: 3 * MINUTE, objects: 3 * MINUTE, crds: 6 * MINUTE, conversion: MINUTE,
  }));
});
