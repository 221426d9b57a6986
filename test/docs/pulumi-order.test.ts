import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bundle } from '../../lib/bundle';
import { operatorRemoval } from '../../lib/cluster/waiting/removal/operator-removal';
import { DefaultCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription } from '../../lib/pulumi';
import { generatedSubscription, installedOperator, operatorCsv, ownSubscription } from '../cluster/waiting/dependency-objects';
import { DEMO, event, object } from '../cluster/waiting/objects';
import { simulate } from '../cluster/waiting/simulated-cluster';
import { Program } from '../pulumi/program';

const ROOT = join(__dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'explanations', 'pulumi-order.md'), 'utf8');
const DIAGRAM = /```mermaid\n([^]*?)```/.exec(PAGE)![1]!;

/** Resource of each node in the diagram. */
const RESOURCES: { readonly [box: string]: string } = {
  crds: 'olm/CustomResourceDefinition-subscriptions.operators.coreos.com', namespaces: 'olm/Namespace-olm', olmnamespaces: 'olm/OperatorPlace-olm', config: 'olm/OLMConfig-cluster',
  controllers: 'olm/Deployment-catalog-operator', olmready: 'olm/OlmReady', parts: 'catalog/Part0', registry: 'catalog/Deployment', source: 'catalog/CatalogSource',
  catalogready: 'catalog/CatalogReady', namespace: 'hello/Namespace', group: 'hello/OperatorGroup', operatornamespace: 'hello/OperatorPlace',
  subscription: 'hello/Subscription', ready: 'hello/OperatorReady',
};

test('each arrow in the diagram of the explanation is a dependency between resources', async () => {
  const { registered } = await Program.run(() => {
    const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none() });
    const registry = new OperatorRegistry('catalog', { olm, bundles: [Bundle.fromDirectory(join(ROOT, 'examples', 'quickstart', 'bundle'))] });
    new OperatorSubscription('hello', { catalog: registry, version: '0.1.0' });
  });
  const direct = new Map(registered.map(({ name, after }) => [name, after]));
  const comesAfter = (name: string, other: string, seen = new Set<string>()): boolean => (direct.get(name) ?? []).some((before) => {
    const isNew = !seen.has(before);
    seen.add(before);
    return before === other || (isNew && comesAfter(before, other, seen));
  });
  const arrows = [...DIAGRAM.matchAll(/^ {2}(\w+)\S*(?:\[[^\]]*\]|\(\[[^\]]*\]\))? --> (\w+)/gm)].map(([, from, to]) => [from!, to!] as const)
    .filter(([, to]) => to !== 'yours');
  expect(arrows.length).toBeGreaterThan(15);
  expect(arrows.flatMap((arrow) => arrow).filter((box) => RESOURCES[box] === undefined || !direct.has(RESOURCES[box]))).toEqual([]);
  expect(arrows.filter(([from, to]) => !comesAfter(RESOURCES[to]!, RESOURCES[from]!))).toEqual([]);
});

test('the explanation shows the line that a removal prints about a dependency', () => {
  const events = [
    ...installedOperator(ownSubscription('needy'), operatorCsv('needy', { requires: ['plain'] })),
    ...installedOperator(generatedSubscription('plain'), operatorCsv('plain')),
  ];
  const { verdict } = simulate(operatorRemoval({ namespace: DEMO, subscription: 'needy' }), events, {
    onAction: ({ target: { resource, name } }, now) => [event(now + 500, resource.plural, object(name), 'DELETED')],
  });
  const left = verdict.kind === 'done' ? verdict.outcome.left.map((found) => `removal of operator demo/needy: left ${found.object}: ${found.reason}`) : [];
  expect(left).toContain(/^removal of operator team-a\/needy: left Subscription .*$/m.exec(PAGE)?.[0].replace(/team-a/g, DEMO).replaceAll('-alpha-shop-olm', '-alpha-cat-demo'));
});
