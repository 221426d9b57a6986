import { count, fields, flag, listOf, name, oneOf, text } from './input-checks';
import { timeouts } from './timeout-inputs';
import type { Look } from './waiter-kind';
import { waiterProvider } from './waiter-provider';
import { field, mapField, mapsField, sameJson, textField, textsField } from '../../bundle/json-value';
import type { JsonMap } from '../../bundle/json-value';
import { SUBSCRIPTIONS } from '../wait/cluster/api-resource';
import type { ClusterView } from '../wait/cluster/cluster-view';
import { inNamespace, one } from '../wait/cluster/queries';
import { list } from '../wait/explain/quote';
import { lookAtOperator } from '../wait/operator/operator-look';
import type { OperatorLook } from '../wait/operator/operator-look';
import { operatorReady } from '../wait/operator/operator-ready';
import type { OperatorReadyOptions, Pin } from '../wait/operator/options';
import type { InstalledOperator } from '../wait/operator/outcome';
import type { OwnedApi } from '../wait/operator/owned-apis';
import { unlessLetGo } from '../wait/removal/let-go';
import { operatorRemoval } from '../wait/removal/operator-removal';
import type { OperatorRemovalOptions } from '../wait/removal/operator-removal-options';
import { tracesOf } from '../wait/removal/operator-traces';
import type { RemovalReport } from '../wait/removal/stage';
import type { Verdict, Waiter } from '../wait/waiting/waiter';

/** Waits for an operator, and removes it in order. */
export const OPERATOR_READY = waiterProvider<InstalledOperator>({
  subject: (inputs) => `operator ${textField(inputs, 'namespace') ?? ''}/${textField(inputs, 'subscription') ?? ''}`,
  checks: {
    namespace: name,
    subscription: name,
    package: name,
    channel: text,
    pin: fields({ csv: name, version: text, through: listOf(name), along: listOf(name) }, ['csv']),
    recover: count,
    adopt: flag,
    onDestroy: fields({ operands: oneOf('abort', 'ignore', 'delete'), deleteCrds: flag, force: flag }),
  },
  required: ['namespace', 'subscription'],
  identity: ['namespace', 'subscription', 'package'],
  manner: ['recover', 'adopt', 'onDestroy'],
  waiter: (inputs) => operatorReady(options(inputs)) as Waiter<unknown, InstalledOperator>,
  outputs: (inputs, verdict, view) => {
    const operator = verdict.kind === 'done' ? verdict.outcome : verdict.reached;
    const operatorGroups = groups(lookAtOperator(options(inputs), view));
    return { ...installed(operator), operatorGroups, left: { csvName: operator.csv, operatorGroups }, phaseSeconds: seconds(verdict) };
  },
  look,
  removal: (outputs) => {
    const wanted = removalOptions(outputs);
    return unlessLetGo(operatorRemoval(wanted), {
      object: one(SUBSCRIPTIONS, wanted.subscription, wanted.namespace), first: inNamespace(SUBSCRIPTIONS, wanted.namespace), with: 'its operator',
    }) as Waiter<unknown, RemovalReport>;
  },
});

function options(inputs: JsonMap): OperatorReadyOptions {
  const recover = field(inputs, 'recover');
  const pin = pinOf(inputs['pin']);
  return {
    namespace: textField(inputs, 'namespace') ?? '',
    subscription: textField(inputs, 'subscription') ?? '',
    timeouts: timeouts(inputs['timeouts']),
    ...(pin === undefined ? {} : { pin }),
    ...(typeof recover === 'number' ? { recover } : {}),
    ...(field(inputs, 'adopt') === true ? { adopt: true } : {}),
  };
}

function pinOf(input: unknown): Pin | undefined {
  const [csv, version] = [textField(input, 'csv'), textField(input, 'version')];
  return csv === undefined ? undefined : {
    csv, through: textsField(input, 'through'), along: textsField(input, 'along'), ...(version === undefined ? {} : { version }),
  };
}

/** The outputs have names that say whose they are: beside them stand the inputs. */
function installed(operator: Partial<InstalledOperator>): JsonMap {
  return {
    csvName: operator.csv,
    version: operator.version,
    phase: operator.phase,
    ownedApis: operator.ownedApis,
    deployments: operator.deployments,
    installPlan: operator.installPlan,
    pendingInstallPlan: operator.pendingInstallPlan,
  };
}

function groups({ operatorGroups }: OperatorLook): JsonMap[] {
  return operatorGroups.map((group) => ({ name: group.name, targetNamespaces: textsField(group.spec, 'targetNamespaces') }));
}

function seconds({ times }: Verdict<unknown>): JsonMap {
  return Object.fromEntries(Object.entries(times).map(([phase, time]) => [phase, Math.round(time / 100) / 10]));
}

function look(outputs: JsonMap, view: ClusterView): Look {
  // What is there counts, not what is wanted.
  const { pin: _, ...asItIs } = options(outputs);
  const found = lookAtOperator(asItIs, view);
  const { csv = '', phase } = found.installed;
  // Not what an earlier look found: drift lasts until somebody undoes it.
  const left = mapField(outputs, 'left');
  const [before, now] = [textField(left, 'csvName'), phase === undefined ? undefined : csv];
  const [groupsBefore, groupsNow] = [mapsField(left, 'operatorGroups'), groups(found)];
  const drift: string[] = [];
  if (before !== undefined && before !== now) {
    drift.push(now === undefined ? `ClusterServiceVersion ${before} is not there any longer` : `${now} is installed, and it was ${before}`);
  }
  if (now !== undefined && phase !== 'Succeeded') {
    drift.push(`ClusterServiceVersion ${now} is in phase ${phase ?? ''}`);
  }
  if (left['operatorGroups'] !== undefined && !sameJson(groupsBefore, groupsNow)) {
    drift.push(`the OperatorGroup was edited: ${described(groupsBefore)} became ${described(groupsNow)}`);
  }
  return {
    watch: found.watch,
    isKnown: found.isKnown,
    isThere: found.isSubscribed,
    drift,
    outputs: { ...installed(now === undefined ? {} : found.installed), operatorGroups: groupsNow },
  };
}

function described(found: readonly JsonMap[]): string {
  return found.length === 0 ? 'none' : list(found.map((group) => {
    const targets = textsField(group, 'targetNamespaces');
    return `${textField(group, 'name') ?? ''} (${targets.length === 0 ? 'all namespaces' : targets.join(', ')})`;
  }));
}

function removalOptions(outputs: JsonMap): OperatorRemovalOptions {
  const operands = textField(outputs['onDestroy'], 'operands');
  return {
    namespace: textField(outputs, 'namespace') ?? '',
    subscription: textField(outputs, 'subscription') ?? '',
    known: tracesOf({
      csv: textField(outputs, 'csvName'),
      ownedApis: mapsField(outputs, 'ownedApis') as unknown as readonly OwnedApi[],
      package: textField(outputs, 'package'),
    }),
    crds: field(outputs['onDestroy'], 'deleteCrds') === true,
    force: field(outputs['onDestroy'], 'force') === true,
    timeouts: timeouts(outputs['timeouts']),
    ...(operands === 'ignore' || operands === 'delete' ? { operands } : {}),
  };
}
