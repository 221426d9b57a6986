import { exactJson } from '../../formats/json/exact-json';
import { compareUtf8 } from '../../formats/json/go-json';
import { defined } from '../../formats/json/defined';
import { field, integerField, isMap, type JsonMap, mapField, mapListField, stringField, stringListField } from '../../formats/json/json-value';
import { olmServiceName, olmServiceNameErrors, webhookNameErrors } from '../../formats/schema/checks/olm-derived-names';
import { groupBy, groupByEach } from '../../text/group-by';
import { perObject } from '../../text/per-object';
import { quoted, quotedList } from '../../text/phrases';
import type { Problems } from '../model/bundle-error';
import { GenerationNoteCode } from '../model/generation-note';
import { type CollectedObjects, specOf } from './collect-objects';
import type { InstalledDeployment } from './deployments';
import type { GenerationNotes } from './generation-notes';
import { addFault, type InputObject } from './input-object';
import type { LostFields } from './lost-fields';
import { INJECTION } from './webhook-certificates';

/** Webhooks of the manifests, and what OLM creates for them. */
export interface Webhooks {
  /** Entries of `webhookdefinitions`, sorted by `generateName`, then by type. */
  readonly definitions: readonly JsonMap[];

  /** Services that OLM replaces with its own. */
  readonly services: ReadonlySet<InputObject>;

  /** Names of the Deployments that serve webhooks. */
  readonly deployments: ReadonlySet<string>;

  /** CRDs whose conversion webhook OLM configures. */
  readonly convertedCrds: ReadonlySet<InputObject>;
}

/** Type of the webhooks of CRDs. */
const CONVERSION = 'ConversionWebhook';

/** Port of a webhook's Service if the reference has none. */
const HTTPS = 443;

/** Fields that a definition has in common with a webhook of a configuration. */
const COMMON_FIELDS = ['rules', 'failurePolicy', 'matchPolicy', 'objectSelector', 'timeoutSeconds', 'reinvocationPolicy'];

/** Fields of a webhook that definitions lack, with what happens without them. */
const LOST_FIELDS: readonly (readonly [field: string, effect: string])[] = [
  ['namespaceSelector', 'OLM selects the namespaces of the OperatorGroup'],
  ['matchConditions', 'the webhook receives all requests that its rules match'],
];

/** Fields of a webhook that a definition has in another form. */
const OTHER_FIELDS = ['name', 'clientConfig', 'admissionReviewVersions', 'sideEffects'];

/** A certificate authority without content, which tools write as a placeholder. */
const NO_AUTHORITY = ['', 'Cg=='];

/** Returns the webhooks of configurations and of CRDs with a conversion webhook. */
export function collectWebhooks(
  objects: CollectedObjects, deployments: readonly InstalledDeployment[], notes: GenerationNotes, lost: LostFields, problems: Problems,
): Webhooks {
  return new WebhookCollector(objects, deployments, notes, lost, problems).collect();
}

/** Where a webhook is served. */
interface Server {
  readonly deployment: string;
  readonly service: InputObject | undefined;

  /** Ports of the definition. */
  readonly ports: { readonly containerPort?: number; readonly targetPort?: unknown };
  readonly path: string | undefined;

  /** Port of the Service. */
  readonly port: number;
}

class WebhookCollector {
  readonly #definitions: JsonMap[] = [];

  /** Types and names of the definitions. */
  readonly #taken = new Set<string>();
  readonly #deployments = new Set<string>();

  /** Ports of each Service that webhooks use. */
  readonly #ports = new Map<InputObject, Set<number>>();
  readonly #converted = new Set<InputObject>();
  readonly #servicesByName: ReadonlyMap<string, readonly InputObject[]>;
  readonly #deploymentsByName: ReadonlyMap<string, readonly InstalledDeployment[]>;

  /** Deployments by each of the labels of their pods. */
  readonly #deploymentsByLabel: ReadonlyMap<string, readonly InstalledDeployment[]>;

  public constructor(
    private readonly objects: CollectedObjects,
    deployments: readonly InstalledDeployment[],
    private readonly notes: GenerationNotes,
    private readonly lost: LostFields,
    private readonly problems: Problems,
  ) {
    this.#servicesByName = groupBy(objects.services, ({ name }) => name);
    this.#deploymentsByName = groupBy(deployments, ({ name }) => name);
    this.#deploymentsByLabel = groupByEach(deployments, ({ podLabels }) => Object.entries(podLabels).map((label) => exactJson(label)));
  }

