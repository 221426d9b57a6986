import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { ApiClient } from '../../lib/cluster/client/api-client';
import { isMap, type JsonMap, mapField, mapListField, stringField } from '../../lib/formats/json/json-value';
import { TRACES } from '../../test/cluster/waiting/recorded-traces';
import { sendRequest } from './send-request';

/** Maximum pause of a recording, in milliseconds, unless set otherwise. */
const LONGEST_GAP = 400;

/** Prefix of a recorded approval, followed by the name of the InstallPlan. */
const APPROVAL = 'approve InstallPlan ';

const MERGE_PATCH = 'application/merge-patch+json';

/** Playback options. */
export interface TracePlay {
  /**
   * Namespace to play in.
   *
   * @default - the namespace of the recording
   */
  readonly namespace?: string;

  /**
   * Whether to approve InstallPlans where people did so in the recording.
   *
   * @default false
   */
  readonly approves?: boolean;

  /**
   * Maximum pause of the recording, in milliseconds.
   *
   * @default 400
   */
  readonly longestGap?: number;
}

interface Line {
  readonly t: number;
  readonly event: 'ADDED' | 'MODIFIED' | 'DELETED' | 'ACTION';
  readonly resource: string;
  readonly object: JsonMap;
  readonly action?: string;
}

/**
 * Does to a real API server what OLM's controllers did in a recording: creates the objects, writes their status, and deletes them, with
 * uids of this cluster. Approvals by people are left to the program under test.
 */
export class TracePlayer {
  /** Phase of each object that has one, by its name, and since when, in milliseconds of the process. */
  public readonly phases = new Map<string, { readonly phase: string; readonly since: number }>();

  /** Namespace of the playback. */
  public readonly namespace: string;

  readonly #lines: readonly Line[];
  readonly #approves: boolean;
  readonly #longestGap: number;
  readonly #uids = new Map<string, string>();
  #next = 0;

  /** @param scenario name of a recording */
  public constructor(
    private readonly client: ApiClient, scenario: string, { namespace, approves = false, longestGap = LONGEST_GAP }: TracePlay = {},
  ) {
    const recording = gunzipSync(readFileSync(join(TRACES.value, `${scenario}.jsonl.gz`))).toString().trim();
    const recorded = lines(recording).find(({ event }) => event === 'ADDED')!;
    const theirs = stringField(mapField(recorded.object, 'metadata'), 'namespace')!;
    this.namespace = namespace ?? theirs;
    this.#lines = lines(recording.replaceAll(theirs, this.namespace));
    this.#approves = approves;
    this.#longestGap = longestGap;
  }

