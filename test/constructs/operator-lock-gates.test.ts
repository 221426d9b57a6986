import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { CatalogRef, InstallMode, OperatorLock, type OperatorLockProps, OperatorSubscription, type OperatorSubscriptionProps } from 'olm-constructs';
import type { Catalog } from 'olm-constructs/catalog';
import { ForbiddenRight } from 'olm-constructs/report';
import { synth } from '../builders/synthesized';
import { cacheCatalog } from '../resolve/gates/sample-upgrades';

const SIZE = { size: { type: 'string' } };
const READ_SECRETS = [{ verbs: ['get'], resources: ['secrets'] }];
const OLD = { version: '1.0.0', fields: SIZE };
const WITHOUT_SIZE = cacheCatalog(OLD, { version: '1.1.0', clusterPermissions: READ_SECRETS });

const folder = mkdtempSync(join(tmpdir(), 'olm-lock-gates-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

interface Made {
  readonly chart: Chart;
  readonly lock: OperatorLock;
}

/** An app with a lock, and a Subscription to the operator `cache`. */
function made(content: Catalog, file?: string, props: Partial<OperatorSubscriptionProps> = {}, lockProps: OperatorLockProps = {}): Made {
  const path = join(folder, `${count++}.yaml`);
  if (file !== undefined) {
    writeFileSync(path, file);
  }
  const chart = new Chart(new App(), 'test');
  const lock = new OperatorLock(chart, 'lock', { path, ...lockProps });
  new OperatorSubscription(chart, 'cache', { catalog: CatalogRef.named('hub', 'olm', { content }), packageName: 'cache', ...props });
  return { chart, lock };
}

const LOCKED = made(cacheCatalog(OLD)).lock.resolve().toYaml();
const ACCEPTED = `${LOCKED}    waivers:
      - rule: field-removed
        field: caches.example.test/v1/spec.size
        reason: no object sets it
        version: 1.1.0
      - rule: right-gained
        field: get secrets
        reason: it backs them up
        version: 1.1.0
`;

describe('a lock that moves an operator', () => {
  it('refuses an unsafe change and a forbidden right, with the waivers to add', () => {
    const { lock } = made(WITHOUT_SIZE, LOCKED);

    expect(() => lock.resolve({ updateAll: true })).toThrow([
      "[test/lock] the upgrade of operator 'cache/cache' from 'cache.v1.0.0' to 'cache.v1.1.0' is refused:",
      '  - field-removed caches.example.test/v1/spec.size (cache.v1.0.0 -> cache.v1.1.0): is removed: the API server drops it from objects that are written',
      '  - right-gained get secrets (cache.v1.0.0 -> cache.v1.1.0): may read all Secrets in other namespaces (secrets-across-namespaces)',
      `lock another version, or accept each change: add this to the block of 'cache/cache' in ${lock.path}, fill in the reasons, and run the command again:`,
      '    waivers:',
      '      - rule: field-removed',
      '        field: caches.example.test/v1/spec.size',
      '        reason: ""',
      '        version: 1.1.0',
      '      - rule: right-gained',
      '        field: get secrets',
      '        reason: ""',
      '        version: 1.1.0',
    ].join('\n'));
  });

  it('requires a reason in each waiver', () => {
    expect(() => made(WITHOUT_SIZE, ACCEPTED.replace('it backs them up', '""'))).toThrow(
      ".yaml:24: the waiver for 'right-gained' of 'get secrets' has no reason; set `reason` to why the change is acceptable",
    );
  });

  it('accepts them with waivers, which then belong to the locked version', () => {
    const { lock } = made(WITHOUT_SIZE, ACCEPTED);
    const file = lock.resolve({ updateAll: true });

    expect(file.operators.map(({ csv, waivers }) => [csv, waivers])).toEqual([['cache.v1.1.0', [
      { rule: 'field-removed', field: 'caches.example.test/v1/spec.size', reason: 'no object sets it' },
      { rule: 'right-gained', field: 'get secrets', reason: 'it backs them up' },
    ]]]);
    const { lock: next } = made(WITHOUT_SIZE, file.toYaml());
    expect(next.file!.changesTo(next.resolve())).toEqual([]);
  });

  it('keeps waivers for a later version until it is locked', () => {
    const { lock } = made(WITHOUT_SIZE, ACCEPTED);
    expect(lock.resolve().operators[0]!.waivers.map(({ version }) => version)).toEqual(['1.1.0', '1.1.0']);
  });

  it('does not apply the waivers of an earlier upgrade', () => {
    const { lock } = made(WITHOUT_SIZE, ACCEPTED.replaceAll('        version: 1.1.0\n', ''));
    expect(() => lock.resolve({ updateAll: true })).toThrow("add this to the block of 'cache/cache' in");
  });

  it('drops waivers that match nothing', () => {
    const { lock } = made(cacheCatalog(OLD, { version: '1.1.0', fields: SIZE }), ACCEPTED);
    expect(lock.resolve({ updateAll: true }).operators[0]!.waivers).toEqual([]);
  });

  it('allows the rights that are set, and those in one namespace', () => {
    const content = cacheCatalog({ version: '1.0.0' }, { version: '1.1.0', clusterPermissions: READ_SECRETS });
    const { lock } = made(content, LOCKED, {}, { forbiddenRights: [ForbiddenRight.WILDCARDS] });
    expect(lock.resolve({ updateAll: true }).operators[0]!.version).toBe('1.1.0');

    const inOne = cacheCatalog({ version: '1.0.0' }, { version: '1.1.0', permissions: READ_SECRETS });
    expect(() => made(inOne, LOCKED, { installMode: InstallMode.allNamespaces() }).lock.resolve({ updateAll: true })).toThrow('right-gained get secrets');
    expect(made(inOne, LOCKED).lock.resolve({ updateAll: true }).operators[0]!.version).toBe('1.1.0');
  });

  it('refuses what it cannot check, but only on request', () => {
    const unknown = cacheCatalog({ version: '1.1.0' });
    expect(made(unknown, LOCKED).lock.resolve().operators[0]!.version).toBe('1.1.0');
    expect(() => made(unknown, LOCKED, {}, { requireManifests: true }).lock.resolve()).toThrow('not-checked cache.v1.0.0 (cache.v1.0.0 -> cache.v1.1.0): the catalog has no manifests '
      + 'of it, and they are required');
  });

  it('refuses an unknown right', () => {
    expect(() => made(WITHOUT_SIZE, LOCKED, {}, { forbiddenRights: ['wildcard' as ForbiddenRight] })).toThrow("[test/lock] forbiddenRights[0] must be ForbiddenRight.WILDCARDS ('wildcards'),");
  });
});

describe('synthesis of an app that would move an operator', () => {
  it('fails with the refusal and the difference', () => {
    const { chart } = made(WITHOUT_SIZE, LOCKED, { version: '1.1.0' });

    expect(() => synth(chart)).toThrow("[test/lock] the upgrade of operator 'cache/cache' from 'cache.v1.0.0' to 'cache.v1.1.0' is refused:");
    expect(() => synth(chart)).toThrow('  ~ operator cache/cache: version 1.0.0 -> 1.1.0');
  });
});
