import * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { ImageCatalog, type ImageCatalogProps } from '../../constructs/catalogs/image-catalog';
import { takeWarnings } from '../../constructs/model/warnings';
import { ClusterCatalog, type ClusterCatalogProps } from '../../constructs/olm-v1/cluster-catalog';
import { OUTPUT_REMEDY } from '../../formats/options/expected-value';
import { OutputPlaceholders } from './output-placeholders';
import { printableMessage } from '../../text/printable';

/**
 * Validates a construct, everything in it and everything around it, including the checks and policies of its app, against the current contents of the
 * app. Later constructs are validated against this one in turn. Problems with a value that is not known yet are ignored.
 *
 * @throws Error with every problem and the path of its construct
 */
export function checkConstruct(construct: IConstruct, placeholders: OutputPlaceholders): void {
  const problems = [...construct.node.scopes.slice(0, -1), ...construct.node.findAll()]
    .flatMap((child) => child.node.validate().map((problem) => (child.node.path === '' ? problem : `[${child.node.path}] ${problem}`)))
    .filter((problem) => placeholders.pathIn(problem) === undefined);
  if (problems.length === 1) {
    throw new Error(printableMessage(problems[0]!));
  }
  if (problems.length > 1) {
    throw new Error(printableMessage(`${problems.length} problems\n${problems.map((problem) => `  ${problem}`).join('\n')}`));
  }
}

/**
 * Returns a new construct, or explains why it cannot be created with an output in its arguments.
 *
 * @throws the error of the construct, or an Error if an argument must not be an output
 */
export function explainingPlaceholders<Made>(placeholders: OutputPlaceholders, create: () => Made): Made {
  try {
    return create();
  } catch (error) {
    const path = error instanceof Error ? placeholders.pathIn(error.message) : undefined;
    throw path === undefined ? error : outputNotAllowed(path);
  }
}

/**
 * Creates a construct separately from those of the program and validates it, with an argument that was an output and whose value is now known.
 *
 * @param kind name of the construct class, the first part of its path
 * @param name name of the component
 * @throws the error of the construct, or an Error with every problem
 */
export function checkedApart<Made extends IConstruct>(kind: string, name: string, create: (scope: Construct, id: string) => Made): Made {
  const made = create(new Chart(new App(), kind), name.replaceAll('/', '.'));
  checkConstruct(made, new OutputPlaceholders());
  return made;
}

/** Returns the error for an output in an argument that must be a plain value. */
export function outputNotAllowed(path: string): Error {
  return new Error(printableMessage(`${path} must be a plain value, got an Output: ${OUTPUT_REMEDY}`));
}

/**
 * Reports the warnings of a construct, and of all constructs in it, as warnings of a resource, in previews and updates. They are then not printed on
 * stderr.
 */
export function reportWarnings(construct: IConstruct, resource: pulumi.Resource): void {
  takeWarnings(construct.node.findAll()).forEach((warning) => void pulumi.log.warn(printableMessage(warning), resource));
}

/**
 * Checks an image of an `ImageCatalog` that was an output, together with the settings that it must match, and returns the image that is pulled.
 *
 * @param name name of the component, for errors
 * @throws the error of the construct
 */
export function checkedImageCatalogImage(name: string, props: Pick<ImageCatalogProps, 'image' | 'registryMirror' | 'requireDigest' | 'pollInterval' | 'engine'>): string {
  return checkedApart('ImageCatalog', name, (scope, id) => new ImageCatalog(scope, id, props)).image;
}

/**
 * Checks an image of a `ClusterCatalog` that was an output, together with the settings that it must match, and returns it.
 *
 * @param name name of the component, for errors
 * @throws the error of the construct
 */
export function checkedClusterCatalogImage(name: string, props: Pick<ClusterCatalogProps, 'image' | 'pollInterval' | 'olmVersion'>): string {
  checkedApart('ClusterCatalog', name, (scope, id) => new ClusterCatalog(scope, id, props));
  return props.image;
}
