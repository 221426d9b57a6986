import { installedState } from '../../cluster/inspection/installed-state';
import { list } from '../../cluster/waiting/explain/formatting';
import type { Waiter } from '../../cluster/waiting/machine/waiter';
import { approvalListOf } from '../../cluster/waiting/operator/approval-list';
import type { InstalledDependency } from '../../cluster/waiting/operator/installed-dependencies';
import { type InstalledOperator, observeOperator, type OperatorObservation } from '../../cluster/waiting/operator/installed-operator';
import { WHATEVER_IS_OFFERED } from '../../formats/schema/wanted-csv';
import { namespaceInterests } from '../../cluster/waiting/operator/operator-interests';
import type { OperatorReadyOptions, Pin } from '../../cluster/waiting/operator/operator-options';
import { operatorReady } from '../../cluster/waiting/operator/operator-waiter';
import { selectsCrds, unknownKind } from '../../cluster/waiting/removal/operator-crds';
import { footprintOf } from '../../cluster/waiting/removal/operator-footprint';
import { operatorRemoval } from '../../cluster/waiting/removal/operator-removal';
import type { OperatorRemovalOptions } from '../../cluster/waiting/removal/operator-removal-options';
import type { RemovalReport } from '../../cluster/waiting/removal/stage';
import { subscriptionRemoval } from '../../cluster/waiting/removal/subscription-removal';
import { unlessWaitingDisabled } from '../../cluster/waiting/removal/waiting-opt-out';
import { SUBSCRIPTIONS } from '../../cluster/waiting/view/api-resource';
import type { OwnedApi } from '../../cluster/waiting/view/cluster-service-version';
import { type ClusterView, inNamespace, named, objectsOf } from '../../cluster/waiting/view/cluster-view';
import { defined } from '../../formats/json/defined';
import { field, isMap, type JsonMap, mapField, mapListField, sameJson, stringField, stringListField } from '../../formats/json/json-value';
import { type DriftedOperator, findDrift } from '../../resolve/drift/find-drift';
import type { LockedOperator } from '../../resolve/lock/locked-operator';
import type { PlanContent } from '../../resolve/plan/plan-content';
import { crdSelectionIn, operandsIn, parseTimeouts, phaseSeconds, requiredString, UNKNOWN } from '../provider/inputs';
import { OPERATOR_READY_INPUTS } from '../provider/waiter-inputs';
import type { Observation } from '../provider/waiter-kind';
import { waiterProvider } from '../provider/waiter-provider';

/**
 * Returns how an operator differs from its lock, and what its namespace contains that is not locked, or undefined without a lock or until the
 * namespace is listed. Only the first operator in the lock with a Subscription reports what is not locked.
 *
 * @param inputs inputs of the waiter
 */
export function lockDrift(inputs: JsonMap, view: ClusterView): string[] | undefined {
  const [namespace, packageName] = [requiredString(inputs, 'namespace'), stringField(inputs, 'package')];
  const locked = mapListField(inputs, 'locked').map((item) => lockedOperator(namespace, item));
  const { subscriptions, csvs, plans } = namespaceInterests(namespace);
  const [found, installed, installPlans] = [subscriptions, csvs, plans].map((interest) => objectsOf(view, interest));
  if (locked.length === 0 || found === undefined || installed === undefined || installPlans === undefined) {
    return undefined;
  }
  const reporter = locked.find(({ subscription }) => subscription !== undefined) ?? locked[0]!;
  const { operators } = findDrift({ operators: locked, catalogs: [] }, installedState({ subscriptions: found, csvs: installed, installPlans }));
  return operators.filter((operator) => (operator.lockedCsv === '' ? reporter.packageName === packageName : operator.packageName === packageName)).flatMap(linesOf);
}

function linesOf({ differences }: DriftedOperator): string[] {
  return differences.map(({ message }) => message);
}

