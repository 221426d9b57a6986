import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainObject } from '../../lib/cluster/inspection/explain/explain';
import { CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, INSTALL_PLANS, SUBSCRIPTIONS } from '../../lib/cluster/waiting/view/api-resource';
import { dumpOfObjects } from '../cluster/inspection/dumped-cluster';

/** The guide's command for a dump has every kind that is read, so that a dump made by it lacks nothing. */

const GUIDE = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'dumps.md'), 'utf8');

const [, KINDS = ''] = /^kubectl get (namespaces[^ ]*) /m.exec(GUIDE.replaceAll('\\\n', '')) ?? [];

test.each([SUBSCRIPTIONS, INSTALL_PLANS, CLUSTER_SERVICE_VERSIONS, CATALOG_SOURCES, undefined])('the command of the guide dumps what explains %j', async (resource) => {
  const crd = { kind: { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' }, object: { metadata: { name: 'subscriptions.operators.coreos.com' } } };
  const object = { metadata: { name: 'shop', namespace: 'shop' }, status: { phase: 'Failed' } };
  const dump = dumpOfObjects(resource === undefined ? [crd] : [{ kind: resource, object }]);
  const { notDumped } = await explainObject({ name: 'shop', namespace: 'shop', ...(resource === undefined ? {} : { resource }) }, dump, 0);
  expect(notDumped!.kinds.length).toBeGreaterThan(2);
  expect(KINDS.split(',')).toEqual(expect.arrayContaining([...notDumped!.kinds]));
});
