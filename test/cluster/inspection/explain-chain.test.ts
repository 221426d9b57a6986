import { explainObject } from '../../../lib/cluster/inspection/explain/explain';
import { linksOf } from '../../../lib/cluster/inspection/explain/chain-link';
import { SUBSCRIPTIONS } from '../../../lib/cluster/waiting/view/api-resource';
import { FAILURES, eventsOf } from '../waiting/operator/failures';
import { DEMO } from '../waiting/objects';
import { imageOf, serverDeployment } from '../waiting/olm/packageserver';
import { contentAt, dumpedCluster, dumpOfObjects, START } from './dumped-cluster';
import { HEALTHY_CLUSTERS } from './healthy-clusters';

const DAY = 24 * 3_600_000;

describe('the chain of an explanation shows where it broke', () => {
  const dumps = FAILURES.map((failure) => [failure.title, dumpedCluster(contentAt(eventsOf(failure), Infinity))] as const);

  it.each(dumps.filter(([, objects]) => objects.some(({ kind, object }) => kind.kind === 'Subscription' && object.metadata.name === 'plain')))('when %s', async (_, objects) => {
    const { verdict, brokenAt, chain } = await explainObject({ resource: SUBSCRIPTIONS, name: 'plain', namespace: DEMO }, dumpOfObjects(objects), START + DAY);
    expect(verdict === 'failed' ? brokenAt : chain.object).toBeDefined();
  });

  it.each<[string, Parameters<typeof serverDeployment>[1]]>([
    ['runs another image', { image: imageOf('0.45.0') }],
    ['is not available', { available: 0 }],
  ])('when packageserver %s', async (_, parts) => {
    const [changed] = dumpedCluster([serverDeployment(0, parts)]);
    const olm = HEALTHY_CLUSTERS.find(({ title }) => title === 'OLM itself')!.objects();
    const objects = olm.map((found) => (found.kind.kind === 'Deployment' && found.object.metadata.name === 'packageserver' ? changed! : found));
    const explained = await explainObject({ name: 'olm' }, dumpOfObjects(objects), START + DAY);
    expect(explained).toMatchObject({ verdict: 'failed', brokenAt: 'Deployment olm/packageserver' });
    expect(linksOf(explained.chain).find(({ object }) => object === explained.brokenAt)?.mark).not.toBe('ok');
  });
});