function lockedOperator(namespace: string, item: JsonMap): LockedOperator {
  const value = (key: string): string => stringField(item, key) ?? '';
  const subscription = stringField(item, 'subscription');
  return {
    namespace, packageName: value('packageName'), version: value('version'), csv: value('csv'), channel: value('channel'), catalog: value('catalog'),
    catalogNamespace: value('catalogNamespace'), ...defined({ subscription }), requiredBy: [], waivers: [],
  };
}

/** Provider of `OperatorReady`. */
export const OPERATOR_READY = waiterProvider<InstalledOperator>({
  subject: (inputs) => `operator ${requiredString(inputs, 'namespace')}/${requiredString(inputs, 'subscription')}`,
  inputs: OPERATOR_READY_INPUTS,
  importing: {
    idInputs: ['namespace', 'subscription'],
    // Without the package, the first `up` would replace the operator.
    found: (inputs, view) => {
      const found = observeOperator(options(inputs), view);
      return { inputs: { package: found.installed.package }, outputs: { left: { csvName: found.installed.csv, operatorGroups: groups(found) } } };
    },
  },
  handsOver,
  planned: (outputs, inputs, replaces) => {
    const [before, now] = [outputs, inputs].map((found) => `Subscription ${subscriptionIn(found)}`);
    if (handsOver(outputs, inputs)) {
      const operator = stringField(outputs, 'csvName') ?? 'its operator';
      return [`hands over: ${before!} is deleted without its operator, and ${now!} adopts ${operator}, which keeps running`];
    }
    return replaces.length > 0 ? replacementOf(outputs, inputs) : [];
  },
  waiter: (inputs, before) => operatorReady(withEarlierDependencies(options(inputs), before)) as Waiter<unknown, InstalledOperator>,
  outputs: (inputs, verdict, view) => {
    const operator = verdict.kind === 'done' ? verdict.outcome : verdict.reached;
    const operatorGroups = groups(observeOperator(options(inputs), view));
    return {
      ...installed(operator), operatorGroups, left: { csvName: operator.csv, operatorGroups }, lockDrift: lockDrift(inputs, view),
      phaseSeconds: phaseSeconds(verdict),
    };
  },
  remarks: ({ csv, pendingInstallPlan, deprecations = [] }, inputs) => [
    ...(pinOf(inputs['pin']) === undefined && pendingInstallPlan === undefined ? [`${csv} is ${WHATEVER_IS_OFFERED}`] : []),
    ...deprecations.map((deprecation) => `warning: ${deprecation}`),
  ],
  observe,
  contradiction: (inputs, outputs) => {
    const selection = crdSelectionIn(inputs);
    return typeof selection === 'boolean' ? undefined : unknownKind('onDestroy.deleteCrds', selection, apisIn(outputs));
  },
  removalBeforeUpdate: (outputs, inputs) => {
    const [subscription, packageName] = [requiredString(outputs, 'subscription'), stringField(outputs, 'package')];
    const wanted = { namespace: requiredString(outputs, 'namespace'), subscription, timeouts: parseTimeouts(outputs['timeouts']) };
    return !handsOver(outputs, inputs) ? undefined : {
      title: `hand-over of operator ${subscriptionIn(outputs)}`,
      removal: subscriptionRemoval({ ...wanted, ...defined({ package: packageName }) }) as Waiter<unknown, RemovalReport>,
    };
  },
  removal: (outputs) => {
    const wanted = removalOptions(outputs);
    return unlessWaitingDisabled(operatorRemoval(wanted), {
      object: named(SUBSCRIPTIONS, wanted.subscription, wanted.namespace), gate: inNamespace(SUBSCRIPTIONS, wanted.namespace), dependents: 'its operator',
    }) as Waiter<unknown, RemovalReport>;
  },
});

