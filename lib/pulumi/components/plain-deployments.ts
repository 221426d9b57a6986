import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import { PlainBundleDeployment } from '../../constructs/plain-bundle-deployment';

/** An operator without OLM in a component. */
export interface PlainDeployment {
  /** Construct that creates its objects. */
  readonly construct: IConstruct;

  /** Name for messages. */
  readonly name: string;

  /** Namespace of the operator. */
  readonly namespace: string;

  /** The installed bundle, or undefined if it has neither a name nor a version. */
  readonly bundle: { readonly name: string; readonly version: string } | undefined;

  /** Its objects except CRDs and Namespaces. */
  readonly objects: readonly ApiObject[];

  /** Its Namespaces, beginning with that of the operator. */
  readonly namespaces: readonly ApiObject[];

  /** Its CRDs. */
  readonly crds: readonly ApiObject[];

  /** Whether the CRDs belong to the component, and not to a separate chart. */
  readonly ownsCrds: boolean;
}

/** Returns the operators without OLM in the construct of a component. */
export function plainDeployments(whole: IConstruct): PlainDeployment[] {
  const constructs = whole.node.findAll();
  return constructs.flatMap((construct): PlainDeployment[] => {
    if (PlainBundleDeployment.isPlainBundleDeployment(construct)) {
      return [partsOf(construct, construct.node.id, undefined, construct, whole)];
    }
    if (BundleDeployment.isBundleDeployment(construct) && construct._result.plain !== undefined) {
      const { bundle, namespace, _result: { plain } } = construct;
      return [partsOf(construct, bundle.packageName, { name: bundle.name, version: bundle.version }, { namespace, ...plain }, whole)];
    }
    return [];
  });
}

function partsOf(
  construct: IConstruct, name: string, bundle: PlainDeployment['bundle'],
  { namespace, objects, crds }: Pick<PlainDeployment, 'namespace' | 'objects' | 'crds'>, whole: IConstruct,
): PlainDeployment {
  const isNamespace = ({ kind }: ApiObject): boolean => kind === 'Namespace';
  const namespaces = objects.filter(isNamespace).sort((one, other) => Number(other.name === namespace) - Number(one.name === namespace));
  return {
    construct, name, namespace, bundle, crds, namespaces,
    objects: objects.filter((object) => !isNamespace(object)),
    ownsCrds: crds.some((crd) => crd.node.scopes.includes(whole)),
  };
}
