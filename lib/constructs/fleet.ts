import { sep } from 'node:path';
import { App, AppProps, Chart, Yaml } from 'cdk8s';
import { fleetFiles } from './fleet-files';
import { optionProblem } from '../formats/options/check-options';
import { writeFiles } from '../formats/output/write-files';
import { printableMessage } from '../text/printable';
import { anyCopy } from './model/any-copy';
import { FLEET } from './model/app-files';
import { exactYaml } from './model/exact-yaml';

/**
 * An app for several clusters. `synth` writes the charts of each `Cluster` to its own folder in `outdir`; charts outside of clusters go to
 * `outdir` itself. All clusters are checked before anything is written.
 *
 * With every `yamlOutputType`, all objects are written, the files sort in the order in which to apply them, and what has the same construct path
 * in several clusters has the same file name there.
 */
export class Fleet extends App {
  /**
   * Whether a value is a `Fleet`, from any copy of this library.
   *
   * @param x the value
   */
  public static isFleet(x: unknown): x is Fleet {
    return typeof x === 'object' && x !== null && FLEET in x;
  }

  /**
   * @param props properties of an `App`
   * @throws Error when a prop is unknown or invalid
   */
  public constructor(props: AppProps = {}) {
    super(checkedProps(props, new.target !== Fleet));
    anyCopy(this);
    Object.defineProperty(this, FLEET, { value: true });
  }

  /**
   * Writes the manifests of all clusters.
   *
   * @throws Error with the problems of all constructs, if clusters have the same charts or objects in opposite orders, if two files would have
   * the same path, or if the folder cannot be written; nothing is written then
   */
  public override synth(): void {
    // cdk8s validates an app and resolves its dependencies when a chart is synthesized.
    this.node.findAll().find((construct): construct is Chart => Chart.isChart(construct))?.toJson();
    const files = fleetFiles(this);
    const contents = new Map(files.map(({ path, objects }) => (
      [`${path.replaceAll(sep, '/')}${this.outputFileExtension}`, Yaml.stringify(...objects.map((object): unknown => exactYaml(object, object.toJson())))]
    )));
    if (this['recordConstructMetadata']) {
      const resources = Object.fromEntries(files.flatMap(({ objects }) => objects).map(({ name, node: { path } }) => [name, { path }]));
      contents.set('construct-metadata.json', JSON.stringify({ version: '1.0.0', resources }));
    }
    writeFiles(this.outdir, contents);
  }
}

/** The class of all apps checks nothing, and a wrong prop would be an error of JavaScript, or none. */
function checkedProps(props: AppProps, isSubclass: boolean): AppProps {
  const problem = optionProblem({ what: 'props of Fleet', isOpen: isSubclass }, 'AppProps', props);
  if (problem !== undefined) {
    throw new Error(printableMessage(problem));
  }
  return props;
}