/** Whether new inputs only rename the Subscription, from the previous name that they specify. */
function handsOver(outputs: JsonMap, inputs: JsonMap): boolean {
  const [before, now] = [stringField(outputs, 'subscription'), stringField(inputs, 'subscription')];
  return before !== now && before !== undefined && stringField(inputs, 'previousSubscription') === before
    && ['namespace', 'package'].every((key) => stringField(outputs, key) === stringField(inputs, key));
}

/** Describes a replacement: what happens to the operator and to the objects of its APIs. */
function replacementOf(outputs: JsonMap, inputs: JsonMap): string[] {
  const [before, now] = [requiredString(outputs, 'namespace'), requiredString(inputs, 'namespace')];
  const where = now === before || now === UNKNOWN ? 'again' : `in namespace ${now}`;
  const crds = selectsCrds(crdSelectionIn(outputs)) ? 'CRDs without objects are deleted as onDestroy.deleteCrds says' : 'its CRDs stay';
  const objects = {
    abort: 'objects of its APIs stop the removal before anything is deleted', ignore: 'objects of its APIs stay, and nothing handles them in between',
    delete: 'objects of its APIs are deleted',
  }[operandsIn(outputs)];
  const dependencies = dependenciesIn(outputs).map(({ csv }) => csv);
  const isMaybeRenamed = stringField(outputs, 'package') === stringField(inputs, 'package') && before === now;
  return [
    `is removed before it is installed ${where}, and does not run in between; ${objects}; ${crds}`,
    ...(dependencies.length === 0 ? [] : [`what OLM installed for it, ${list(dependencies)}, ${
      deletesDependencies(outputs) ? 'is removed too if nothing else requires it' : 'stays'}`]),
    ...(isMaybeRenamed ? [`if only the name of the Subscription changes, previousName: '${requiredString(outputs, 'subscription')}' keeps it running`] : []),
  ];
}

function subscriptionIn(found: JsonMap): string {
  return `${requiredString(found, 'namespace')}/${requiredString(found, 'subscription')}`;
}

function options(inputs: JsonMap): OperatorReadyOptions {
  const recover = field(inputs, 'recover');
  const pin = pinOf(inputs['pin']);
  const namespace = requiredString(inputs, 'namespace');
  return {
    namespace,
    ...(isMap(inputs['upgradePlan']) ? { approvals: approvalListOf(planIn(inputs['upgradePlan']), namespace) } : {}),
    subscription: requiredString(inputs, 'subscription'),
    timeouts: parseTimeouts(inputs['timeouts']),
    ...defined({ pin }),
    ...(typeof recover === 'number' ? { recover } : {}),
    ...(field(inputs, 'adopt') === true || field(inputs, 'previousSubscription') !== undefined ? { adopt: true } : {}),
  };
}

/** Returns the upgrade plan in inputs that were checked. */
function planIn(input: JsonMap): PlanContent {
  return { operators: mapListField(input, 'operators'), installPlans: mapListField(input, 'installPlans') } as unknown as PlanContent;
}

function pinOf(input: unknown): Pin | undefined {
  const [csv, version] = [stringField(input, 'csv'), stringField(input, 'version')];
  return csv === undefined ? undefined : {
    csv,
    intermediateCsvs: stringListField(input, 'intermediateCsvs'),
    dependencyCsvs: stringListField(input, 'dependencyCsvs'),
    ...defined({ version }),
  };
}

/** Outputs and inputs share one object, so the name of the CSV is `csvName` here. */
function installed(operator: Partial<InstalledOperator>): JsonMap {
  return {
    csvName: operator.csv,
    version: operator.version,
    phase: operator.phase,
    ownedApis: operator.ownedApis,
    deployments: operator.deployments,
    dependencies: operator.dependencies,
    installPlan: operator.installPlan,
    pendingInstallPlan: operator.pendingInstallPlan,
  };
}

function groups({ operatorGroups }: OperatorObservation): JsonMap[] {
  return operatorGroups.map((group) => ({ name: group.name, targetNamespaces: stringListField(group.spec, 'targetNamespaces') }));
}

