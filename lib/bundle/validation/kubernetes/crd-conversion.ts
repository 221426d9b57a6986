import type { JsonMap } from '../../json-value';
import { field, isMap, textField } from '../../json-value';
import { parseUrl } from '../web-address';
import type { CrdPart, InternalCrd } from './crd-internal-form';
import { servicePort } from './crd-internal-form';
import type { FieldFault, FieldPlace } from './field-fault';
import { label1035Faults, subdomainFaults } from './names';

const REVIEW_VERSIONS = ['v1', 'v1beta1'];

/** What is wrong with the conversion between versions. */
export function crdConversionFaults({ conversion, preserveUnknownFields }: InternalCrd): FieldFault[] {
  const { strategy, place, clientConfig, reviewVersions, reviewVersionsPlace } = conversion;
  const strategyPlace = place.child('strategy');
  const keepsUnknown = strategy !== 'None' && preserveUnknownFields
    ? [strategyPlace.fault('be None while spec.preserveUnknownFields is true', strategy)]
    : [];
  const known = strategy === 'None' || strategy === 'Webhook'
    ? []
    : [strategyPlace.fault('be None or Webhook', strategy === '' ? undefined : strategy)];
  if (strategy === 'Webhook') {
    return [...keepsUnknown, ...webhookFaults(clientConfig, place), ...reviewVersionFaults(reviewVersions, reviewVersionsPlace)];
  }
  return [
    ...keepsUnknown,
    ...known,
    ...(clientConfig === undefined ? [] : [clientConfig.place.fault('be left out: the strategy is not Webhook')]),
    ...(reviewVersions.length === 0 ? [] : [reviewVersionsPlace.fault('be left out: the strategy is not Webhook')]),
  ];
}

function webhookFaults(clientConfig: CrdPart<JsonMap> | undefined, conversion: FieldPlace): FieldFault[] {
  if (clientConfig === undefined) {
    return [conversion.child('webhookClientConfig', ['webhook', 'clientConfig']).fault('be given, because the strategy is Webhook')];
  }
  const { value, place } = clientConfig;
  const url = textField(value, 'url');
  const service = field(value, 'service');
  if ((url === undefined) === !isMap(service)) {
    return [place.fault('have either a url or a service')];
  }
  return url === undefined ? serviceFaults(service as JsonMap, place.child('service')) : urlFaults(url, place.child('url'));
}

function urlFaults(text: string, place: FieldPlace): FieldFault[] {
  const url = parseUrl(text);
  if (url === undefined) {
    return [place.fault('be a URL', text)];
  }
  return [
    ...(url.scheme === 'https' ? [] : [place.fault('begin with https://', text)]),
    ...(url.host === '' ? [place.fault('name a host', text)] : []),
    ...(url.hasUser ? [place.fault('name no user', text)] : []),
    ...(url.fragment === '' ? [] : [place.fault('have no fragment', text)]),
    ...(url.query === '' ? [] : [place.fault('have no query', text)]),
  ];
}

function serviceFaults(service: JsonMap, place: FieldPlace): FieldFault[] {
  const port = servicePort(service);
  // Kubernetes hands name and namespace over in the wrong order, so it names the other one of the two.
  const missing = ([['name', 'namespace'], ['namespace', 'name']] as const).filter(([, key]) => (textField(service, key) ?? '') === '');
  return [
    ...missing.map(([name, key]) => place.child(name, [key]).fault('be given')),
    ...(port >= 1 && port <= 65_535 ? [] : [place.child('port').fault('be a port, 1 to 65535', port)]),
    ...pathFaults(textField(service, 'path') ?? '', place.child('path')),
  ];
}

function pathFaults(path: string, place: FieldPlace): FieldFault[] {
  if (path === '' || path === '/') {
    return [];
  }
  if (path === '//') {
    return [place.fault('have no empty part', path)];
  }
  const steps = path.slice(1).replace(/\/$/, '').split('/');
  return [
    ...(path.startsWith('/') ? [] : [place.fault('begin with a slash', path)]),
    ...steps.flatMap((step) => (
      step === '' ? [place.fault('have no empty part', path)] : subdomainFaults(step).map((demand) => place.fault(`have sound parts: each must ${demand}`, step))
    )),
  ];
}

function reviewVersionFaults(versions: readonly string[], place: FieldPlace): FieldFault[] {
  if (versions.length === 0) {
    return [place.fault('be given, because the strategy is Webhook')];
  }
  return [
    ...versions.flatMap((version, index) => (
      versions.indexOf(version) < index
        ? [place.item(index).fault('not repeat a version', version)]
        : place.item(index).faults(label1035Faults(version), version)
    )),
    ...(versions.some((version) => REVIEW_VERSIONS.includes(version))
      ? []
      : [place.fault(`hold ${REVIEW_VERSIONS.join(' or ')}, the versions that API servers know`)]),
  ];
}