  /** Plays up to a time of the recording, in seconds. */
  public async playUntil(end: number, signal: AbortSignal = new AbortController().signal): Promise<void> {
    await this.#send('POST', '/api/v1/namespaces', { metadata: { name: this.namespace } }, [409]);
    for (let time = this.#lines[this.#next]?.t ?? 0; this.#next < this.#lines.length && this.#lines[this.#next]!.t < end; this.#next++) {
      signal.throwIfAborted();
      const line = this.#lines[this.#next]!;
      await sleep(Math.min(this.#longestGap, Math.max(0, (line.t - time) * 1000)));
      time = line.t;
      if (line.event !== 'ACTION') {
        await this.#play(line, signal);
      } else if (this.#approves && line.action?.startsWith(APPROVAL) === true) {
        const path = this.#path('installplans', 'operators.coreos.com/v1alpha1', line.action.slice(APPROVAL.length));
        await this.#send('PATCH', path, { spec: { approved: true } }, [], MERGE_PATCH);
      }
    }
  }

  /** OLM continues with a plan once it is approved, by the program under test. */
  async #approved(path: string, signal: AbortSignal): Promise<void> {
    while (mapField(await this.#send('GET', path), 'spec')['approved'] !== true) {
      signal.throwIfAborted();
      await sleep(20);
    }
  }

  async #play({ event, resource, object }: Line, signal: AbortSignal): Promise<void> {
    const {
      resourceVersion: _v, uid, creationTimestamp: _c, generation: _g, managedFields: _m, generateName: _n, deletionTimestamp,
      deletionGracePeriodSeconds: _d, ...metadata
    } = mapField(object, 'metadata');
    const name = stringField(metadata, 'name')!;
    const apiVersion = stringField(object, 'apiVersion')!;
    const path = this.#path(resource, apiVersion, name);
    if (event === 'DELETED') {
      await this.#send('DELETE', path, undefined, [404]);
      await this.#takeFinalizersOff(path);
      return;
    }
    await this.#bringApis(object);
    const isManual = resource === 'installplans' && mapField(object, 'spec')['approval'] === 'Manual';
    if (isManual && ['Installing', 'Complete'].includes(stringField(mapField(object, 'status'), 'phase') ?? '')) {
      await this.#approved(path, signal);
    }
    if (deletionTimestamp !== undefined) {
      await this.#send('DELETE', path, undefined, [404]);
    }
    const now = await this.#send('GET', path, undefined, [404]);
    if (deletionTimestamp !== undefined && now === undefined) {
      return;
    }
    const recorded = JSON.stringify({ ...object, metadata });
    const wanted = JSON.parse([...this.#uids].reduce((json, [theirs, ours]) => json.replaceAll(theirs, ours), recorded)) as JsonMap;
    if (isManual) {
      (wanted['spec'] as { approved: boolean }).approved = mapField(now, 'spec')['approved'] === true;
    }
    const { status, ...rest } = wanted;
    const written = isMap(now)
      ? await this.#send('PUT', path, { ...rest, metadata: { ...mapField(wanted, 'metadata'), ...versionOf(now) } }, [404, 409])
      : await this.#send('POST', this.#path(resource, apiVersion), rest);
    const ours = stringField(mapField(written, 'metadata'), 'uid');
    if (typeof uid === 'string' && ours !== undefined) {
      this.#uids.set(uid, ours);
    }
    if (isMap(status) && isMap(written)) {
      await this.#send('PUT', `${path}/status`, { ...written, status: { ...status, ...seen(status, written) } }, [404, 409]);
      const phase = stringField(status, 'phase') ?? '';
      if (this.phases.get(name)?.phase !== phase) {
        this.phases.set(name, { phase, since: performance.now() });
      }
    }
  }

  /** Recordings contain no CustomResourceDefinitions; a ClusterServiceVersion that reports them comes after them. */
  async #bringApis(object: JsonMap): Promise<void> {
    for (const requirement of mapListField(mapField(object, 'status'), 'requirementStatus')) {
      const owned = mapListField(mapField(mapField(object, 'spec'), 'customresourcedefinitions'), 'owned')
        .find((found) => found['name'] === requirement['name']);
      if (requirement['status'] === 'Present' && owned !== undefined) {
        const [name, kind] = [stringField(owned, 'name')!, stringField(owned, 'kind')!];
        const [plural, ...group] = name.split('.');
        await this.#send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
          metadata: { name },
          spec: {
            group: group.join('.'), scope: 'Namespaced', names: { plural, kind, singular: kind.toLowerCase(), listKind: `${kind}List` },
            versions: [{
              name: stringField(owned, 'version'), served: true, storage: true,
              schema: { openAPIV3Schema: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } },
            }],
          },
        }, [409]);
      }
    }
  }

  async #takeFinalizersOff(path: string): Promise<void> {
    await this.#send('PATCH', path, { metadata: { finalizers: null } }, [404, 409], MERGE_PATCH);
  }

  #path(resource: string, apiVersion: string, name?: string): string {
    return `/apis/${apiVersion}/namespaces/${this.namespace}/${resource}${name === undefined ? '' : `/${name}`}`;
  }

  #send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object, accepted: readonly number[] = [], type?: string): Promise<unknown> {
    return sendRequest(this.client, { method, path, body, type }, accepted);
  }
}

function lines(jsonLines: string): Line[] {
  return jsonLines.split('\n').map((line) => JSON.parse(line) as Line);
}

function versionOf(object: JsonMap): object {
  const { resourceVersion, uid } = mapField(object, 'metadata');
  return { resourceVersion, uid };
}

/** Maps observed generations to this cluster. */
function seen(status: JsonMap, written: JsonMap): object {
  return status['observedGeneration'] === undefined ? {} : { observedGeneration: mapField(written, 'metadata')['generation'] };
}
