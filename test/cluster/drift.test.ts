import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { ClusterDump, driftOf, planUpgrade } from '../../lib/cluster';
import { cacheCatalog, cacheLock } from '../resolve/gates/sample-upgrades';
import { lockOf } from '../resolve/drift/locked';

const GROUP = 'operators.coreos.com/v1alpha1';

/** Objects of an operator in a dump: its Subscription, its ClusterServiceVersion and its InstallPlan. */
function operator(name: string, status: object, phases: { readonly csv: string; readonly plan: string }): { readonly [key: string]: unknown }[] {
  const metadata = { namespace: 'demo' };
  const csv = `${name}.v1.0.0`;
  const spec = { name, channel: 'stable', source: 'hub', sourceNamespace: 'olm', startingCSV: csv, installPlanApproval: 'Manual' };
  return [
    { apiVersion: GROUP, kind: 'Subscription', metadata: { ...metadata, name }, spec, status: { currentCSV: csv, installPlanRef: { name: `install-${name}` }, ...status } },
    {
      apiVersion: GROUP, kind: 'ClusterServiceVersion', spec: { version: '1.0.0' }, status: { phase: phases.csv },
      metadata: { ...metadata, name: csv, annotations: { 'operatorframework.io/properties': '{"properties":[]}' } },
    },
    { apiVersion: GROUP, kind: 'InstallPlan', metadata: { ...metadata, name: `install-${name}` }, spec: { clusterServiceVersionNames: [csv] }, status: { phase: phases.plan } },
  ];
}

const INSTALLED = { status: { installedCSV: 'shop.v1.0.0' }, csv: 'Succeeded', plan: 'Complete' };
/** The Subscription does not list the ClusterServiceVersion as installed yet. */
const ADOPTED = { status: {}, csv: 'Succeeded', plan: 'Complete' };
const CATALOG = { apiVersion: GROUP, kind: 'CatalogSource', metadata: { name: 'hub', namespace: 'olm' }, spec: { image: 'example.test/hub:1' } };
/** Objects of the kinds without which a dump is refused, in another namespace. */
const OTHERS = operator('other', { installedCSV: 'other.v1.0.0' }, { csv: 'Succeeded', plan: 'Complete' })
  .map((object) => ({ ...object, metadata: { ...object['metadata'] as object, namespace: 'elsewhere' } }));

function dumpOf(items: readonly object[]): ClusterDump {
  const path = join(mkdtempSync(join(tmpdir(), 'dump-')), 'dump.json');
  writeFileSync(path, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  return ClusterDump.read([path]);
}

const LOCK = lockOf('shop 1.0.0', 'cache 1.0.0');

describe.each([['installed', INSTALLED], ['just installed', ADOPTED]])('a dump of a cluster in which what is locked is %s', (_, { status, csv, plan }) => {
  const objects = [
    ...operator('shop', status, { csv, plan }), ...operator('cache', { installedCSV: 'cache.v1.0.0' }, { csv: 'Succeeded', plan: 'Complete' }), CATALOG,
  ];

  it('does not differ from the lock', async () => {
    expect(await driftOf(dumpOf([...OTHERS, ...objects]), LOCK, { namespace: 'demo' })).toMatchObject({ operators: [], catalogs: [], notes: [], isComplete: true });
  });

  it('does not differ in what it lacks, and says so', async () => {
    await fc.assert(fc.asyncProperty(fc.subarray(objects), async (kept) => {
      const drift = await driftOf(dumpOf([...OTHERS, ...kept]), LOCK, { namespace: 'demo' });
      expect(drift.toLines()).toEqual([]);
      const needed = objects.filter(({ kind }) => kind !== 'InstallPlan');
      expect(drift.isComplete).toBe(needed.every((object) => kept.includes(object)));
      expect(drift.notes.length > 0 || drift.isComplete).toBe(true);
    }), { numRuns: 100 });
  });
});

describe('a dump without some objects', () => {
  const [shop, shopCsv, shopPlan] = operator('shop', {}, { csv: 'Installing', plan: 'RequiresApproval' }) as [object, object, object];
  const notesOf = async (...objects: object[]): Promise<string> => (
    (await driftOf(dumpOf([...OTHERS, ...objects, CATALOG]), lockOf('shop 1.0.0'), { namespace: 'demo' })).notes.join('\n')
  );

  it.each<[string, object[], string]>([
    ['the Subscription and the ClusterServiceVersion', [], 'the Subscription of operator demo/shop;'],
    ['the Subscription', [shopCsv], 'the Subscription of ClusterServiceVersion demo/shop.v1.0.0;'],
    ['the ClusterServiceVersion and the InstallPlan', [shop], 'ClusterServiceVersion demo/shop.v1.0.0, InstallPlan demo/install-shop;'],
    ['the InstallPlan', [shop, shopCsv], 'InstallPlan demo/install-shop;'],
  ])('names %s, with the command that dumps them', async (_, objects, names) => {
    expect(await notesOf(...objects)).toBe(`not in the dump, so not compared with the lock: ${names} \`kubectl get subscriptions.operators.coreos.com,`
      + 'clusterserviceversions.operators.coreos.com,installplans.operators.coreos.com,catalogsources.operators.coreos.com -A -o yaml` dumps them, if they exist');
  });

  it('still shows that an InstallPlan waits for approval', async () => {
    const drift = await driftOf(dumpOf([...OTHERS, shop, shopPlan, CATALOG]), lockOf('shop 1.0.0'), { namespace: 'demo' });
    expect(drift.toLines()).toEqual([expect.stringContaining('InstallPlan demo/install-shop, which installs shop.v1.0.0, requires approval')]);
  });

  it('is no start of an upgrade', async () => {
    const [cache, csv, plan] = operator('cache', {}, { csv: 'Succeeded', plan: 'Complete' }) as [object, object, object];
    const planned = (...kept: object[]): Promise<unknown> => (
      planUpgrade(dumpOf([...OTHERS, ...kept]), cacheLock('1.1.0'), { catalogs: { 'olm/hub': cacheCatalog({ version: '1.0.0' }, { version: '1.1.0' }) } })
    );
    await expect(planned(cache, plan)).rejects.toThrow('operator demo/cache: not in the dump, so it is not known what is installed: ClusterServiceVersion demo/cache.v1.0.0');
    await expect(planned(csv, plan)).rejects.toThrow('the Subscription of ClusterServiceVersion demo/cache.v1.0.0');
    await expect(planned(cache, csv, plan)).resolves.toBeDefined();
  });
});
