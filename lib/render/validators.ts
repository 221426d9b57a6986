import { fieldAt, stringListField } from '../formats/json/json-value';
import { OLM_V1_GROUP } from '../formats/schema/api-groups';
import { subdomainErrors } from '../formats/schema/checks/kubernetes-names';
import { quoted, quotedList } from '../text/phrases';
import { repeated } from '../text/group-by';
import { isBundleKind } from '../validation/model/bundle-kinds';
import { annotationBytes } from './objects/deployments';
import { CONVERSION, type Crd, MUTATING, type Operator, VALIDATING, type Webhook } from './model/operator';
import { RenderErrorCode, type RenderProblems } from './model/render-error';

const SERVED = 'apiextensions.k8s.io/v1';

/**
 * Checks that the bundle contains each CustomResourceDefinition that the operator owns exactly once.
 *
 * @param compatible whether versions that clusters no longer serve are accepted, as in OLM v1
 */
export function checkCrds({ csv, crds, ownedCrds }: Operator, compatible: boolean, problems: RenderProblems): void {
  const names = crds.map(({ name }) => name);
  for (const { value, index } of repeated(names)) {
    const message = `another file also contains the CustomResourceDefinition ${quoted(value)}; remove one of them`;
    problems.addAt(RenderErrorCode.CRD, crds[index]!.manifest, ['metadata', 'name'], message);
  }
  const known = new Set(names);
  ownedCrds.forEach((name, index) => {
    if (!known.has(name)) {
      const message = `the bundle does not contain the owned CustomResourceDefinition ${quoted(name)}; it contains ${quotedList(names)}; add its file to manifests/, or fix the name`;
      problems.addAt(RenderErrorCode.CRD, csv, ['spec', 'customresourcedefinitions', 'owned', index, 'name'], message);
    }
  });
  for (const { manifest, apiVersion, name } of compatible ? [] : crds) {
    if (apiVersion !== SERVED) {
      const message = `the apiVersion of the CustomResourceDefinition ${quoted(name)} must be ${SERVED}, got ${quoted(apiVersion)}; `
        + 'convert it: clusters from Kubernetes 1.22 on serve no other';
      problems.addAt(RenderErrorCode.CRD, manifest, ['apiVersion'], message);
    }
  }
}

/** Checks the webhooks that convert CustomResourceDefinitions. */
export function checkConversions({ csv, webhooks, ownedCrds, crds, installModes }: Operator, problems: RenderProblems): void {
  const converters = new Map<string, Webhook>();
  const owned = new Set(ownedCrds);
  const fault = ({ index }: Webhook, path: readonly (string | number)[], message: string): void =>
    problems.addAt(RenderErrorCode.CONVERSION, csv, ['spec', 'webhookdefinitions', index, ...path], message);
  for (const webhook of webhooks.filter(({ type }) => type === CONVERSION)) {
    const what = `the conversion webhook ${quoted(webhook.generateName)}`;
    if (installModes.some((mode) => mode !== 'AllNamespaces') || installModes.length === 0) {
      const message = `${what} requires an operator that supports only AllNamespaces, since conversion is cluster-wide; `
        + `supported: ${installModes.length === 0 ? 'none' : installModes.join(', ')}; change spec.installModes`;
      fault(webhook, [], message);
    }
    webhook.conversionCrds.forEach((name, index) => {
      const other = converters.get(name);
      if (other !== undefined) {
        const message = `${what} converts the CustomResourceDefinition ${quoted(name)}, which ${quoted(other.generateName)} already converts; remove it from one`;
        fault(webhook, ['conversionCRDs', index], message);
      }
      converters.set(name, other ?? webhook);
      if (!owned.has(name)) {
        const message = `${what} converts the CustomResourceDefinition ${quoted(name)}, which the operator does not own; `
          + 'add it to spec.customresourcedefinitions.owned, or remove it from conversionCRDs';
        fault(webhook, ['conversionCRDs', index], message);
      }
    });
  }
  checkUnknownFields(crds.filter(({ name }) => converters.has(name)), problems);
}

