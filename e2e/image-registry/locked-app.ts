import { App, Chart } from 'cdk8s';
import { ImageCatalog, OperatorLock, OperatorSubscription } from 'olm-constructs';
import { Catalog } from 'olm-constructs/catalog';

/** A program for tests: an app with a lock, whose catalog is the image in CATALOG_IMAGE, and which accepts the versions in VERSION_RANGE. */
async function main(): Promise<void> {
  const { CATALOG_IMAGE: image = '', VERSION_RANGE: versionRange = '', LOCK_FILE: path = '' } = process.env;
  const content = await Catalog.fetch(image, { cache: false });
  const app = new App();
  const chart = new Chart(app, 'platform');
  new OperatorLock(chart, 'lock', { path });
  const catalog = new ImageCatalog(chart, 'catalog', { name: 'hub', image, content });
  new OperatorSubscription(chart, 'shop', { catalog, packageName: 'shop', versionRange });
  app.synth();
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
