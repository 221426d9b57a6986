import type { TracedObject } from './olm-traces';
import { mapField, mapListField, stringField, stringMapField } from '../../../formats/json/json-value';

/** Namespace of the OLM that is part of OpenShift. */
export const OPENSHIFT_NAMESPACE = 'openshift-operator-lifecycle-manager';

/** Field managers that only update objects, and do not create any. */
const UPDATING = /^(kube-controller-manager|olm|catalog|package-server|before-first-apply)$/;

/** Tools by a label or annotation that they set. */
const MARKS: readonly (readonly [key: RegExp, tool: string])[] = [
  [/^include\.release\.openshift\.io\//, 'OpenShift'],
  [/^meta\.helm\.sh\/release-name$/, 'Helm'],
  [/^argocd\.argoproj\.io\/(tracking-id|instance)$/, 'Argo CD'],
  [/^kustomize\.toolkit\.fluxcd\.io\/name$/, 'Flux'],
];

/** Tools by the name of their field manager. */
const MANAGERS: readonly (readonly [manager: RegExp, tool: string])[] = [
  [/^cluster-version-operator/, 'OpenShift'],
  [/^operator-sdk/, 'operator-sdk'],
  [/^pulumi/, 'Pulumi'],
  [/^helm/i, 'Helm'],
  [/^argocd/, 'Argo CD'],
  [/^kustomize-controller/, 'Flux'],
  [/^kubectl/, 'kubectl'],
];

/** Returns the tool that installed OLM, by its traces on the Deployment of olm-operator, or undefined if there are no known traces. */
export function installerOf(deployment: TracedObject | undefined): string | undefined {
  const metadata = mapField(deployment, 'metadata');
  if (stringField(metadata, 'namespace') === OPENSHIFT_NAMESPACE) {
    return 'OpenShift';
  }
  const keys = Object.keys({ ...stringMapField(metadata, 'labels'), ...stringMapField(metadata, 'annotations') });
  const marked = MARKS.find(([key]) => keys.some((found) => key.test(found)))?.[1];
  const managers = mapListField(metadata, 'managedFields').map((fields) => stringField(fields, 'manager') ?? '').filter((name) => !UPDATING.test(name));
  return marked ?? MANAGERS.find(([manager]) => managers.some((found) => manager.test(found)))?.[1];
}
