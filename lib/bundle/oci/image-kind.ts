import { BundleErrorCode } from '../../bundle-error';
import { refusal } from '../refusal';

const BUNDLE_PACKAGE = 'operators.operatorframework.io.bundle.package.v1';
const CATALOG_FOLDER = 'operators.operatorframework.io.index.configs.v1';
const SQLITE_DATABASE = 'operators.operatorframework.io.index.database.v1';

/** The labels of an image. */
export interface Labels {
  readonly [label: string]: string;
}

/**
 * Checks that an image is one of a bundle. What an image is, its labels say, as for `opm render`: an image without them is no bundle
 * for OLM's tools, whatever files it holds.
 *
 * @throws BundleError when it is something else, with the name of what it is
 */
export function checkBundleLabels(source: string, labels: Labels): void {
  if (Object.hasOwn(labels, CATALOG_FOLDER)) {
    const message = `this is the image of a catalog, which it holds in ${JSON.stringify(labels[CATALOG_FOLDER])}, and not that of a bundle; `
      + 'name the image of one of its bundles';
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  if (Object.hasOwn(labels, BUNDLE_PACKAGE)) {
    return;
  }
  if (Object.hasOwn(labels, SQLITE_DATABASE)) {
    const message = 'this is the image of a catalog in an SQLite database, which OLM no longer reads, and not that of a bundle; '
      + 'name the image of one of its bundles';
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  throw refusal(source, BundleErrorCode.IMAGE, `this is no image of a bundle: it lacks the label ${BUNDLE_PACKAGE}; ${foundLabels(labels)}`);
}

/**
 * The folder of an image of a catalog in which the catalog stands, without slashes at its ends; empty when it is the root.
 *
 * @throws BundleError when the image is not one of a catalog, or the folder leads out of it
 */
export function catalogFolder(source: string, labels: Labels): string {
  const folder = Object.hasOwn(labels, CATALOG_FOLDER) ? labels[CATALOG_FOLDER]! : undefined;
  if (folder === undefined) {
    const what = Object.hasOwn(labels, BUNDLE_PACKAGE) ? `it is that of a bundle of the package ${JSON.stringify(labels[BUNDLE_PACKAGE])}` : foundLabels(labels);
    throw refusal(source, BundleErrorCode.IMAGE, `this is no image of a catalog: it lacks the label ${CATALOG_FOLDER}; ${what}`);
  }
  const steps = folder.split('/').filter((step) => step !== '' && step !== '.');
  if (steps.includes('..')) {
    const message = `the label ${CATALOG_FOLDER} names ${JSON.stringify(folder)}, which leads out of the image; do not trust this image`;
    throw refusal(source, BundleErrorCode.UNSAFE_ENTRY, message);
  }
  return steps.join('/');
}

function foundLabels(labels: Labels): string {
  const names = Object.keys(labels).sort();
  const listed = names.slice(0, 20).map((name) => (name.length > 100 ? `${name.slice(0, 100)}…` : name)).join(', ');
  return names.length === 0 ? 'it has no labels' : `its labels are ${listed}${names.length > 20 ? ' and more' : ''}`;
}
