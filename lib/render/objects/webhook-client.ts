import { mapField } from '../../formats/json/json-value';
import type { ProvidedCertificate } from '../model/certificate-provider';
import type { PlainObject, Webhook } from '../model/operator';
import type { Rendering } from '../model/rendering';

/** Port of a webhook without one, in the schema of ClusterServiceVersions. */
export const DEFAULT_PORT = 443;

/** Returns the port that the API server calls. OLM v1 does not apply the default here, and so configures port 0. */
export function webhookPort({ containerPort }: Webhook, { compatible }: Rendering): number {
  return compatible || containerPort > 0 ? containerPort : DEFAULT_PORT;
}

/** Adds the annotations to an object that make a controller add its CA. */
export function injected(object: PlainObject, { caInjectionAnnotations }: ProvidedCertificate): PlainObject {
  return caInjectionAnnotations === undefined ? object : withAnnotations(object, caInjectionAnnotations);
}

/** Adds annotations to an object. */
export function withAnnotations(object: PlainObject, annotations: { readonly [key: string]: string }): PlainObject {
  return { ...object, metadata: { ...object.metadata, annotations: { ...mapField(object.metadata, 'annotations'), ...annotations } } };
}
