import { Action } from '../../../../lib/cluster/waiting/view/action';
import { objectsRemoval, ObjectsRemovalOptions } from '../../../../lib/cluster/waiting/removal/objects-removal';
import { deployment, event, object } from '../objects';
import { actionTitles, ClusterEvent, simulate, SimulatedWait, Simulation } from '../simulated-cluster';

const CATALOG = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', namespace: 'demo', name: 'cat' };
const SERVER = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'demo', name: 'cat-server' };

const EXISTING = [event(0, 'catalogsources', object('cat')), event(0, 'deployments', deployment('cat-server', 1))];

/** Deletes the CatalogSource after 2 seconds, the Deployment after 5. */
function deleting({ target: { resource, name } }: Action, now: number): ClusterEvent[] {
  return [event(now + (resource.kind === 'Deployment' ? 5_000 : 2_000), resource.plural, object(name), 'DELETED')];
}

function remove(options: Partial<ObjectsRemovalOptions> = {}, events = EXISTING, simulation: Simulation = {}): SimulatedWait<unknown> {
  return simulate(objectsRemoval({ title: 'catalog demo/cat', objects: [CATALOG, SERVER], ...options }), events, { onAction: deleting, ...simulation });
}

describe('the removal of the objects of a catalog', () => {
  it('deletes all at the same time, and waits until they are gone', () => {
    const removal = remove();
    expect(actionTitles(removal)).toEqual(['delete CatalogSource cat', 'delete Deployment cat-server']);
    expect(removal.lines).toEqual([
      '0.3 removal of catalog demo/cat: deleting, waiting for CatalogSource demo/cat and Deployment demo/cat-server to be deleted',
      '2.3 removal of catalog demo/cat: deleting for 2 s, waiting for Deployment demo/cat-server to be deleted',
    ]);
    expect([removal.verdict, removal.at]).toEqual([expect.objectContaining({
      kind: 'done', outcome: { removed: ['CatalogSource demo/cat', 'Deployment demo/cat-server'], left: [] },
    }), 5_000]);
  });

  it('is done at once if none of them exists', () => {
    const { verdict, at, lines } = remove({}, []);
    expect([verdict, at, lines]).toEqual([expect.objectContaining({ kind: 'done', outcome: { removed: [], left: [] } }), 0, []]);
  });

  it('waits until everything is listed, and deletes nothing before', () => {
    const { actions, verdict, lines } = remove({}, EXISTING, { problems: { 'deployments.apps': 'unreachable' } });
    expect([actions, verdict.kind]).toEqual([[], 'failed']);
    expect(lines).toContainEqual(expect.stringContaining('waiting for the initial lists from the API server'));
  });

  it('reports objects of kinds that no catalog consists of, and does not delete them', () => {
    const widget = { apiVersion: 'demo.test/v1', kind: 'Widget', name: 'mine' };
    const { verdict } = remove({ objects: [widget, { ...widget, namespace: 'demo' }] });
    expect(verdict).toMatchObject({ kind: 'done', outcome: { removed: [], left: [
      { object: 'Widget mine', reason: 'not a kind that OLM or a catalog consists of; delete it with kubectl' },
      { object: 'Widget demo/mine', reason: 'not a kind that OLM or a catalog consists of; delete it with kubectl' },
    ] } });
  });

  it('removes finalizers after a minute, with force only', () => {
    const stuck = [event(0, 'catalogsources', object('cat', { metadata: { deletionTimestamp: 'now', finalizers: ['demo.test/backup'] } }))];
    const forced = remove({ force: true, objects: [CATALOG] }, stuck);
    expect(actionTitles(forced)).toEqual(['remove-finalizers CatalogSource cat']);
    expect(forced.at).toBeGreaterThanOrEqual(60_000);
    const waited = remove({ objects: [CATALOG] }, stuck);
    expect(actionTitles(waited)).toEqual([]);
    expect([waited.verdict.kind, waited.at]).toEqual(['failed', 5 * 60_000]);
  });
});
