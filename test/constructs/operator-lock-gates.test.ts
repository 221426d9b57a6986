import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import {
  CatalogRef, InstallMode, InstallPlanApproval, OperatorLock, type OperatorLockOptions, type OperatorLockProps, OperatorSubscription,
  type OperatorSubscriptionProps,
} from 'olm-constructs';
import type { Catalog } from 'olm-constructs/catalog';
import { ForbiddenRight } from 'olm-constructs/report';
import type { OperatorLockFile } from 'olm-constructs/resolve';
import { synth } from '../builders/synthesized';
import { cacheCatalog, withoutManifests } from '../resolve/gates/sample-upgrades';

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
      `  lock another version, or accept each change: add this to the block of 'cache/cache' in ${lock.path}, fill in the reasons, and run the command again:`,
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
    const unknown = withoutManifests(cacheCatalog(OLD, { version: '1.1.0', fields: SIZE }), '1.0.0');
    expect(made(unknown, LOCKED).lock.resolve({ updateAll: true }).operators[0]!.version).toBe('1.1.0');
    expect(() => made(unknown, LOCKED, {}, { requireManifests: true }).lock.resolve({ updateAll: true })).toThrow('not-checked cache.v1.0.0 (cache.v1.0.0 -> cache.v1.1.0): the catalog has no manifests '
      + 'of it, and they are required');
  });

  it('refuses an unknown right', () => {
    expect(() => made(WITHOUT_SIZE, LOCKED, {}, { forbiddenRights: ['wildcard' as ForbiddenRight] })).toThrow("[test/lock] forbiddenRights[0] must be ForbiddenRight.WILDCARDS ('wildcards'),");
  });
});

describe('a lock that would go back', () => {
  const NEW = { version: '1.1.0', fields: SIZE };
  const BOTH = cacheCatalog(OLD, NEW);
  const NEWEST = made(BOTH).lock.resolve().toYaml();
  const head = "[test/lock] the downgrade of operator 'cache/cache' from 'cache.v1.1.0' to 'cache.v1.0.0' is refused: ";
  const remedy = "; undo this to keep 'cache.v1.1.0', or allow the downgrade: run `olm-constructs lock --allow-downgrade`, or set `allowDowngrade` of OperatorLock.resolve";
  const lost = "catalog 'olm/hub' no longer has 'cache.v1.1.0' with version '1.1.0' in channel 'stable'";

  it.each<[string, Catalog, Partial<OperatorSubscriptionProps>, OperatorLockOptions, string]>([
    ['the catalog lost the version', cacheCatalog(OLD), {}, {}, lost],
    ['the catalog lost the version that is to be updated', cacheCatalog(OLD), {}, { updateAll: true }, lost],
    ['a version is set', BOTH, { version: '1.0.0' }, {}, "the Subscription 'test/cache' is pinned to 'cache.v1.0.0'"],
    ['a CSV is set', BOTH, { startingCsv: 'cache.v1.0.0', approval: InstallPlanApproval.MANUAL }, {}, "the Subscription 'test/cache' is pinned to 'cache.v1.0.0'"],
    ['a range excludes the version', BOTH, { versionRange: '<1.1.0' }, {}, "the Subscription 'test/cache' does not accept version '1.1.0'"],
    ['another catalog is set', BOTH, { catalog: CatalogRef.named('other', 'olm', { content: cacheCatalog(OLD) }) }, {},
      "the Subscription 'test/cache' takes it from catalog 'olm/other' instead of 'olm/hub'"],
  ])('is refused, with the reason, where %s', (_, content, props, options, reason) => {
    expect(() => made(content, NEWEST, props).lock.resolve(options)).toThrow(`${head}${reason}${remedy}`);
    expect(made(content, NEWEST, props).lock.resolve({ ...options, allowDowngrade: true }).operators[0]!.csv).toBe('cache.v1.0.0');
  });

  it('is refused at synthesis, too', () => {
    expect(() => synth(made(BOTH, NEWEST, { version: '1.0.0' }).chart)).toThrow(head);
  });

  it('may not be unsafe even if it is allowed', () => {
    const withoutSize = cacheCatalog({ version: '1.0.0' }, NEW);
    expect(() => made(withoutSize, NEWEST, { version: '1.0.0' }).lock.resolve({ allowDowngrade: true })).toThrow('  - field-removed caches.example.test/v1/spec.size');
  });
});

describe('a lock that OLM would not carry out', () => {
  const content = cacheCatalog(OLD, { version: '1.1.0', fields: SIZE, channel: 'next' });

  it('is refused when it is made, unless a waiver accepts it', () => {
    const refused = (): OperatorLockFile => made(content, LOCKED, { channel: 'next' }).lock.resolve();
    expect(refused).toThrow('  - not-reached cache.v1.1.0 (cache.v1.0.0 -> cache.v1.1.0): OLM does not install it: ');
    expect(refused).toThrow('    waivers:\n      - rule: not-reached\n        field: cache.v1.1.0\n        reason: ""\n        version: 1.1.0');
    const waived = `${LOCKED}    waivers:\n      - rule: not-reached\n        field: cache.v1.1.0\n        reason: installed again\n        version: 1.1.0\n`;
    expect(made(content, waived, { channel: 'next' }).lock.resolve().operators[0]).toMatchObject({
      csv: 'cache.v1.1.0', waivers: [{ rule: 'not-reached', field: 'cache.v1.1.0', reason: 'installed again' }],
    });
  });
});

describe('synthesis of an app that would move an operator', () => {
  it('fails with the refusal and the difference', () => {
    const { chart } = made(WITHOUT_SIZE, LOCKED, { version: '1.1.0' });

    expect(() => synth(chart)).toThrow("[test/lock] the upgrade of operator 'cache/cache' from 'cache.v1.0.0' to 'cache.v1.1.0' is refused:");
    expect(() => synth(chart)).toThrow('  ~ operator cache/cache: version 1.0.0 -> 1.1.0');
  });
});
