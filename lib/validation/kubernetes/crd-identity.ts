import { field, stringField } from '../../formats/json/json-value';
import { label1035Errors, subdomainErrors } from '../../formats/schema/checks/kubernetes-names';
import { parseRequestUri } from '../../formats/schema/checks/web-address';
import { type FieldError, FieldPath } from '../../formats/schema/checks/field-error';
import { withoutTrailingDash } from '../../formats/schema/checks/object-meta';
import type { InternalCrd } from './crd-internal-form';
import { objectMetaErrors } from './object-meta';

const METADATA = new FieldPath('metadata', ['metadata']);
const APPROVAL = 'api-approved.kubernetes.io';

/** Returns the errors in the metadata. The name must be the plural, a dot and the group. */
export function crdMetadataErrors({ metadata, plural, group }: InternalCrd): FieldError[] {
  const expected = `${plural}.${group}`;
  return objectMetaErrors(metadata, METADATA, (name, isPrefix) => [
    ...subdomainErrors(isPrefix ? withoutTrailingDash(name) : name),
    ...(name === expected ? [] : [`be ${JSON.stringify(expected)}: spec.names.plural, a dot and spec.group`]),
  ]);
}

/** Returns the errors in the group. */
export function crdGroupErrors({ group, spec }: InternalCrd): FieldError[] {
  const fieldPath = spec.child('group');
  if (group === '') {
    return [fieldPath.error('be set')];
  }
  const requirements = subdomainErrors(group);
  if (requirements.length > 0) {
    return [fieldPath.error(requirements.join(', and '), group)];
  }
  return group.includes('.') ? [] : [fieldPath.error('be a domain with at least one dot', group)];
}

/** Returns the errors in the scope. */
export function crdScopeErrors({ scope, spec }: InternalCrd): FieldError[] {
  if (scope === 'Cluster' || scope === 'Namespaced') {
    return [];
  }
  return [spec.child('scope').error('be Cluster or Namespaced', scope === '' ? undefined : scope)];
}

/** Returns the errors in the names of the kind. */
export function crdNamesErrors(crd: InternalCrd): FieldError[] {
  const names = crd.spec.child('names');
  const required = (['plural', 'singular', 'kind', 'listKind'] as const).filter((key) => crd[key] === '');
  const form = (key: 'plural' | 'singular' | 'kind' | 'listKind'): FieldError[] => {
    const name = crd[key];
    const requirements = name === '' ? [] : label1035Errors(key === 'plural' || key === 'singular' ? name : name.toLowerCase());
    const mayHaveCapitals = key === 'kind' || key === 'listKind' ? ', ignoring case' : '';
    return requirements.length === 0 ? [] : [names.child(key).error(`${requirements.join(', and ')}${mayHaveCapitals}`, name)];
  };
  return [
    ...required.map((key) => names.child(key).error('be set')),
    ...form('plural'),
    ...form('singular'),
    ...form('kind'),
    ...form('listKind'),
    ...listErrors(names.child('shortNames'), crd.shortNames),
    ...(crd.kind !== '' && crd.kind === crd.listKind ? [names.child('listKind').error('differ from spec.names.kind', crd.listKind)] : []),
    ...listErrors(names.child('categories'), crd.categories),
  ];
}

function listErrors(fieldPath: FieldPath, names: readonly string[]): FieldError[] {
  return names.flatMap((name, index) => {
    const requirements = label1035Errors(name);
    return requirements.length === 0 ? [] : [fieldPath.item(index).error(requirements.join(', and '), name)];
  });
}

/** Returns the errors of an API in a group that is reserved for Kubernetes, which requires the approval of the Kubernetes project. */
export function crdApprovalErrors({ group, metadata }: InternalCrd): FieldError[] {
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) {
    return [];
  }
  const approval = stringField(field(metadata, 'annotations'), APPROVAL) ?? '';
  const url = parseRequestUri(approval);
  if (approval.startsWith('unapproved') || (url !== undefined && url.host !== '' && url.scheme !== '')) {
    return [];
  }
  const requirement = 'be the URL of the approval that groups of k8s.io and kubernetes.io require, or start with "unapproved"';
  return [METADATA.child('annotations').entry(APPROVAL).error(requirement, approval === '' ? undefined : approval)];
}