function observe(outputs: JsonMap, view: ClusterView): Observation {
  // The installed version decides, not the pinned one.
  const { pin: _, ...unpinned } = options(outputs);
  const found = observeOperator(withEarlierDependencies(unpinned, outputs), view);
  const { csv, phase } = found.installed;
  // Compared with the result of the last wait, not of an earlier refresh, so that drift is reported until it is undone.
  const left = mapField(outputs, 'left');
  const [before, now] = [stringField(left, 'csvName'), phase === undefined ? undefined : csv];
  const [groupsBefore, groupsNow] = [mapListField(left, 'operatorGroups'), groups(found)];
  const differences = lockDrift(outputs, view);
  const drift: string[] = [];
  if (before !== undefined && before !== now) {
    drift.push(now === undefined ? `ClusterServiceVersion ${before} no longer exists` : `${now} is installed instead of ${before}`);
  }
  if (now !== undefined && phase !== 'Succeeded') {
    drift.push(`ClusterServiceVersion ${now} is in phase ${phase!}`);
  }
  if (left['operatorGroups'] !== undefined && !sameJson(groupsBefore, groupsNow)) {
    drift.push(`the OperatorGroup was changed from ${described(groupsBefore)} to ${described(groupsNow)}`);
  }
  return {
    watch: found.watch,
    isKnown: found.isKnown,
    isThere: found.isSubscribed,
    drift,
    remarks: (differences ?? []).map((difference) => `differs from the lock: ${difference}`),
    // Once the operator is gone, its dependencies are only in the last outputs.
    outputs: {
      ...installed(now === undefined ? { dependencies: dependenciesIn(outputs) } : found.installed), operatorGroups: groupsNow,
      lockDrift: differences,
    },
  };
}

function described(found: readonly JsonMap[]): string {
  return found.length === 0 ? 'none' : list(found.map((group) => {
    const targets = stringListField(group, 'targetNamespaces');
    return `${requiredString(group, 'name')} (${targets.length === 0 ? 'all namespaces' : targets.join(', ')})`;
  }));
}

/** Returns the APIs in outputs. */
function apisIn(outputs: JsonMap): readonly OwnedApi[] {
  return mapListField(outputs, 'ownedApis') as unknown as readonly OwnedApi[];
}

/** Returns the dependencies in outputs. */
function dependenciesIn(outputs: JsonMap): readonly InstalledDependency[] {
  return mapListField(outputs, 'dependencies') as unknown as readonly InstalledDependency[];
}

/** Adds the dependencies in the last outputs: a later version may not require them, but its removal still needs them. */
function withEarlierDependencies(wanted: OperatorReadyOptions, outputs: JsonMap): OperatorReadyOptions {
  return { ...wanted, dependencies: dependenciesIn(outputs).map(({ subscription }) => subscription) };
}

function deletesDependencies(outputs: JsonMap): boolean {
  return field(outputs['onDestroy'], 'deleteDependencies') === true;
}

function removalOptions(outputs: JsonMap): OperatorRemovalOptions {
  return {
    namespace: requiredString(outputs, 'namespace'),
    subscription: requiredString(outputs, 'subscription'),
    known: footprintOf({
      csv: stringField(outputs, 'csvName'),
      ownedApis: apisIn(outputs),
      package: stringField(outputs, 'package'),
      dependencies: dependenciesIn(outputs),
    }),
    crds: crdSelectionIn(outputs),
    leftovers: field(outputs['onDestroy'], 'deleteLeftovers') === true,
    resetConversion: field(outputs['onDestroy'], 'resetConversion') === true,
    force: field(outputs['onDestroy'], 'force') === true,
    dependencies: deletesDependencies(outputs),
    timeouts: parseTimeouts(outputs['timeouts']),
    operands: operandsIn(outputs),
  };
}
