import type { Catalog } from '../../lib/catalog';
import { ClusterDump, planUpgrade, type PlanUpgradeOptions } from '../../lib/cluster';
import { ForbiddenRight } from '../../lib/report';
import type { OperatorUpgradePlan } from '../../lib/resolve';
import { dumpFile } from '../cli/inspect/dump-file';
import { cacheCatalog, cacheLock, type SampleRules, type SampleVersion, withoutManifests } from '../resolve/gates/sample-upgrades';
import { csv, event, subscription } from './waiting/objects';

const SIZE = { size: { type: 'string' } };
const READ_SECRETS: SampleRules = [{ verbs: ['get'], resources: ['secrets'] }];

/** A cluster with version 1.0.0 of the cache operator, which watches these namespaces. */
function clusterWatching(targets: string): ClusterDump {
  const status = { state: 'AtLatestKnown', currentCSV: 'cache.v1.0.0', installedCSV: 'cache.v1.0.0' };
  return ClusterDump.read([dumpFile([
    event(0, 'subscriptions', subscription(status, { name: 'cache', channel: 'stable', source: 'hub', sourceNamespace: 'olm' }, 'cache')),
    event(0, 'clusterserviceversions', csv('cache.v1.0.0', 'Succeeded', { metadata: { annotations: { 'olm.targetNamespaces': targets } } })),
  ])]);
}

/** Plans the upgrade from version 1.0.0 to the last one. */
async function planned(catalog: Catalog, waivers = '[]', options: Partial<PlanUpgradeOptions> = {}, targets = ''): Promise<OperatorUpgradePlan> {
  return planUpgrade(clusterWatching(targets), cacheLock('1.1.0', waivers), { catalogs: { 'olm/hub': catalog }, ...options });
}

const fieldsOf = ({ operators }: OperatorUpgradePlan): string[] => operators.flatMap(({ findings }) => findings.map(({ rule, field: changed }) => `${rule} ${changed}`));

describe('the plan from a cluster to a lock', () => {
  const versions: SampleVersion[] = [{ version: '1.0.0', fields: SIZE }, { version: '1.1.0', clusterPermissions: READ_SECRETS }];
  const catalog = cacheCatalog(...versions);

  it('contains what is refused, unless the lock has a waiver', async () => {
    expect(fieldsOf(await planned(catalog))).toEqual(['field-removed caches.example.test/v1/spec.size', 'right-gained get secrets']);
    const waived = await planned(catalog, '[{rule: field-removed, field: caches.example.test/v1/spec.size, reason: a}, {rule: right-gained, field: get secrets, reason: b}]');
    expect(waived.isSafe).toBe(true);
  });

  it('is judged by the forbidden rights that are set', async () => {
    expect(fieldsOf(await planned(catalog, '[]', { forbiddenRights: [ForbiddenRight.WILDCARDS] }))).toEqual(['field-removed caches.example.test/v1/spec.size']);
    await expect(planned(catalog, '[]', { forbiddenRights: ['none' as ForbiddenRight] })).rejects.toThrow(
      "forbiddenRights[0] in options of planUpgrade must be ForbiddenRight.WILDCARDS ('wildcards'), ",
    );
  });

  it('is refused for versions without manifests if they are required', async () => {
    const unknown = withoutManifests(catalog, '1.1.0');
    expect(fieldsOf(await planned(unknown))).toEqual([]);
    expect(fieldsOf(await planned(unknown, '[]', { requireManifests: true }))).toEqual(['not-checked cache.v1.1.0']);
  });

  it('takes from the cluster whether an operator watches one namespace only', async () => {
    const inNamespaces = cacheCatalog({ version: '1.0.0' }, { version: '1.1.0', permissions: READ_SECRETS });
    expect(fieldsOf(await planned(inNamespaces, '[]', {}, 'demo'))).toEqual([]);
    expect(fieldsOf(await planned(inNamespaces, '[]', {}, 'demo,other'))).toEqual(['right-gained get secrets']);
    expect(fieldsOf(await planned(inNamespaces))).toEqual(['right-gained get secrets']);
  });
});
