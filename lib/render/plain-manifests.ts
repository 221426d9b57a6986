import type { Bundle } from '../bundle/bundle';
import { checkArguments } from '../formats/options/check-arguments';
import type { IPlainRendering } from '../report/plain-install-rules';
import { type PlainManifestsOptions, type RenderedOperator, renderOperator } from './render-operator';

/**
 * An operator as plain Kubernetes objects, which need no OLM in the cluster: those that OLM v1 creates from its bundle.
 *
 * The same bundle and options always result in the same objects.
 */
export class PlainManifests implements IPlainRendering {
  /**
   * Renders a bundle of any size.
   *
   * @param bundle bundle of the operator
   * @param options namespaces, certificates and changes to the Deployments
   * @throws RenderError with everything that prevents the installation: in the bundle, with file and line, and in the options
   */
  public static render(bundle: Bundle, options: PlainManifestsOptions): PlainManifests {
    checkArguments('PlainManifests.render', { bundle });
    const rendered = renderOperator(bundle, options);
    return new PlainManifests(bundle, options.installNamespace, rendered);
  }

  /** Rendered bundle. */
  public readonly bundle: Bundle;

  /** Namespace of the operator. */
  public readonly installNamespace: string;

  /** Namespaces that the operator watches, or an empty list if it watches all. */
  public readonly targetNamespaces: string[];

  /**
   * The objects in the order of OLM v1: service accounts, roles and bindings, CustomResourceDefinitions, other objects of the bundle, Deployments,
   * webhook configurations, their Services, and their certificates. Integers beyond 2^53 are of type `bigint`.
   */
  public readonly objects: { [field: string]: unknown }[];

  private constructor(bundle: Bundle, installNamespace: string, { objects, targetNamespaces }: RenderedOperator) {
    this.bundle = bundle;
    this.installNamespace = installNamespace;
    this.targetNamespaces = targetNamespaces.filter((namespace) => namespace !== '');
    this.objects = objects.map((object) => ({ ...object }));
  }
}
