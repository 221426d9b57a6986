import { fieldAt, mapListField, stringField } from '../../formats/json/json-value';
import { OLM_GROUP, OLM_V1_GROUP, RUKPAK_GROUP } from '../../formats/schema/api-groups';
import { PART_OF, wholeOf } from '../../formats/schema/part-of';
import { groupBy } from '../../text/group-by';
import { shortList } from '../waiting/explain/formatting';
import { CERTIFICATE, CRD, DEPLOYMENT, titleOf, WEBHOOK_CONFIGURATIONS } from '../waiting/plain/plain-objects';
import { webhookCalls } from '../waiting/plain/webhook-calls';
import type { KubernetesObject } from '../waiting/view/kubernetes-object';
import { groupOf, type Manifest, placeOf } from './manifests';
import { isPartOfOlm } from './olm-manifests';
import type { PlainOperatorManifests, PlainOperators } from './plain-operator-manifests';

/** Annotation of the pods of an operator rendered from a registry+v1 bundle, by this library or by OLM v1. */
const RENDERED = 'olm.targetNamespaces';

/** Labels with which OLM v0, OLM v1 and RukPak name the owner of what they create. */
const OWNER_LABELS = ['olm.owner', 'olm.operatorframework.io/owner-name', 'core.rukpak.io/owner-name'];

/**
 * Adds the operators whose objects have no annotation: one for each namespace with Deployments, if there are CRDs other than those of OLM, or a
 * Deployment that was rendered from a bundle. A CRD or webhook configuration belongs to the operator that serves the Service it calls; without one,
 * it belongs to the only operator of this kind, or to none. What OLM or RukPak owns, OLM itself, and registries of catalogs are excluded.
 *
 * @param marked operators whose constructs marked their objects
 */
export function unmarkedOperators(manifests: readonly Manifest[], marked: readonly PlainOperatorManifests[]): PlainOperators {
  const isOwned = ownedByOthers(manifests);
  const free = manifests.filter((found) => wholeOf(found.object) === undefined && !isOwned(found));
  const crds = free.filter(isOperatorCrd);
  // A Deployment serves a catalog if it has the name of a CatalogSource, as registries of this library do.
  const registries = new Set(manifests.filter((found) => isKind(found, OLM_GROUP, 'CatalogSource')).map(placeOf));
  const deployments = free.filter((found) => isKind(found, 'apps', DEPLOYMENT) && !isPartOfOlm(found) && !registries.has(placeOf(found)));
  const namespaces = crds.length === 0 && !deployments.some(isRendered) ? [] : [...new Set(deployments.map(({ namespace = '' }) => namespace))];
  const assigned = assignmentsOf([...crds, ...free.filter(isWebhook)], namespaces, manifests, marked);
  const byOwner = groupBy(assigned, ({ owner }) => owner);
  const ofOwner = (owner: string | PlainOperatorManifests, isWanted: (manifest: Manifest) => boolean): Manifest[] => (
    (byOwner.get(owner) ?? []).map(({ manifest }) => manifest).filter(isWanted)
  );
  const byNamespace = groupBy(deployments, ({ namespace }) => namespace);
  const certificates = groupBy(free.filter((found) => isKind(found, 'cert-manager.io', CERTIFICATE)), ({ namespace }) => namespace);
  const unmarked = namespaces.map((namespace): PlainOperatorManifests => {
    const own = byNamespace.get(namespace)!;
    const { name } = own[0]!;
    return {
      title: own.length === 1 ? `operator ${namespace}/${name}` : `operators in namespace ${namespace}`, namespace, name,
      objects: [
        ...ofOwner(namespace, isOperatorCrd), ...own, ...certificates.get(namespace) ?? [], ...ofOwner(namespace, isWebhook),
      ],
    };
  });
  const rest = namespaces.length === 0 ? [] : assigned.filter(({ owner }) => owner === undefined).map(({ manifest }) => manifest);
  return {
    marked: marked.map((operator) => ({ ...operator, objects: [...operator.objects, ...ofOwner(operator, () => true)] })),
    unmarked,
    ...(rest.length === 0 ? {} : { unassigned: { title: 'CRDs and webhooks of unknown operators', name: 'unknown', objects: rest } }),
    notes: [...unmarked.flatMap(mergedNotes), ...(rest.length === 0 ? [] : [unassignedNote(rest, unmarked)])],
  };
}

