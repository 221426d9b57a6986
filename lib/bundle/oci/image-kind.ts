import { BundleErrorCode } from '../model/bundle-error';
import { refusal } from '../files/refusal';
import { BUNDLE_ANNOTATION, CATALOG_FOLDER_LABEL, FRAMEWORK_PREFIX } from '../model/annotation-keys';

const SQLITE_DATABASE = `${FRAMEWORK_PREFIX}.index.database.v1`;

/** Labels of an image. */
export interface Labels {
  readonly [label: string]: string;
}

/**
 * Checks that an image is a bundle image. Its labels decide, as in `opm render`: without them OLM's tools do not accept an image as a bundle,
 * regardless of the files it contains.
 *
 * @throws BundleError if it is a different kind of image, naming that kind
 */
export function checkBundleLabels(source: string, labels: Labels): void {
  if (Object.hasOwn(labels, CATALOG_FOLDER_LABEL)) {
    const message = `this is a catalog image (its catalog is in ${JSON.stringify(labels[CATALOG_FOLDER_LABEL])}), not a bundle image; `
      + 'specify the image of one of its bundles';
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  if (Object.hasOwn(labels, BUNDLE_ANNOTATION.PACKAGE)) {
    return;
  }
  if (Object.hasOwn(labels, SQLITE_DATABASE)) {
    const message = 'this is a catalog image with an SQLite database, which OLM no longer reads, not a bundle image; '
      + 'specify the image of one of its bundles';
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  throw refusal(source, BundleErrorCode.IMAGE, `this is not a bundle image: it has no label ${BUNDLE_ANNOTATION.PACKAGE}; ${foundLabels(labels)}`);
}

/**
 * Returns the folder of the catalog in a catalog image, without leading or trailing slashes, or an empty string for the root.
 *
 * @throws BundleError if the image is not a catalog image, or the folder is outside of it
 */
export function catalogFolder(source: string, labels: Labels): string {
  const folder = Object.hasOwn(labels, CATALOG_FOLDER_LABEL) ? labels[CATALOG_FOLDER_LABEL]! : undefined;
  if (folder === undefined) {
    const what = Object.hasOwn(labels, BUNDLE_ANNOTATION.PACKAGE) ? `it is a bundle image of package ${JSON.stringify(labels[BUNDLE_ANNOTATION.PACKAGE])}` : foundLabels(labels);
    throw refusal(source, BundleErrorCode.IMAGE, `this is not a catalog image: it has no label ${CATALOG_FOLDER_LABEL}; ${what}`);
  }
  const steps = folder.split('/').filter((step) => step !== '' && step !== '.');
  if (steps.includes('..')) {
    const message = `the label ${CATALOG_FOLDER_LABEL} is ${JSON.stringify(folder)}, which leads outside the image; do not trust this image`;
    throw refusal(source, BundleErrorCode.UNSAFE_ENTRY, message);
  }
  return steps.join('/');
}

function foundLabels(labels: Labels): string {
  const names = Object.keys(labels).sort();
  const listed = names.slice(0, 20).map((name) => (name.length > 100 ? `${name.slice(0, 100)}…` : name)).join(', ');
  return names.length === 0 ? 'it has no labels' : `its labels are ${listed}${names.length > 20 ? ' and more' : ''}`;
}
