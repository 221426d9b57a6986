import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { CatalogRef, DefaultCatalog, OlmInstallation, OperatorLock, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { AppChecks, AppFinding } from 'olm-constructs/gitops';
import { OperatorLockFile } from 'olm-constructs/resolve';
import { LOCK_COMMAND_VARIABLE } from '../../../lib/constructs/model/lock-command';
import { crdOf } from '../../builders/bundle-of';
import { object, operator } from '../../builders/operator-objects';

const TWO_VERSIONS = ['1.0.0', '2.0.0'] as const;

/** An operator whose version 2 drops the field `spec.color`. */
function versionsOf(name: string, kind: string, requires?: string): Bundle[] {
  return TWO_VERSIONS.map((version) => operator(name, kind, {
    version,
    ...(version === '1.0.0' ? {} : { replaces: `${name}.v1.0.0` }),
    files: {
      'manifests/crd.yaml': crdOf(kind, {
        type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' }, ...(version === '1.0.0' ? { color: { type: 'string' } } : {}) } } },
      }),
      ...(requires === undefined ? {} : { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: requires, version: `<=${version}` } }] } }),
    },
  }));
}

const SHOP = versionsOf('shop', 'Shop', 'cache');
const CACHE = versionsOf('cache', 'Cache');
const FIRST = Catalog.fromBundles([SHOP[0]!, CACHE[0]!]);
const BOTH = Catalog.fromBundles([...SHOP, ...CACHE]);

let folder: string;
beforeEach(() => folder = mkdtempSync(join(tmpdir(), 'olm-locked-checks-')));
afterEach(() => {
  delete process.env[LOCK_COMMAND_VARIABLE];
  rmSync(folder, { recursive: true });
});

/** An app that subscribes to the shop, which requires the cache, and has an object of each. */
function appOf(content: Catalog, spec: object, withLock = true): { readonly app: App; readonly lock: OperatorLock | undefined } {
  const app = new App({ outdir: join(folder, 'dist') });
  const chart = new Chart(app, 'chart');
  new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
  const lock = withLock ? new OperatorLock(chart, 'lock', { path: join(folder, 'olm.lock.yaml') }) : undefined;
  new OperatorSubscription(chart, 'subscription', { catalog: CatalogRef.named('hub', 'olm', { content }), packageName: 'shop', namespace: 'shop' });
  ['Shop', 'Cache'].forEach((kind) => object(chart, kind.toLowerCase(), 'example.test/v1', kind, 'shop', spec));
  return { app, lock };
}

function findingsIn(app: App): AppFinding[] {
  return AppChecks.report(app).findings.filter(({ id }) => id === 'custom-resource-invalid');
}

function lockTo(content: Catalog): void {
  writeFileSync(join(folder, 'olm.lock.yaml'), appOf(content, {}).lock!.resolve().toYaml());
}

/** Locks to the first versions, in a catalog that has both. */
function lockToFirst(): void {
  lockTo(FIRST);
  const kept = appOf(BOTH, {}).lock!.resolve();
  expect(kept.operators.map(({ csv }) => csv)).toEqual(['cache.v1.0.0', 'shop.v1.0.0']);
  writeFileSync(join(folder, 'olm.lock.yaml'), kept.toYaml());
}

describe('custom resources of locked operators', () => {
  it('are checked against the locked version, not the head of the channel, also those of a dependency', () => {
    expect(findingsIn(appOf(BOTH, { color: 'red' }, false).app).map(({ paths }) => paths)).toEqual([['chart/shop']]);
    lockToFirst();
    expect(findingsIn(appOf(BOTH, { color: 'red' }).app)).toEqual([]);
  });

  it('have findings that name the locked version, the field, and the command that changes the lock', () => {
    lockTo(BOTH);
    expect(findingsIn(appOf(BOTH, { color: 'red' }).app)).toMatchObject(['Shop', 'Cache'].map((kind) => {
      const name = kind.toLowerCase();
      return {
        paths: [`chart/${name}`],
        message: `the API server refuses ${kind} '${name}' under the CustomResourceDefinition '${name}s.example.test' of the locked bundle '${name}.v2.0.0': `
          + "spec.color: is unknown; known fields: 'size'",
        remedy: `fix the object, or lock a version of package '${name}' that accepts it, with \`olm-constructs lock --update ${name}\``,
      };
    }));
  });

  it('are also checked against the locked version if the lock is passed to the Subscription', () => {
    lockToFirst();
    const app = new App();
    const chart = new Chart(app, 'chart');
    new OperatorSubscription(chart, 'subscription', {
      catalog: CatalogRef.named('hub', 'olm', { content: BOTH }), packageName: 'shop', namespace: 'shop', lock: OperatorLockFile.fromFile(join(folder, 'olm.lock.yaml')),
    });
    new ApiObject(chart, 'cache', { apiVersion: 'example.test/v1', kind: 'Cache', metadata: { name: 'cache', namespace: 'shop' }, spec: { colour: 'red' } });
    expect(findingsIn(app).map(({ message }) => message)).toEqual([
      "the API server refuses Cache 'cache' under the CustomResourceDefinition 'caches.example.test' of the locked bundle 'cache.v1.0.0': spec.colour: is unknown; "
        + "known fields: 'size', 'color'",
    ]);
  });

  it('do not keep `olm-constructs lock` from making the lock, before which no version is chosen', () => {
    lockToFirst();
    process.env[LOCK_COMMAND_VARIABLE] = JSON.stringify({ folder: join(folder, 'answers'), update: [] });
    const { app } = appOf(BOTH, { color: 'red' });
    AppChecks.add(app, { strict: true, waivers: [{ id: 'engines-in-cluster', reason: 'until the database has moved' }] });
    expect(() => app.synth()).not.toThrow();
    expect(readdirSync(join(folder, 'answers'))).toHaveLength(1);
  });
});