  public collect(): Webhooks {
    const { webhookConfigurations, crds } = this.objects;
    for (const configuration of webhookConfigurations) {
      const webhooks = mapListField(configuration.content, 'webhooks');
      if (webhooks.length === 0) {
        this.notes.decide(GenerationNoteCode.WEBHOOK, 'is left out, because it has no webhooks that OLM could set up; if the operator adds them when it runs, let it create the configuration, '
          + 'too, or create the configuration beside the operator', configuration);
      }
      webhooks.forEach((webhook) => this.#admission(configuration, webhook));
      this.lost.add(configuration, {
        kept: ['webhooks'], code: GenerationNoteCode.WEBHOOK, isLostAnnotation: (name) => !INJECTION.test(name),
        message: (fields) => `loses its ${fields}: OLM creates a configuration of its own for each webhook; create the configuration beside the operator if something reads them`,
      });
    }
    this.#conversions(crds);
    const definitions = [...this.#definitions].sort((left, right) => (
      compareUtf8(stringField(left, 'generateName')!, stringField(right, 'generateName')!) || compareUtf8(stringField(left, 'type')!, stringField(right, 'type')!)
    ));
    return { definitions, services: this.#replacedServices(), deployments: this.#deployments, convertedCrds: this.#converted };
  }

  #admission(configuration: InputObject, webhook: JsonMap): void {
    const name = stringField(webhook, 'name') ?? '';
    const type = configuration.kind === 'MutatingWebhookConfiguration' ? 'MutatingAdmissionWebhook' : 'ValidatingAdmissionWebhook';
    const server = this.#serverOf(configuration, `the webhook ${quoted(name)}`, mapField(webhook, 'clientConfig'));
    if (server === undefined) {
      return;
    }
    this.#checkNames(configuration, name, type, server.deployment);
    for (const [lost, effect] of LOST_FIELDS) {
      const value = field(webhook, lost);
      if (Array.isArray(value) ? value.length > 0 : isMap(value) && Object.keys(value).length > 0) {
        this.notes.decide(GenerationNoteCode.WEBHOOK, `has the webhook ${quoted(name)} with ${lost}, which bundles do not have: ${effect}; let the operator decide about such requests`, configuration);
      }
    }
    const others = Object.keys(webhook).filter((key) => ![...COMMON_FIELDS, ...OTHER_FIELDS, ...LOST_FIELDS.map(([lost]) => lost)].includes(key));
    if (others.length > 0) {
      this.notes.decide(GenerationNoteCode.WEBHOOK, `has the webhook ${quoted(name)} with ${quotedList(others)}, which bundles do not have; remove it`, configuration);
    }
    if (!NO_AUTHORITY.includes(stringField(mapField(webhook, 'clientConfig'), 'caBundle') ?? '')) {
      this.notes.inform(GenerationNoteCode.WEBHOOK, `has the webhook ${quoted(name)} with a caBundle, which OLM replaces: it creates the certificates of webhooks`, configuration);
    }
    const common = COMMON_FIELDS.map((key) => [key, field(webhook, key)]).filter(([, value]) => value !== undefined && value !== null);
    const versions = stringListField(webhook, 'admissionReviewVersions');
    if (this.#isTaken(type, name)) {
      addFault(this.problems, configuration, `another webhook of its kind has the name ${quoted(name)}, too, and OLM would replace it with this one; rename one of them`);
    }
    this.#add(server, {
      type, generateName: name,
      admissionReviewVersions: versions.length === 0 ? ['v1beta1'] : versions,
      sideEffects: stringField(webhook, 'sideEffects') ?? 'None',
      ...Object.fromEntries(common) as JsonMap,
    });
  }

  /** Adds a definition for the CRDs that are converted at the same path of the same Service. */
  #conversions(crds: readonly InputObject[]): void {
    const groups = new Map<string, { readonly server: Server; readonly versions: string[]; readonly crds: InputObject[] }>();
    for (const crd of crds) {
      const conversion = mapField(specOf(crd), 'conversion');
      const webhook = mapField(conversion, 'webhook');
      // In v1beta1, the fields of the webhook are beside the strategy.
      const client = isMap(field(webhook, 'clientConfig')) ? mapField(webhook, 'clientConfig') : mapField(conversion, 'webhookClientConfig');
      if (stringField(conversion, 'strategy') !== 'Webhook' || Object.keys(client).length === 0) {
        continue;
      }
      const server = this.#serverOf(crd, 'its conversion webhook', client);
      if (server === undefined) {
        continue;
      }
      const listed = stringListField(webhook, 'conversionReviewVersions');
      const versions = listed.length > 0 ? listed : stringListField(conversion, 'conversionReviewVersions');
      const key = JSON.stringify([server.deployment, server.service?.name, server.port, server.path, versions]);
      const group = groups.get(key) ?? { server, versions, crds: [] };
      group.crds.push(crd);
      groups.set(key, group);
      this.#converted.add(crd);
    }
    for (const { server, versions, crds: converted } of groups.values()) {
      const names = converted.map(({ name }) => name).sort(compareUtf8);
      const short = conversionName(names.map((name) => name.split('.')[0]!));
      const generateName = this.#isTaken(CONVERSION, short) ? conversionName(names.map((name) => name.replaceAll('.', '-'))) : short;
      this.#checkNames(converted[0]!, generateName, CONVERSION, server.deployment);
      this.#add(server, {
        type: CONVERSION, generateName, conversionCRDs: names, admissionReviewVersions: versions.length === 0 ? ['v1'] : versions, sideEffects: 'None',
      });
    }
  }

  #add({ deployment, service, ports, path, port }: Server, definition: JsonMap & { readonly type: string; readonly generateName: string }): void {
    this.#deployments.add(deployment);
    if (service !== undefined) {
      this.#ports.set(service, (this.#ports.get(service) ?? new Set()).add(port));
    }
    this.#definitions.push({ ...definition, deploymentName: deployment, ...ports, ...defined({ webhookPath: path }) });
    this.#taken.add(`${definition.type} ${definition.generateName}`);
  }

  #isTaken(type: string, generateName: string): boolean {
    return this.#taken.has(`${type} ${generateName}`);
  }

  /** Returns where a webhook is served, or notes why OLM cannot set it up. */
  #serverOf(object: InputObject, what: string, client: JsonMap): Server | undefined {
    const reference = field(client, 'service');
    if (!isMap(reference)) {
      this.#leaveOut(object, what, 'it has a URL instead of a Service, and OLM sets up only webhooks that Deployments of the operator serve; create the configuration beside the operator');
      return undefined;
    }
    const name = stringField(reference, 'name') ?? '';
    const namespace = stringField(reference, 'namespace');
    const candidates = this.#servicesByName.get(name) ?? [];
    const service = candidates.find((candidate) => candidate.namespace === namespace) ?? candidates[0];
    const selected = service === undefined ? undefined : this.#selectedBy(service);
    const [named] = this.#deploymentsByName.get(name.replace(/-service$/, '')) ?? [];
    const deployment = (selected ?? named)?.name;
    if (deployment === undefined) {
      const reason = service === undefined ? `its Service ${quoted(name)} is not among the manifests` : `its Service ${quoted(name)} selects no Deployment`;
      this.#leaveOut(object, what, `${reason}; add the Service with the labels of the pods that serve it as its selector`);
      return undefined;
    }
    const port = integerField(reference, 'port') ?? HTTPS;
    const [found] = service === undefined ? [] : PORTS(service).get(port) ?? [];
    // The API server sets the target port to the port.
    const ports = found === undefined ? { containerPort: port } : { containerPort: port, targetPort: field(found, 'targetPort') ?? port };
    return { deployment, service, ports, port, path: stringField(reference, 'path') };
  }

  /** Returns the first Deployment that a Service selects. */
  readonly #selectedBy = perObject((service: InputObject): InstalledDeployment | undefined => {
    const selector = Object.entries(mapField(specOf(service), 'selector'));
    const [candidates = []] = selector.map((label) => this.#deploymentsByLabel.get(exactJson(label)) ?? [])
      .sort((left, right) => left.length - right.length);
    return candidates.find(({ podLabels }) => selector.every(([key, value]) => field(podLabels, key) === value));
  });

  #leaveOut(object: InputObject, what: string, reason: string): void {
    this.notes.decide(GenerationNoteCode.WEBHOOK, `loses ${what}: ${reason}`, object);
  }

  #checkNames(object: InputObject, generateName: string, type: string, deployment: string): void {
    const faults = [
      ...webhookNameErrors(generateName, type).map((error) => `the name ${quoted(generateName)} of a webhook must ${error}; rename it`),
      ...olmServiceNameErrors(deployment).map((error) => `OLM creates the Service ${quoted(olmServiceName(deployment))} for the Deployment ${quoted(deployment)}, whose name must ${error}; `
        + 'rename the Deployment'),
    ];
    faults.forEach((message) => addFault(this.problems, object, message));
  }

  /** Returns the Services that only webhooks use: OLM creates its own for them. A Service with other ports remains. */
  #replacedServices(): ReadonlySet<InputObject> {
    const replaced = new Set<InputObject>();
    for (const [service, ports] of this.#ports) {
      const others = mapListField(specOf(service), 'ports').filter((port) => !ports.has(integerField(port, 'port') ?? 0));
      if (others.length === 0) {
        replaced.add(service);
        this.lost.add(service, {
          kept: ['spec'], code: GenerationNoteCode.WEBHOOK,
          message: (fields) => `loses its ${fields}: OLM creates a Service of its own for the webhooks; add another Service if something reads them`,
        });
        this.notes.inform(GenerationNoteCode.WEBHOOK, 'is left out: OLM creates a Service for the webhooks', service);
      }
    }
    return replaced;
  }
}

/** The ports of a Service by their numbers. */
const PORTS = perObject((service: InputObject) => groupBy(mapListField(specOf(service), 'ports'), (port) => integerField(port, 'port')));

/** Returns the name of the conversion webhook of CRDs, as operator-sdk makes it of their plurals. */
function conversionName(plurals: readonly string[]): string {
  return `c${plurals.join('')}.kb.io`;
}
