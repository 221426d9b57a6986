import { dumpFile } from '../cli/inspect/dump-file';
import { event, object, subscription } from './waiting/objects';
import { ClusterDump, explain, labelSelector, MissingObjectError, overallVerdict, packagesOf, statusOf, UnknownObjectError } from '../../lib/cluster';

describe('a dump of a cluster', () => {
  const offer = event(0, 'packagemanifests', object('plain', {
    status: { packageName: 'plain', catalogSource: 'cat', catalogSourceNamespace: 'olm', defaultChannel: 'stable', channels: [{ name: 'stable' }] },
  }));
  const dump = ClusterDump.read([dumpFile([event(0, 'subscriptions', subscription()), offer])]);

  it('has a status', async () => {
    const status = await statusOf(dump);
    expect(status.subscriptions).toMatchObject([{ name: 'plain', namespace: 'demo' }]);
    expect(overallVerdict(status)).not.toBe('healthy');
    expect(await statusOf(dump, { selects: labelSelector('app=none')! })).toMatchObject({ subscriptions: [] });
    expect(await statusOf(dump, { namespace: 'elsewhere' })).toMatchObject({ subscriptions: [] });
  });

  it('explains an object, in the namespace that has it', async () => {
    const { object: explained, verdict, chain } = await explain(dump, 'sub/plain');
    expect({ explained, verdict, start: chain.object }).toEqual({
      explained: 'Subscription demo/plain', verdict: expect.stringMatching(/failed|progressing/) as string, start: 'Subscription demo/plain',
    });
  });

  it('refuses an object that does not exist, and lists the existing ones', async () => {
    await expect(explain(dump, 'subscription/other')).rejects.toThrow(new MissingObjectError("Subscription other is not in the dump, so it is not known whether it exists; the dump has: 'plain'"));
    await expect(explain(dump, 'subscription')).rejects.toThrow(UnknownObjectError);
    await expect(explain(dump, 'pod/plain')).rejects.toThrow("'pod/plain' is not KIND/NAME of a kind that can be explained");
  });

  it('lists packages', async () => {
    expect(await packagesOf(dump)).toMatchObject([{ name: 'plain', catalog: 'olm/cat', defaultChannel: 'stable' }]);
  });
});
