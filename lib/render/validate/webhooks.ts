import { stringListField } from '../../formats/json/json-value';
import { subdomainErrors } from '../../formats/schema/formats/names';
import { quoted, quotedList } from '../../text/quoted';
import { repeated } from '../../text/repeated';
import { CONVERSION, MUTATING, type Operator, VALIDATING, type Webhook } from '../model/operator';
import { RenderErrorCode } from '../model/render-error';
import type { RenderProblems } from '../model/render-problems';

const FORBIDDEN_GROUPS = ['*', 'olm.operatorframework.io'];
const REGISTRATION = 'admissionregistration.k8s.io';
const FORBIDDEN_RESOURCES = [
  '*', 'mutatingwebhookconfiguration', 'mutatingwebhookconfigurations', 'validatingwebhookconfiguration', 'validatingwebhookconfigurations',
];
const TYPES = [VALIDATING, MUTATING, CONVERSION];
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
  public constructor(
    private readonly operator: Operator,
    private readonly compatible: boolean,
    private readonly problems: RenderProblems,
  ) {}

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
    const names = this.operator.deployments.map(({ name }) => name);
    if (!names.includes(webhook.deploymentName)) {
      const message = `the deploymentName of the webhook ${quoted(webhook.generateName)} must be a deployment of the ClusterServiceVersion, `
        + `got ${quoted(webhook.deploymentName)}; deployments: ${quotedList(names)}`;
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
    if (!TYPES.includes(webhook.type)) {
      this.#fault(webhook, 'type', `the type of a webhook must be one of ${TYPES.join(', ')}, got ${quoted(webhook.type)}`);
    }
  }

  #port(webhook: Webhook): void {
    const { containerPort, deploymentName, targetPort } = webhook;
    if (containerPort < 0 || containerPort > MAX_PORT) {
      this.#fault(webhook, 'containerPort', `the containerPort of a webhook must be between 1 and ${MAX_PORT}, got ${containerPort}`);
    }
    const other = this.operator.webhooks.slice(0, webhook.index).find((each) => (
      each.deploymentName === deploymentName && each.containerPort === containerPort && each.targetPort !== targetPort));
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
