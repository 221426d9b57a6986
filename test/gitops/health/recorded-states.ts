import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { KindHealth } from '../../../lib/gitops/health/health-rule';
import { KNOWN_HEALTH } from '../../../lib/gitops/health/known-health';
import { stringField } from '../../../lib/formats/json/json-value';
import { WANTED_CSV } from '../../../lib/formats/schema/wanted-csv';
import { TRACES } from '../../cluster/waiting/recorded-traces';

/** An object as OLM left it at some time, and the check of its kind. */
export interface RecordedState {
  readonly scenario: string;
  /** Seconds since the start of the scenario. */
  readonly time: number;
  readonly check: KindHealth;
  readonly object: RecordedObject;
  /** ClusterServiceVersion of the annotation, if the object has it. */
  readonly wanted: string | undefined;
}

export interface RecordedObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly annotations?: { readonly [key: string]: string } };
  readonly status?: unknown;
}

interface Line {
  readonly t: number;
  readonly event: 'ACTION' | 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: RecordedObject;
}

/** Returns all recorded states: Subscriptions with and without the annotation, and Operators as OLM derives them from ClusterServiceVersions. */
export function recordedStates(): RecordedState[] {
  return readdirSync(TRACES.value).sort().flatMap(file => {
    const scenario = file.replace('.jsonl.gz', '');
    const lines = gunzipSync(readFileSync(join(TRACES.value, file))).toString().trim().split('\n').map(line => JSON.parse(line) as Line);
    const wanted = lines.map(({ object }) => stringField(object?.status, 'currentCSV')).findLast(name => name !== undefined);
    const csvs = new Map<string, RecordedObject>();
    return lines.flatMap(({ t: time, event, object }) => {
      const check = KNOWN_HEALTH.find(({ kind }) => kind === object?.kind);
      if (event === 'ACTION' || check === undefined) {
        return [];
      }
      const state = (of: RecordedObject, wants?: string): RecordedState => ({
        scenario, time, wanted: wants,
        object: wants === undefined ? of : annotated(of, wants),
        check: KNOWN_HEALTH.find(({ kind }) => kind === of.kind)!,
      });
      if (object.kind === 'ClusterServiceVersion') {
        csvs[event === 'DELETED' ? 'delete' : 'set'](object.metadata.name, object);
      }
      return [
        ...(event === 'DELETED' ? [] : [state(object)]),
        ...(object.kind === 'Subscription' && event !== 'DELETED' && wanted !== undefined ? [state(object, wanted)] : []),
        ...(object.kind === 'ClusterServiceVersion' ? [state(operatorOf(scenario, [...csvs.values()]), wanted)] : []),
      ];
    });
  });
}

/** Returns the Operator as OLM writes it: the phase of a ClusterServiceVersion is the type of its only condition. */
export function operatorOf(name: string, csvs: readonly RecordedObject[]): RecordedObject {
  const refs = csvs.map(({ kind, metadata, status }) => ({
    apiVersion: 'operators.coreos.com/v1alpha1', kind, name: metadata.name, namespace: metadata.namespace,
    conditions: [{ type: stringField(status, 'phase'), status: 'True', reason: stringField(status, 'reason'), message: stringField(status, 'message') }],
  }));
  return { kind: 'Operator', metadata: { name }, status: { components: { refs } } };
}

function annotated(object: RecordedObject, wanted: string): RecordedObject {
  return { ...object, metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, [WANTED_CSV]: wanted } } };
}

/** A recorded state, with its verdict and message. */
export interface JudgedState {
  readonly state: RecordedState;
  readonly verdict: string;
  readonly message: string;
}

/** Writes verdicts as a page, with one table for each scenario. A state with the verdict of the one before is left out. */
export function verdictPage(judged: readonly JudgedState[]): string {
  const last = new Map<string, string>();
  const lines = [
    '# Verdicts of the health checks on recorded states', '',
    'Each row is a change of the verdict on an object while real OLM 0.46 controllers ran a scenario. Subscriptions are judged with and without the',
    'annotation with the wanted ClusterServiceVersion. Checked by test/gitops/health/recorded-health.test.ts and, in the VM of Argo CD, by',
    'e2e/argocd-health.e2e.ts.',
  ];
  let scenario = '';
  for (const { state, verdict, message } of judged) {
    if (state.scenario !== scenario) {
      scenario = state.scenario;
      lines.push('', `## ${scenario}`, '', '| s | object | verdict | message |', '| --- | --- | --- | --- |');
    }
    const subject = `${state.object.kind} ${state.object.metadata.name}${state.wanted === undefined ? '' : `, wants ${state.wanted}`}`;
    const cells = `${subject} | ${verdict} | ${message.replaceAll('|', '\\|')}`;
    if (last.get(`${scenario} ${subject}`) !== cells) {
      last.set(`${scenario} ${subject}`, cells);
      lines.push(`| ${state.time.toFixed(1)} | ${cells} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}
