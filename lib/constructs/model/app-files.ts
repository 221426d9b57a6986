import { Chart, YamlOutputType } from 'cdk8s';
import { IConstruct } from 'constructs';
import { groupBy } from '../../text/group-by';
import { apiObjectsIn } from './chart-objects';
import { omitEmptyPaths } from './root-problems';
import { printableValidation } from './printable-validation';

/** Marks fleets, from all copies of this library. */
export const FLEET = Symbol.for('olm-constructs.Fleet');

/** Marks apps whose files are checked, by any copy of this library. */
const CHECKED = Symbol.for('olm-constructs.AppFiles');

/**
 * Adds the check to an app that its own synthesis does not write two objects to the same file, of which only the last would be left. An `App` with a
 * file for each object names it after kind and name only, a `Fleet` does not.
 *
 * @see https://github.com/cdk8s-team/cdk8s-core/blob/2.x/src/app.ts `App.synth`
 */
export function checkAppFiles(construct: IConstruct): void {
  const { root } = construct.node;
  const type = (root as { readonly yamlOutputType?: unknown }).yamlOutputType;
  const hasFolders = type === YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE;
  if (CHECKED in root || FLEET in root || !(hasFolders || type === YamlOutputType.FILE_PER_RESOURCE)) {
    return;
  }
  Object.defineProperty(root, CHECKED, { value: true });
  root.node.addValidation(printableValidation(() => lostObjects(root, hasFolders)));
  omitEmptyPaths(root);
}

function lostObjects(app: IConstruct, hasFolders: boolean): string[] {
  const objects = apiObjectsIn(app.node.findAll()).map(object => {
    const file = `${object.kind}.${object.name}`.replace(/[^0-9a-zA-Z-_.]/g, '');
    // Many file systems ignore case.
    return { path: object.node.path, file, key: `${hasFolders ? Chart.of(object).node.path : ''}/${file.toLowerCase()}` };
  });
  return [...groupBy(objects, ({ key }) => key).values()].filter(same => same.length > 1).map(same => (
    `an App writes ${same.map(({ path }) => `'${path}'`).join(' and ')} to the same file '${same[0]!.file}', and only one of them would be left; create the app with `
    + '`new Fleet()` instead of `new App()`, or set yamlOutputType to YamlOutputType.FILE_PER_CHART'
  ));
}
