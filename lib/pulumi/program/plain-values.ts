import * as pulumi from '@pulumi/pulumi';

/**
 * Rejects outputs in an argument whose content is packed into a ConfigMap, where placeholders could not be replaced.
 *
 * @param path path of the argument, such as `OperatorRegistry 'hello': args.deprecations`
 * @throws Error with the path of the first output
 */
export function checkWithoutOutputs(value: unknown, path: string): void {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) {
    throw new Error(`${path} must be a plain value, got an output of another resource: it is part of the catalog, which must be known in a preview`);
  }
  if (typeof value === 'object' && value !== null) {
    Object.entries(value).forEach(([key, item]) => checkWithoutOutputs(item, `${path}.${key}`));
  }
}
