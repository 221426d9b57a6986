import { mapField, mapListField, stringField } from '../../../formats/json/json-value';
import type { MissingApi } from '../../../formats/schema/api-projects';
import { KubernetesObject } from '../view/kubernetes-object';

/** Object that an InstallPlan creates, and how far OLM has come with it. */
export interface PlanStep {
  readonly api: MissingApi;
  readonly name: string;

  /** `Unknown`, `NotPresent`, `Present`, `Created`, `WaitingForApi` or `UnsupportedResource`. */
  readonly status: string;
}

/** Returns the steps of an InstallPlan. OLM executes them in this order, and stops at the first one that fails. */
export function planSteps(plan: KubernetesObject): PlanStep[] {
  return mapListField(plan.status, 'plan').map((step) => {
    const resource = mapField(step, 'resource');
    const text = (key: string): string => stringField(resource, key) ?? '';
    return {
      api: { group: text('group'), version: text('version'), kind: text('kind') }, name: text('name'), status: stringField(step, 'status') ?? '',
    };
  });
}

/** Returns the first step that is not done: the one that fails, or that OLM works on. */
export function openStep(plan: KubernetesObject): PlanStep | undefined {
  return planSteps(plan).find(({ status }) => status !== 'Created' && status !== 'Present');
}

/** Returns the ClusterServiceVersions that an InstallPlan has created. Those that existed before are not its own. */
export function createdCsvs(plan: KubernetesObject): string[] {
  return planSteps(plan).filter(({ api: { kind }, status }) => kind === 'ClusterServiceVersion' && status === 'Created').map(({ name }) => name);
}
