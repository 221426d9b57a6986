import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bundle, DefaultCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription } from '../../lib/pulumi';
import { Program } from '../pulumi/program';

/** The picture of the guide is what the program beside it makes. */

const ROOT = join(__dirname, '..', '..');
const GUIDE = readFileSync(join(ROOT, 'docs', 'guides', 'up-and-destroy.md'), 'utf8');
const PICTURE = /```mermaid\n([^]*?)```/.exec(GUIDE)![1]!;

/** A resource that stands for each box of the picture. */
const RESOURCES: { readonly [box: string]: string } = {
  crds: 'olm/CustomResourceDefinition-subscriptions.operators.coreos.com', namespaces: 'olm/Namespace-olm', olmplaces: 'olm/OperatorPlace-olm', config: 'olm/OLMConfig-cluster',
  controllers: 'olm/Deployment-catalog-operator', olmready: 'olm/OlmReady', parts: 'catalog/Part0', registry: 'catalog/Deployment', source: 'catalog/CatalogSource',
  catalogready: 'catalog/CatalogReady', namespace: 'hello/Namespace', group: 'hello/OperatorGroup', place: 'hello/OperatorPlace',
  subscription: 'hello/Subscription', ready: 'hello/OperatorReady',
};

test('each arrow of the picture is an order of resources', async () => {
  const { registered } = await Program.run(() => {
    const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none() });
    const registry = new OperatorRegistry('catalog', { olm, bundles: [Bundle.fromDirectory(join(ROOT, 'examples', 'quickstart', 'bundle'))] });
    new OperatorSubscription('hello', { registry, version: '0.1.0' });
  });
  const direct = new Map(registered.map(({ name, after }) => [name, after]));
  const comesAfter = (name: string, other: string, seen = new Set<string>()): boolean => (direct.get(name) ?? []).some((before) => {
    const isNew = !seen.has(before);
    seen.add(before);
    return before === other || (isNew && comesAfter(before, other, seen));
  });
  const arrows = [...PICTURE.matchAll(/^ {2}(\w+)\S*(?:\[[^\]]*\]|\(\[[^\]]*\]\))? --> (\w+)/gm)].map(([, from, to]) => [from!, to!] as const)
    .filter(([, to]) => to !== 'yours');
  expect(arrows.length).toBeGreaterThan(15);
  expect(arrows.flatMap((arrow) => arrow).filter((box) => RESOURCES[box] === undefined || !direct.has(RESOURCES[box]))).toEqual([]);
  expect(arrows.filter(([from, to]) => !comesAfter(RESOURCES[to]!, RESOURCES[from]!))).toEqual([]);
});