/** A CRD or webhook configuration with its operator: a marked one, or the namespace of an unmarked one. */
interface Assignment {
  readonly manifest: Manifest;
  readonly owner: PlainOperatorManifests | string | undefined;
}

/** Assigns CRDs and webhook configurations by the Services that they call. */
function assignmentsOf(
  objects: readonly Manifest[], namespaces: readonly string[], manifests: readonly Manifest[], marked: readonly PlainOperatorManifests[],
): Assignment[] {
  const services = groupBy(manifests.filter((found) => isKind(found, '', 'Service')), placeOf);
  const operators = new Map(marked.flatMap((operator) => operator.objects.map((object) => [object, operator] as const)).reverse());
  const known = new Set(namespaces);
  return objects.map((manifest): Assignment => {
    const owners = new Set(callsOf(manifest).map(({ namespace, service }) => {
      const [called] = services.get(placeOf({ namespace, name: service })) ?? [];
      return (called === undefined ? undefined : operators.get(called)) ?? (known.has(namespace) ? namespace : undefined);
    }));
    const [owner] = owners;
    return { manifest, owner: owners.size === 1 && owner !== undefined ? owner : namespaces.length === 1 ? namespaces[0] : undefined };
  });
}

/** Returns a test for objects that OLM or RukPak created, and for CRDs that a ClusterServiceVersion in the manifests owns. */
function ownedByOthers(manifests: readonly Manifest[]): (manifest: Manifest) => boolean {
  const csvs = manifests.filter((found) => isKind(found, OLM_GROUP, 'ClusterServiceVersion'));
  const crds = new Set(csvs.flatMap(({ object }) => (
    mapListField(fieldAt(object, 'spec', 'customresourcedefinitions'), 'owned').map((owned) => stringField(owned, 'name'))
  )));
  return (manifest) => {
    const { object } = manifest;
    return (isOperatorCrd(manifest) && crds.has(manifest.name))
      || OWNER_LABELS.some((label) => fieldAt(object, 'metadata', 'labels', label) !== undefined)
      || mapListField(fieldAt(object, 'metadata'), 'ownerReferences').some((owner) => stringField(owner, 'kind') === 'ClusterServiceVersion');
  };
}

/** Whether an object is a CRD of an operator, and not of OLM, OLM v1 or RukPak. */
function isOperatorCrd(manifest: Manifest): boolean {
  return isKind(manifest, 'apiextensions.k8s.io', CRD) && ![OLM_GROUP, OLM_V1_GROUP, RUKPAK_GROUP].some((group) => manifest.name.endsWith(`.${group}`));
}

function isRendered({ object }: Manifest): boolean {
  return fieldAt(object, 'spec', 'template', 'metadata', 'annotations', RENDERED) !== undefined;
}

function isWebhook(manifest: Manifest): boolean {
  return WEBHOOK_CONFIGURATIONS.includes(manifest.kind) && groupOf(manifest) === 'admissionregistration.k8s.io';
}

function callsOf({ kind, object }: Manifest): ReturnType<typeof webhookCalls> {
  return webhookCalls({ kind, object: object as unknown as KubernetesObject });
}

function isKind(manifest: Manifest, group: string, kind: string): boolean {
  return manifest.kind === kind && groupOf(manifest) === group;
}

const REMEDY = `set the annotation ${PART_OF} on the objects of each, or specify the files of one operator at a time`;

/** Returns the note on Deployments of a namespace that count as one operator. */
function mergedNotes({ objects, namespace = '' }: PlainOperatorManifests): string[] {
  const names = objects.filter(({ kind }) => kind === DEPLOYMENT).map(({ name }) => name);
  return names.length < 2 ? [] : [
    `the Deployments ${names.join(', ')} in namespace ${namespace} count as one operator, because nothing shows whether they are several; ${REMEDY}`,
  ];
}

function unassignedNote(rest: readonly Manifest[], operators: readonly PlainOperatorManifests[]): string {
  return `nothing shows which operator owns ${shortList(rest.map((found) => titleOf(found)))}: `
    + `${operators.map(({ title }) => title).join(', ')}; ${REMEDY}`;
}
