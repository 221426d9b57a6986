import { field, textField } from '../../json-value';
import { parseRequestUri } from '../web-address';
import type { InternalCrd } from './crd-internal-form';
import type { FieldFault } from './field-fault';
import { FieldPlace } from './field-fault';
import { label1035Faults, subdomainFaults } from './names';
import { objectMetaFaults, withoutTrailingDash } from './object-meta';

const METADATA = new FieldPlace('metadata', ['metadata']);
const APPROVAL = 'api-approved.kubernetes.io';

/** What is wrong with the metadata: that of every object, and a name that is the plural, a dot and the group. */
export function crdMetadataFaults({ metadata, plural, group }: InternalCrd): FieldFault[] {
  const expected = `${plural}.${group}`;
  return objectMetaFaults(metadata, METADATA, (name, prefix) => [
    ...subdomainFaults(prefix ? withoutTrailingDash(name) : name),
    ...(name === expected ? [] : [`be spec.names.plural, a dot and spec.group, so ${JSON.stringify(expected)}`]),
  ]);
}

/** What is wrong with the group. */
export function crdGroupFaults({ group, spec }: InternalCrd): FieldFault[] {
  const place = spec.child('group');
  if (group === '') {
    return [place.fault('be given')];
  }
  const demands = subdomainFaults(group);
  if (demands.length > 0) {
    return [place.fault(demands.join(', and '), group)];
  }
  return group.includes('.') ? [] : [place.fault('be a domain with at least one dot', group)];
}

/** What is wrong with the scope. */
export function crdScopeFaults({ scope, spec }: InternalCrd): FieldFault[] {
  if (scope === 'Cluster' || scope === 'Namespaced') {
    return [];
  }
  return [spec.child('scope').fault('be Cluster or Namespaced', scope === '' ? undefined : scope)];
}

/** What is wrong with the names of the kind. */
export function crdNamesFaults(crd: InternalCrd): FieldFault[] {
  const names = crd.spec.child('names');
  const required = (['plural', 'singular', 'kind', 'listKind'] as const).filter((key) => crd[key] === '');
  const form = (key: 'plural' | 'singular' | 'kind' | 'listKind'): FieldFault[] => {
    const name = crd[key];
    const demands = name === '' ? [] : label1035Faults(key === 'plural' || key === 'singular' ? name : name.toLowerCase());
    const mayHaveCapitals = key === 'kind' || key === 'listKind' ? ', capitals aside' : '';
    return demands.length === 0 ? [] : [names.child(key).fault(`${demands.join(', and ')}${mayHaveCapitals}`, name)];
  };
  return [
    ...required.map((key) => names.child(key).fault('be given')),
    ...form('plural'),
    ...form('singular'),
    ...form('kind'),
    ...form('listKind'),
    ...listFaults(names.child('shortNames'), crd.shortNames),
    ...(crd.kind !== '' && crd.kind === crd.listKind ? [names.child('listKind').fault('differ from spec.names.kind', crd.listKind)] : []),
    ...listFaults(names.child('categories'), crd.categories),
  ];
}

function listFaults(place: FieldPlace, names: readonly string[]): FieldFault[] {
  return names.flatMap((name, index) => {
    const demands = label1035Faults(name);
    return demands.length === 0 ? [] : [place.item(index).fault(demands.join(', and '), name)];
  });
}

/** What is wrong with an API in a group of Kubernetes itself: it needs the approval of the Kubernetes project. */
export function crdApprovalFaults({ group, metadata }: InternalCrd): FieldFault[] {
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) {
    return [];
  }
  const approval = textField(field(metadata, 'annotations'), APPROVAL) ?? '';
  const url = parseRequestUri(approval);
  if (approval.startsWith('unapproved') || (url !== undefined && url.host !== '' && url.scheme !== '')) {
    return [];
  }
  const demand = 'link to the approval that groups of k8s.io and kubernetes.io need, or begin with "unapproved"';
  return [METADATA.child('annotations').entry(APPROVAL).fault(demand, approval === '' ? undefined : approval)];
}
