import { type JsonMap, mapField, mapListField, stringField, stringListField } from '../../formats/json/json-value';
import { groupBy, groupByEach } from '../../text/group-by';
import { quoted, quotedList } from '../../text/phrases';
import { GenerationNoteCode } from '../model/generation-note';
import { podReferences } from '../model/pod-references';
import { containersOf, type InstalledDeployment, mapContainers, podOf, withPod } from './deployments';
import type { GenerationNotes } from './generation-notes';
import type { InputObject } from './input-object';
import { specOf } from './collect-objects';
import type { Webhooks } from './webhooks';

/** Folders where OLM mounts the certificate that it creates for a Deployment with webhooks. */
const MOUNTED_BY_OLM = ['/tmp/k8s-webhook-server/serving-certs', '/apiserver.local.config/certificates'];

const CERT_MANAGER = 'cert-manager.io';

/** Annotations with which cert-manager writes the authority of a certificate into an object. */
export const INJECTION = /^cert-manager\.io\/inject-/;

/** What OLM replaces of the certificates of webhooks. */
export interface WebhookCertificates {
  /** The Deployments, without the volumes that OLM mounts itself. */
  readonly deployments: readonly InstalledDeployment[];

  /** Objects of cert-manager, and Secrets of certificates, which are left out. */
  readonly leftOut: ReadonlySet<InputObject>;
}

/**
 * Leaves out what OLM creates for webhooks: their certificates, and the volumes and mounts of these.
 *
 * @param others objects without a part of their own in the bundle
 */
export function withoutWebhookCertificates(
  deployments: readonly InstalledDeployment[], others: readonly InputObject[], { services, deployments: serving }: Webhooks, notes: GenerationNotes,
): WebhookCertificates {
  const certificates = others.filter(({ group, kind }) => group === CERT_MANAGER && kind === 'Certificate');
  const serviceNames = new Set([...services].map(({ name }) => name));
  const ofWebhooks = new Set(certificates.filter((certificate) => servesAny(certificate, serviceNames)));
  const secrets = new Set([...ofWebhooks].map(secretOf));
  const replaced = deployments.map((deployment) => (
    serving.has(deployment.name) ? withoutCertificateVolumes(deployment, secrets, notes) : { deployment, secrets: [] }
  ));
  const changed = replaced.map(({ deployment }) => deployment);
  replaced.flatMap((one) => one.secrets).forEach((name) => secrets.add(name));
  const users = groupByEach(changed, secretsOf);
  const usersOf = (secret: string): string[] => (users.get(secret) ?? []).map(({ name }) => name);
  const there = new Set(others.filter(isSecret).map(({ name }) => name));
  const isNeeded = (secret: string): boolean => users.has(secret) && !there.has(secret);
  const isReplaced = (certificate: InputObject): boolean => ofWebhooks.has(certificate) && !isNeeded(secretOf(certificate));
  const otherIssuers = new Set(certificates.filter((certificate) => !isReplaced(certificate)).map(issuerOf));
  const issuers = new Set(certificates.filter(isReplaced).map(issuerOf).filter((issuer) => !otherIssuers.has(issuer)));
  const isOfWebhooks = ({ name }: InputObject): boolean => secrets.has(name) && !users.has(name);
  const isLeftOut = (object: InputObject): boolean => object.group === CERT_MANAGER || (isSecret(object) && isOfWebhooks(object));
  const leftOut = new Set(others.filter(isLeftOut));
  for (const object of leftOut) {
    if (isReplaced(object) || isSecret(object) || issuers.has(`${object.kind} ${object.name}`)) {
      notes.inform(GenerationNoteCode.CERT_MANAGER, 'is left out: OLM creates the certificates of webhooks', object);
    } else if (ofWebhooks.has(object)) {
      notes.decide(GenerationNoteCode.CERT_MANAGER, `is left out: OLM creates another certificate for the webhooks, and nothing creates the Secret ${quoted(secretOf(object))}, which `
        + `the pods of ${quotedList(usersOf(secretOf(object)))} still need; create the Certificate beside the operator, or let the operator create its certificate`, object);
    } else {
      notes.decide(GenerationNoteCode.CERT_MANAGER, 'is left out, because OLM does not install objects of cert-manager; create it beside the operator, where cert-manager is installed, or let the '
        + 'operator create its certificate', object);
    }
  }
  return { deployments: changed, leftOut };
}

