import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Needed } from '../needed';

/** Trace of real OLM 0.46 controllers. */
const TRACE = Needed.sharedData('olm-traces/install-automatic.jsonl.gz');

/** An InstallPlan that OLM created from a bundle without an image. */
export interface RecordedInstallPlan {
  /** Size of the plan as JSON. */
  readonly bytes: number;
  /** CSV of the bundle, without the fields that OLM added. */
  readonly csv: { readonly [key: string]: unknown };
  /** Other manifests of the bundle. */
  readonly others: readonly object[];
  /** Number of steps with RBAC that OLM derived from the CSV. */
  readonly permissions: number;
}

interface Step {
  readonly resource: { readonly kind: string; readonly manifest: string };
}

interface InstallPlan {
  readonly kind: string;
  readonly status?: { readonly plan?: readonly Step[] };
}

/** Returns the largest recorded version of an InstallPlan. */
export function recordedInstallPlan(): Needed<RecordedInstallPlan> {
  return TRACE.map(largestPlan);
}

function largestPlan(trace: string): RecordedInstallPlan {
  const plans = gunzipSync(readFileSync(trace)).toString().trim().split('\n')
    .map((line) => (JSON.parse(line) as { readonly object?: InstallPlan }).object)
    .filter((object) => object?.kind === 'InstallPlan' && object.status?.plan !== undefined) as InstallPlan[];
  const sized = plans.map((plan) => ({ plan, bytes: JSON.stringify(plan).length })).sort((left, right) => left.bytes - right.bytes);
  const { plan, bytes } = sized.at(-1)!;
  const steps = plan.status!.plan!.map(({ resource }) => resource);
  const csv = JSON.parse(steps.find(({ kind }) => kind === 'ClusterServiceVersion')!.manifest) as RecordedInstallPlan['csv'];
  const others = steps.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ manifest }) => JSON.parse(manifest) as object);
  return {
    bytes,
    csv: { ...without(csv, 'status'), metadata: without(csv['metadata'] as object, 'annotations', 'namespace') },
    others,
    permissions: steps.length - 1 - others.length,
  };
}

function without(map: object, ...keys: string[]): { readonly [key: string]: unknown } {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}