/** The API server calls a conversion webhook only for a CRD that prunes unknown fields. */
function checkUnknownFields(converted: readonly Crd[], problems: RenderProblems): void {
  for (const { manifest, name, content } of converted) {
    if (fieldAt(content, 'spec', 'preserveUnknownFields') === true) {
      const message = `the CustomResourceDefinition ${quoted(name)} must have spec.preserveUnknownFields set to false, `
        + 'since the API server would not call its conversion webhook; set it to false';
      problems.addAt(RenderErrorCode.CONVERSION, manifest, ['spec', 'preserveUnknownFields'], message);
    }
  }
}

const DEPLOYMENTS = ['spec', 'install', 'spec', 'deployments'] as const;

/** Maximum size of the annotations of the ClusterServiceVersion in all Deployments together, each of which gets a copy, in bytes. */
const MAX_COPIED_BYTES = 64 * 1024 * 1024;

/** Checks that each deployment of the ClusterServiceVersion has a valid and unique name, and that they do not get too many annotations. */
export function checkDeployments({ csv, deployments, annotations }: Operator, problems: RenderProblems): void {
  const names = deployments.map(({ name }) => name);
  for (const { value, index } of repeated(names)) {
    const message = `another deployment is also named ${quoted(value)}; give each deployment of the ClusterServiceVersion its own name`;
    problems.addAt(RenderErrorCode.DEPLOYMENT, csv, [...DEPLOYMENTS, index, 'name'], message);
  }
  names.forEach((name, index) => {
    for (const requirement of subdomainErrors(name)) {
      problems.addAt(RenderErrorCode.DEPLOYMENT, csv, [...DEPLOYMENTS, index, 'name'], `the name of a deployment must ${requirement}, got ${quoted(name)}; rename it`);
    }
  });
  const copied = annotationBytes(annotations) * deployments.length;
  if (copied > MAX_COPIED_BYTES) {
    problems.addAt(RenderErrorCode.DEPLOYMENT, csv, ['metadata', 'annotations'],
      `the annotations of the ClusterServiceVersion, of which each of its ${deployments.length} Deployments gets a copy, would have ${copied} bytes, `
      + `and the maximum is ${MAX_COPIED_BYTES}; remove annotations or deployments`);
  }
}

/**
 * Checks the other objects in the bundle.
 *
 * @param compatible whether objects without a name are accepted, as in OLM v1
 */
export function checkObjects({ crds, others }: Operator, compatible: boolean, problems: RenderProblems): void {
  for (const { manifest, kind, name } of others) {
    if (!isBundleKind(kind)) {
      const message = `a bundle must not contain objects of the kind ${quoted(kind)}, such as ${quoted(name)}; let the operator create it when it starts`;
      problems.addAt(RenderErrorCode.KIND, manifest, ['kind'], message);
    }
  }
  for (const { manifest, content: { kind }, name } of compatible ? [] : [...crds, ...others]) {
    if (name === '') {
      problems.addAt(RenderErrorCode.MANIFEST, manifest, ['metadata', 'name'], `the ${kind} must have a name; set metadata.name`);
    }
  }
}

const FORBIDDEN_GROUPS = ['*', OLM_V1_GROUP];
const REGISTRATION = 'admissionregistration.k8s.io';
const FORBIDDEN_RESOURCES = [
  '*', 'mutatingwebhookconfiguration', 'mutatingwebhookconfigurations', 'validatingwebhookconfiguration', 'validatingwebhookconfigurations',
];
const WEBHOOK_TYPES = [VALIDATING, MUTATING, CONVERSION];
const MAX_PORT = 65_535;

/**
 * Returns the name of a webhook and of its configuration. The name in the bundle is a prefix; OLM removes its last dash.
 *
 * @param compatible whether to keep the dash: OLM v1 checks the name before it removes it
 */
function checkedName({ generateName }: Webhook, compatible: boolean): string {
  return compatible ? generateName : generateName.replace(/-$/, '');
}

/**
 * Checks names, deployments and rules of the webhooks.
 *
 * @param compatible whether to check as OLM v1 does: the last dash of a name is an error, ports and types are not checked
 */
export function checkWebhooks(operator: Operator, compatible: boolean, problems: RenderProblems): void {
  new WebhookCheck(operator, compatible, problems).check();
}

class WebhookCheck {
  /** Names of the deployments, for messages and as a set. */
  readonly #names: readonly string[];
  readonly #deployments: ReadonlySet<string>;

  /** For each port of a deployment, the first webhook and the first with another targetPort: one of them differs from any that differs from some. */
  readonly #ofPort = new Map<string, Webhook[]>();

