import type * as pulumi from '@pulumi/pulumi';
import { exactJson } from '../../formats/json/exact-json';
import { isMap, type JsonMap } from '../../formats/json/json-value';
import type { AppChecksOptions } from '../../gitops/checks/app-checks';
import { OperatorPolicy, type OperatorPolicyProps } from '../../gitops/policy/operator-policy';
import { printableMessage } from '../../text/printable';
import { type ProgramChecks, validateChecks } from '../program/program-checks';
import { PACKAGE } from '../program/pulumi-types';
import { UNKNOWN } from '../provider/inputs';
import type { InputProblem } from '../provider/waiter-inputs';
import { convertedOptions } from './component-args';

/** Settings of the plugin with the checks over all components of a program: options of `AppChecks`, and a list of properties of `OperatorPolicy`. */
export const CHECK_SETTINGS = ['checks', 'policies'] as const;

/** Name of one of them. */
type CheckSetting = typeof CHECK_SETTINGS[number];

/** Returns what is wrong with the settings for checks. */
export async function checkSettingProblems(settings: JsonMap): Promise<InputProblem[]> {
  for (const property of CHECK_SETTINGS) {
    try {
      await programChecks({ [property]: settings[property] });
    } catch (error) {
      return [{ property, reason: (error as Error).message }];
    }
  }
  return [];
}

/**
 * Passes the settings for checks on in the settings of the stack, in which the process for components finds them. An explicit provider has its own,
 * not those of the stack.
 */
export function withCheckSettings<Request extends { getConfigMap(): { set(key: string, value: string): unknown; del(key: string): unknown } }>(
  request: Request, settings: JsonMap,
): Request {
  const stack = request.getConfigMap();
  for (const name of CHECK_SETTINGS) {
    const value = settings[name];
    if (value === undefined || value === null) {
      stack.del(`${PACKAGE}:${name}`);
    } else {
      stack.set(`${PACKAGE}:${name}`, typeof value === 'string' ? value : exactJson(value));
    }
  }
  return request;
}

/** Returns the checks that `withCheckSettings` wrote into the settings of the stack; undefined without such settings. */
export function checksOfStack(config: Pick<pulumi.Config, 'get'>): Promise<ProgramChecks | undefined> {
  return programChecks(Object.fromEntries(CHECK_SETTINGS.map((name) => [name, config.get(name)])));
}

/**
 * Returns checks from settings, which have JSON where Pulumi has no objects.
 *
 * @returns undefined without checks and policies, and while they are not known
 * @throws Error if a setting is invalid
 */
async function programChecks(settings: JsonMap): Promise<ProgramChecks | undefined> {
  const [checks, policies] = CHECK_SETTINGS.map((name) => parsed(name, settings[name]));
  if ((checks === undefined && policies === undefined) || exactJson([checks, policies]).includes(UNKNOWN)) {
    return undefined;
  }
  if (checks !== undefined && !isMap(checks)) {
    throw new Error(printableMessage(`checks must be an object, such as {"existingNamespaces": ["team"]}, got ${exactJson(checks)}`));
  }
  if (policies !== undefined && !(Array.isArray(policies) && policies.every(isMap))) {
    throw new Error(printableMessage(`policies must be a list of objects, such as [{"name": "platform", "allowedPackages": ["prometheus"]}], got ${exactJson(policies)}`));
  }
  const options = await convertedOptions('AppChecksOptions', 'checks', checks ?? {}) as AppChecksOptions;
  const found = { checks: options, policies: (policies ?? []).map((props) => new OperatorPolicy(props as unknown as OperatorPolicyProps)) };
  validateChecks(checks === undefined ? 'policies' : 'checks', found);
  return found;
}

/** Returns a setting as a value. Pulumi passes objects as JSON. */
function parsed(name: CheckSetting, value: unknown): unknown {
  if (typeof value !== 'string' || value === UNKNOWN) {
    return value ?? undefined;
  }
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw new Error(printableMessage(`${name} must be JSON, and is another string; set it with \`pulumi config set --path\`, or as a list or object of an explicit provider`));
  }
}
