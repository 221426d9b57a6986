import * as pulumi from '@pulumi/pulumi';
import { ApiObject } from 'cdk8s';
import type { LateProps } from './component-args';
import { isClusterScoped } from './cluster-scoped';
import { ConstructComponent } from './construct-component';
import { OlmReady } from './dynamic/olm-ready';
import { OperatorPlace } from './dynamic/operator-place';
import type { OlmWaitArgs } from './dynamic/wait-args';
import { existingObject } from './existing-object';
import type { Custody, ExistingObject } from './existing-object';
import { olmCustody, olmPlaceInputs, ownPlaces, placeId } from './olm-places';
import { readyWith } from './readiness';
import { CatalogRef } from '../constructs/catalog-ref';
import { OlmInstallation as Installation } from '../constructs/olm-installation';
import type { OlmInstallationProps } from '../constructs/olm-installation-props';
import type { OlmVersion } from '../olm/olm-version';

/** The props that decide what is made, or that the names of resources follow from. */
type Decisive = 'release' | 'version' | 'namespace' | 'operatorNamespace' | 'catalogNamespace' | 'defaultCatalog' | 'servingCertificates';

/** Which OLM an `OlmInstallation` installs: the props of the construct, with outputs of other resources where they may be. */
export interface OlmInstallationArgs extends LateProps<Omit<OlmInstallationProps, 'crdScope'>, Decisive> {
  /**
   * How to wait until OLM runs, and what becomes of it on `pulumi destroy`; false for neither.
   *
   * @default - waits in the cluster that kubectl would take
   */
  readonly wait?: OlmWaitArgs | false;

  /**
   * What to do where the Namespaces are there already.
   *
   * @default 'fail'
   */
  readonly existingNamespaces?: ExistingObject;
}

/**
 * The Operator Lifecycle Manager: its CRDs, controllers, permissions, namespaces and default catalog, as a release of OLM has them.
 *
 * Make it before the components that use it: they come after its CRDs and namespaces.
 */
export class OlmInstallation extends ConstructComponent<Installation> {
  /** The release that is installed; undefined for one that the library does not know. */
  public readonly version: OlmVersion | undefined;

  /** The namespace that OLM's own pods run in. */
  public readonly namespace: string;

  /** The namespace for operators that watch all namespaces. */
  public readonly operatorNamespace: string;

  /** The namespace whose catalogs every namespace sees. */
  public readonly catalogNamespace: string;

  /** The default catalog, for subscriptions; undefined when it is left out. */
  public readonly defaultCatalogRef: CatalogRef | undefined;

  /** Remove the Namespaces once nobody uses them; none when nothing is waited for, or they are others'. */
  public readonly places: readonly OperatorPlace[];

  /** Waits until OLM runs, and removes it in order; undefined when nothing is waited for. */
  public readonly ready: OlmReady | undefined;

  /**
   * @param name the name of the component, and the first part of its resources' names
   * @param args which OLM, and where
   * @param options of the component; they count for its resources too
   * @throws Error when the cluster gets a second OLM, an argument is malformed, or the release cannot do what it asks for
   */
  public constructor(name: string, args: OlmInstallationArgs = {}, options: pulumi.ComponentResourceOptions = {}) {
    const { wait, existingNamespaces = 'fail', ...rest } = args;
    super('OlmInstallation', name, rest, options, (scope, id, plain) => new Installation(scope, id, plain));
    const existing = existingObject(existingNamespaces, `[${this._construct.node.path}] existingNamespaces`);
    const custody = olmCustody(this._construct, existing, this.waits(wait));
    this.places = this.#makePlaces(name, wait, custody);
    this.register(this._construct, custody);
    this.version = this._construct.version;
    this.namespace = this._construct.namespace;
    this.operatorNamespace = this._construct.operatorNamespace;
    this.catalogNamespace = this._construct.catalogNamespace;
    this.defaultCatalogRef = this._construct.defaultCatalogRef;
    this.ready = this.waiter(wait, [], (settings, waiterOptions) => new OlmReady(`${name}/OlmReady`, {
      ...settings, objects: clusterObjects(this._construct),
    }, waiterOptions));
    this._app.olmReady = this.ready;
    readyWith(this.ready, this._construct);
    this.registerOutputs({
      namespace: this.namespace, operatorNamespace: this.operatorNamespace, catalogNamespace: this.catalogNamespace,
    });
  }

  /** Makes the Namespaces, and what removes each when nobody uses it any longer. */
  #makePlaces(name: string, wait: OlmWaitArgs | false | undefined, custody: ReadonlyMap<ApiObject, Custody>): OperatorPlace[] {
    this._construct.namespaces.forEach((namespace) => this.register(namespace, custody));
    return ownPlaces(custody).flatMap((namespace) => {
      const place = this.waiter(wait, [], (settings, options) => (
        new OperatorPlace(`${name}/${placeId(namespace)}`, olmPlaceInputs(namespace.name, settings), options)
      ));
      readyWith(place, namespace);
      this._app.places.set(namespace.name, namespace);
      return place ?? [];
    });
  }
}

/**
 * The objects of an installation that go with it, as the cluster has them: those of the cluster are in no namespace. The Namespaces are places, and
 * go when nobody uses them.
 *
 * @internal
 */
export function clusterObjects(construct: Installation): { [field: string]: unknown }[] {
  const objects = construct.node.findAll().filter((child): child is ApiObject => ApiObject.isApiObject(child));
  return objects.filter((object) => !construct.namespaces.includes(object)).map((object) => {
    const { metadata: { namespace, ...metadata }, ...rest } = object.toJson() as { metadata: { namespace?: string } };
    const isNamespaced = namespace !== undefined && !isClusterScoped(object.apiGroup, object.kind);
    return { ...rest, metadata: { ...metadata, ...(isNamespaced ? { namespace } : {}) } };
  });
}
