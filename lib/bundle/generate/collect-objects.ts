import { isMap, mapField, mapListField, sameJson, stringField, stringsIn } from '../../formats/json/json-value';
import type { ManifestObjects } from '../../formats/manifests/read-manifests';
import { OLM_GROUP, RBAC_GROUP } from '../../formats/schema/api-groups';
import { quoted } from '../../text/phrases';
import type { Problems } from '../model/bundle-error';
import { GenerationNoteCode } from '../model/generation-note';
import { crdVersionsOf } from './crd-versions';
import type { GenerationNotes } from './generation-notes';
import { addFault, type InputObject, inputObject, isOf } from './input-object';
import { withoutClusterFields, withStringValues } from './read-fields';

/** Objects of manifests by what a bundle makes of them, each list in the order of the manifests. */
export interface CollectedObjects {
  /** ClusterServiceVersions of the package, of which the first is the base. */
  readonly bases: readonly InputObject[];
  readonly deployments: readonly InputObject[];
  readonly roles: readonly InputObject[];
  readonly clusterRoles: readonly InputObject[];
  readonly roleBindings: readonly InputObject[];
  readonly clusterRoleBindings: readonly InputObject[];
  readonly serviceAccounts: readonly InputObject[];
  readonly services: readonly InputObject[];
  readonly crds: readonly InputObject[];

  /** ValidatingWebhookConfigurations and MutatingWebhookConfigurations. */
  readonly webhookConfigurations: readonly InputObject[];

  /** Custom resources of the CRDs. */
  readonly customResources: readonly InputObject[];

  /** All other objects. */
  readonly others: readonly InputObject[];
}

const HOOK = 'helm.sh/hook';

/** Helm installed CRDs with this hook before version 3. */
const CRD_HOOK = 'crd-install';

/** An expression of Helm's templates, in a field that never has one after rendering. */
const TEMPLATE = /\{\{[^}]*\}\}/;