/** Whether a certificate is for one of the Services. */
function servesAny(certificate: InputObject, services: ReadonlySet<string>): boolean {
  return stringListField(specOf(certificate), 'dnsNames').some((name) => services.has(name.split('.')[0]!));
}

/** Returns the name of the Secret that cert-manager writes a certificate to. */
function secretOf(certificate: InputObject): string {
  return stringField(specOf(certificate), 'secretName') ?? '';
}

function issuerOf(certificate: InputObject): string {
  const issuer = mapField(specOf(certificate), 'issuerRef');
  return `${stringField(issuer, 'kind') ?? 'Issuer'} ${stringField(issuer, 'name') ?? ''}`;
}

function isSecret({ kind, group }: InputObject): boolean {
  return kind === 'Secret' && group === '';
}

/** Returns the names of the Secrets that the pods of a Deployment use. */
function secretsOf(deployment: InstalledDeployment): string[] {
  return podReferences(podOf(deployment)).filter(({ kind }) => kind === 'Secret').map(({ name }) => name);
}

/** Returns a Deployment without the volumes that OLM mounts itself, and the names of their Secrets. */
function withoutCertificateVolumes(
  deployment: InstalledDeployment, secrets: ReadonlySet<string>, notes: GenerationNotes,
): { readonly deployment: InstalledDeployment; readonly secrets: readonly string[] } {
  const pod = podOf(deployment);
  const volumes = mapListField(pod, 'volumes');
  const secretIn = (volume: JsonMap): string => stringField(mapField(volume, 'secret'), 'secretName') ?? '';
  const mounts = groupBy(containersOf(deployment).flatMap((container) => mapListField(container, 'volumeMounts')), (mount) => stringField(mount, 'name'));
  const isReplaced = (volume: JsonMap): boolean => {
    const paths = (mounts.get(stringField(volume, 'name')) ?? []).map((mount) => stringField(mount, 'mountPath') ?? '');
    const others = paths.filter((path) => !MOUNTED_BY_OLM.includes(path.replace(/\/$/, '')));
    if (secrets.has(secretIn(volume)) && others.length > 0) {
      notes.decide(GenerationNoteCode.WEBHOOK, `mounts the certificate of its webhooks at ${others.map(quoted).join(', ')}, and OLM mounts the one that it creates at ${quoted(MOUNTED_BY_OLM[0]!)}; `
        + 'let the operator read it there, with its arguments', deployment.object);
    }
    return secretIn(volume) !== '' && (secrets.has(secretIn(volume)) || (paths.length > 0 && others.length === 0));
  };
  const replaced = volumes.filter(isReplaced);
  if (replaced.length === 0) {
    volumes.map(secretIn).filter((name) => name !== '').forEach((name) => notes.decide(GenerationNoteCode.WEBHOOK, `serves webhooks, and mounts the Secret ${quoted(name)}: if that is their certificate, the `
      + `API server will not trust it, because OLM creates another one, and mounts it at ${quoted(MOUNTED_BY_OLM[0]!)}; let the operator read it there, with its arguments`, deployment.object));
    return { deployment, secrets: [] };
  }
  const names = new Set(replaced.map((volume) => stringField(volume, 'name') ?? ''));
  const keeps = (entry: JsonMap): boolean => !names.has(stringField(entry, 'name') ?? '');
  return {
    deployment: withPod(deployment, mapContainers(filtered(pod, 'volumes', keeps), (container) => filtered(container, 'volumeMounts', keeps))),
    secrets: replaced.map(secretIn),
  };
}

/** Returns a map with a shorter list, or without it if nothing is left. */
function filtered(map: JsonMap, key: string, keeps: (entry: JsonMap) => boolean): JsonMap {
  const kept = mapListField(map, key).filter(keeps);
  const { [key]: _list, ...rest } = map;
  return kept.length === 0 ? rest : { ...map, [key]: kept };
}

/** Returns the metadata of an object without the annotations with which cert-manager writes into it. */
export function withoutInjection(content: JsonMap): JsonMap {
  const metadata = mapField(content, 'metadata');
  const annotations = mapField(metadata, 'annotations');
  const kept = Object.entries(annotations).filter(([key]) => !INJECTION.test(key));
  if (kept.length === Object.keys(annotations).length) {
    return content;
  }
  const { annotations: _annotations, ...rest } = metadata;
  return { ...content, metadata: kept.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(kept) } };
}
