import { field, isMap, type JsonMap, stringField } from '../../formats/json/json-value';
import { label1035Errors, subdomainErrors } from '../../formats/schema/checks/kubernetes-names';
import { parseUrl } from '../../formats/schema/checks/web-address';
import type { FieldError, FieldPath } from '../../formats/schema/checks/field-error';
import { type CrdPart, type InternalCrd, servicePort } from './crd-internal-form';

const REVIEW_VERSIONS = ['v1', 'v1beta1'];

/** Returns the errors in the conversion between versions. */
export function crdConversionErrors({ conversion, preserveUnknownFields }: InternalCrd): FieldError[] {
  const { strategy, fieldPath, clientConfig, reviewVersions, reviewVersionsPath } = conversion;
  const strategyPath = fieldPath.child('strategy');
  const keepsUnknown = strategy !== 'None' && preserveUnknownFields
    ? [strategyPath.error('be None while spec.preserveUnknownFields is true', strategy)]
    : [];
  const known = strategy === 'None' || strategy === 'Webhook'
    ? []
    : [strategyPath.error('be None or Webhook', strategy === '' ? undefined : strategy)];
  if (strategy === 'Webhook') {
    return [...keepsUnknown, ...webhookErrors(clientConfig, fieldPath), ...reviewVersionErrors(reviewVersions, reviewVersionsPath)];
  }
  return [
    ...keepsUnknown,
    ...known,
    ...(clientConfig === undefined ? [] : [clientConfig.fieldPath.error('be omitted, because the strategy is not Webhook')]),
    ...(reviewVersions.length === 0 ? [] : [reviewVersionsPath.error('be omitted, because the strategy is not Webhook')]),
  ];
}

function webhookErrors(clientConfig: CrdPart<JsonMap> | undefined, conversion: FieldPath): FieldError[] {
  if (clientConfig === undefined) {
    return [conversion.child('webhookClientConfig', ['webhook', 'clientConfig']).error('be set, because the strategy is Webhook')];
  }
  const { value, fieldPath } = clientConfig;
  const url = stringField(value, 'url');
  const service = field(value, 'service');
  if ((url === undefined) === !isMap(service)) {
    return [fieldPath.error('have either url or service')];
  }
  return url === undefined ? serviceErrors(service as JsonMap, fieldPath.child('service')) : urlErrors(url, fieldPath.child('url'));
}

function urlErrors(value: string, fieldPath: FieldPath): FieldError[] {
  const url = parseUrl(value);
  if (url === undefined) {
    return [fieldPath.error('be a URL', value)];
  }
  return [
    ...(url.scheme === 'https' ? [] : [fieldPath.error('start with https://', value)]),
    ...(url.host === '' ? [fieldPath.error('have a host', value)] : []),
    ...(url.hasUser ? [fieldPath.error('have no user', value)] : []),
    ...(url.fragment === '' ? [] : [fieldPath.error('have no fragment', value)]),
    ...(url.query === '' ? [] : [fieldPath.error('have no query', value)]),
  ];
}

function serviceErrors(service: JsonMap, fieldPath: FieldPath): FieldError[] {
  const port = servicePort(service);
  // Kubernetes swaps the two field names, so its error is about the other field.
  const missing = ([['name', 'namespace'], ['namespace', 'name']] as const).filter(([, key]) => (stringField(service, key) ?? '') === '');
  return [
    ...missing.map(([name, key]) => fieldPath.child(name, [key]).error('be set')),
    ...(port >= 1 && port <= 65_535 ? [] : [fieldPath.child('port').error('be a port between 1 and 65535', port)]),
    ...pathErrors(stringField(service, 'path') ?? '', fieldPath.child('path')),
  ];
}

function pathErrors(path: string, fieldPath: FieldPath): FieldError[] {
  if (path === '' || path === '/') {
    return [];
  }
  if (path === '//') {
    return [fieldPath.error('have no empty part', path)];
  }
  const steps = path.slice(1).replace(/\/$/, '').split('/');
  return [
    ...(path.startsWith('/') ? [] : [fieldPath.error('start with a slash', path)]),
    ...steps.flatMap((step) => (
      step === '' ? [fieldPath.error('have no empty part', path)] : subdomainErrors(step).map((requirement) => fieldPath.error(`have valid parts; each must ${requirement}`, step))
    )),
  ];
}

function reviewVersionErrors(versions: readonly string[], fieldPath: FieldPath): FieldError[] {
  if (versions.length === 0) {
    return [fieldPath.error('be set, because the strategy is Webhook')];
  }
  return [
    ...versions.flatMap((version, index) => (
      versions.indexOf(version) < index
        ? [fieldPath.item(index).error('be unique', version)]
        : fieldPath.item(index).errors(label1035Errors(version), version)
    )),
    ...(versions.some((version) => REVIEW_VERSIONS.includes(version))
      ? []
      : [fieldPath.error(`contain ${REVIEW_VERSIONS.join(' or ')}, the versions that API servers support`)]),
  ];
}