/** An expression that only Helm's templates have, in any field. */
const HELM_TEMPLATE = /\{\{-? *(?:\.(?:Values|Release|Chart|Capabilities)\b|include ")/;

/** Groups of the kinds that a ClusterServiceVersion is made of. Others may contain templates of something that the operator installs. */
const WITHOUT_TEMPLATES = ['apps', RBAC_GROUP, 'admissionregistration.k8s.io'];

/** Images that are replaced before anything can pull them, with what replaces them. */
const UNRESOLVED_IMAGES: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/^ko:\/\//, 'is the name of a Go program, and not an image; use the output of `ko resolve`'],
  [/\$[({A-Z_]/, 'has a variable that was not replaced; use the output of the tool that replaces it, such as `envsubst`'],
];

/**
 * Sorts the objects of manifests.
 *
 * @param packageName name of the package: a ClusterServiceVersion is its base if its name begins with it and a dot
 */
export function collectObjects(packageName: string, manifests: ManifestObjects, notes: GenerationNotes, problems: Problems): CollectedObjects {
  manifests.skipped.forEach((place) => notes.decide(GenerationNoteCode.SKIPPED, `the document at ${place} is skipped: it is not a Kubernetes object; remove it`));
  const objects = withoutHooks(manifests.objects.map(inputObject), notes)
    .map((object) => withoutClusterFields(withStringValues(object, notes), notes));
  objects.forEach((object) => checkObject(object, problems));
  objects.filter((object) => isCrd(object) && object.name !== '').forEach((crd) => checkCrd(crd, problems));
  const examples = new Set(objects.filter(isCrd).flatMap((crd) => crdVersionsOf(crd).map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)));
  const isExample = ({ apiVersion, kind }: InputObject): boolean => examples.has(`${apiVersion} ${kind}`);
  const rest = new Set(withoutRepeated(objects, isExample, problems));
  const take = (matches: (object: InputObject) => boolean): InputObject[] => {
    const taken = [...rest].filter(matches);
    taken.forEach((object) => rest.delete(object));
    return taken;
  };
  return {
    crds: take(isCrd),
    bases: take((object) => isOf(object, OLM_GROUP, 'ClusterServiceVersion') && object.name.startsWith(`${packageName}.`)),
    deployments: take((object) => object.kind === 'Deployment' && (object.group === 'apps' || object.group === 'extensions')),
    roles: take((object) => isOf(object, RBAC_GROUP, 'Role')),
    clusterRoles: take((object) => isOf(object, RBAC_GROUP, 'ClusterRole')),
    roleBindings: take((object) => isOf(object, RBAC_GROUP, 'RoleBinding')),
    clusterRoleBindings: take((object) => isOf(object, RBAC_GROUP, 'ClusterRoleBinding')),
    serviceAccounts: take((object) => isOf(object, '', 'ServiceAccount')),
    services: take((object) => isOf(object, '', 'Service')),
    webhookConfigurations: take((object) => isOf(object, 'admissionregistration.k8s.io', 'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration')),
    customResources: take(isExample),
    others: [...rest],
  };
}

function isCrd(object: InputObject): boolean {
  return isOf(object, 'apiextensions.k8s.io', 'CustomResourceDefinition');
}

/** Leaves out Helm's hooks: OLM neither runs nor orders them. A test of a chart is no part of the operator. */
function withoutHooks(objects: readonly InputObject[], notes: GenerationNotes): InputObject[] {
  return objects.filter((object) => {
    const hooks = (object.annotations[HOOK] ?? '').split(',').map((hook) => hook.trim()).filter((hook) => hook !== '');
    if (hooks.length === 0 || hooks.includes(CRD_HOOK)) {
      return true;
    }
    if (hooks.every((hook) => hook.startsWith('test'))) {
      notes.inform(GenerationNoteCode.HELM_HOOK, 'is a test of the Helm chart, and left out', object);
    } else {
      notes.decide(GenerationNoteCode.HELM_HOOK, `is a hook of Helm (${hooks.join(', ')}), and left out, because OLM runs no hooks; let the operator do this, or turn the hook off in `
        + 'the values of the chart', object);
    }
    return false;
  });
}

function checkObject(object: InputObject, problems: Problems): void {
  const fault = (message: string): void => addFault(problems, object, `${object.kind}: ${message}`);
  if (object.name === '') {
    fault('metadata.name is missing; OLM creates objects by their names');
    return;
  }
  const images = imagesOf(object);
  const template = [object.name, object.namespace ?? '', ...images].find((value) => TEMPLATE.test(value))
    ?? (WITHOUT_TEMPLATES.includes(object.group) ? stringsIn(object.content).find((value) => HELM_TEMPLATE.test(value)) : undefined);
  if (template !== undefined) {
    fault(`${quoted(template)} is a template that was not rendered; use the output of \`helm template\``);
    return;
  }
  for (const [pattern, remedy] of UNRESOLVED_IMAGES) {
    images.filter((image) => pattern.test(image)).forEach((image) => fault(`the image ${quoted(image)} ${remedy}`));
  }
}

/** Reports what a CRD lacks of the names that a ClusterServiceVersion has of it. */
function checkCrd(crd: InputObject, problems: Problems): void {
  const versions = crdVersionsOf(crd);
  const faults = [
    ...(crd.name.includes('.') ? [] : ['must have a name of its plural, a dot and its group, such as things.example.com; correct metadata.name']),
    ...(versions.length > 0 && versions[0]!.kind === '' ? ['has no kind; set spec.names.kind to that of its custom resources'] : []),
    ...(versions.some(({ name }) => name === '') ? ['has a version without a name; set the name of each entry of spec.versions'] : []),
  ];
  faults.forEach((message) => addFault(problems, crd, `${crd.text} ${message}`));
}

function imagesOf({ content }: InputObject): string[] {
  const pod = mapField(mapField(mapField(content, 'spec'), 'template'), 'spec');
  return [...mapListField(pod, 'initContainers'), ...mapListField(pod, 'containers')].map((container) => stringField(container, 'image') ?? '');
}

/** Leaves out objects that are there again with the same content. Examples of several versions may have the same name. */
function withoutRepeated(objects: readonly InputObject[], isExample: (object: InputObject) => boolean, problems: Problems): InputObject[] {
  const found = new Map<string, InputObject>();
  for (const object of objects) {
    const key = JSON.stringify([isExample(object) ? object.apiVersion : object.group, object.kind, object.namespace ?? '', object.name]);
    const first = found.get(key);
    if (first === undefined) {
      found.set(key, object);
    } else if (!sameJson(first.content, object.content)) {
      addFault(problems, object, `${object.text} is also at ${first.file}:${first.line}, with other content; keep one of them`);
    }
  }
  return [...found.values()];
}

/** Returns the spec of an object, or an empty map. */
export function specOf({ content }: InputObject): { readonly [key: string]: unknown } {
  return isMap(content['spec']) ? content['spec'] : {};
}