  public constructor(
    private readonly operator: Operator,
    private readonly compatible: boolean,
    private readonly problems: RenderProblems,
  ) {
    this.#names = operator.deployments.map(({ name }) => name);
    this.#deployments = new Set(this.#names);
  }

  public check(): void {
    const { webhooks } = this.operator;
    for (const webhook of webhooks) {
      this.#deployment(webhook);
      for (const requirement of subdomainErrors(checkedName(webhook, this.compatible))) {
        this.#fault(webhook, 'generateName', `the generateName of a webhook must ${requirement}, got ${quoted(webhook.generateName)}; rename it`);
      }
      if (webhook.type !== CONVERSION) {
        webhook.rules.forEach((rule, index) => this.#rule(webhook, stringListField(rule, 'apiGroups'), stringListField(rule, 'resources'), index));
      }
      if (!this.compatible) {
        this.#type(webhook);
        this.#port(webhook);
      }
    }
    for (const { index } of repeated(webhooks.map((webhook) => `${webhook.type} ${checkedName(webhook, this.compatible)}`))) {
      const { generateName, type } = webhooks[index]!;
      this.#fault(webhooks[index]!, 'generateName', `another webhook of type ${type} is also named ${quoted(generateName)}; give each its own name`);
    }
  }

  #deployment(webhook: Webhook): void {
    if (!this.#deployments.has(webhook.deploymentName)) {
      const message = `the deploymentName of the webhook ${quoted(webhook.generateName)} must be a deployment of the ClusterServiceVersion, `
        + `got ${quoted(webhook.deploymentName)}; deployments: ${quotedList(this.#names)}`;
      this.#fault(webhook, 'deploymentName', message);
    }
  }

  #rule(webhook: Webhook, groups: readonly string[], resources: readonly string[], index: number): void {
    const intercepts = (what: string): void => this.problems.addAt(RenderErrorCode.WEBHOOK, this.operator.csv, [...pathOf(webhook), 'rules', index],
      `the webhook ${quoted(webhook.generateName)} must not intercept ${what}; list the API groups and resources that it is for`);
    for (const group of groups) {
      if (FORBIDDEN_GROUPS.includes(group)) {
        intercepts(group === '*' ? 'all API groups ("*")' : `the API group ${quoted(group)}, OLM's own`);
      }
      for (const resource of group === REGISTRATION ? resources : []) {
        if (FORBIDDEN_RESOURCES.includes(resource.toLowerCase())) {
          intercepts(`${quoted(resource)} of the API group ${quoted(REGISTRATION)}, other webhooks`);
        }
      }
    }
  }

  #type(webhook: Webhook): void {
    if (!WEBHOOK_TYPES.includes(webhook.type)) {
      this.#fault(webhook, 'type', `the type of a webhook must be one of ${WEBHOOK_TYPES.join(', ')}, got ${quoted(webhook.type)}`);
    }
  }

  #port(webhook: Webhook): void {
    const { containerPort, deploymentName, targetPort } = webhook;
    const key = JSON.stringify([deploymentName, containerPort]);
    const earlier = this.#ofPort.get(key) ?? [];
    if (containerPort < 0 || containerPort > MAX_PORT) {
      this.#fault(webhook, 'containerPort', `the containerPort of a webhook must be between 1 and ${MAX_PORT}, got ${containerPort}`);
    }
    const other = earlier.find((each) => each.targetPort !== targetPort);
    if (earlier.length === 0 || (other !== undefined && earlier.length === 1)) {
      this.#ofPort.set(key, [...earlier, webhook]);
    }
    if (other !== undefined) {
      const message = `the webhooks ${quoted(other.generateName)} and ${quoted(webhook.generateName)} share the containerPort ${containerPort} of the `
        + `deployment ${quoted(deploymentName)}, so they must have the same targetPort; change one of the ports`;
      this.#fault(webhook, 'targetPort', message);
    }
  }

  #fault(webhook: Webhook, field: string, message: string): void {
    this.problems.addAt(RenderErrorCode.WEBHOOK, this.operator.csv, [...pathOf(webhook), field], message);
  }
}

function pathOf({ index }: Webhook): readonly (string | number)[] {
  return ['spec', 'webhookdefinitions', index];
}
