import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { ApiClient } from '../../lib/pulumi/wait/client/api-client';
import { ApiError } from '../../lib/pulumi/wait/client/client-error';
import { isMap, mapField, mapsField, textField } from '../../lib/bundle/json-value';
import type { JsonMap } from '../../lib/bundle/json-value';

/** What real OLM controllers did; it may be absent. */
const TRACES = resolve(__dirname, '..', '..', '..', 'shared', 'data', 'olm-traces');

/** Tests that play recordings. Those are not part of the project; where they do not stand beside the checkout, the run shows the tests as skipped. */
export const describeWithTraces = existsSync(TRACES) ? describe : describe.skip;

/** Nothing of a recording is waited for longer than this, in milliseconds, where nobody says otherwise. */
const LONGEST_GAP = 400;

/** What a recording calls that somebody approved an InstallPlan, whose name follows. */
const APPROVAL = 'approve InstallPlan ';

const MERGE_PATCH = 'application/merge-patch+json';

/** How a recording is played. */
export interface TracePlay {
  /**
   * The namespace that it is played in.
   *
   * @default - that of the recording
   */
  readonly namespace?: string;

  /**
   * Whether InstallPlans are approved where people did it in the recording.
   *
   * @default false
   */
  readonly approves?: boolean;

  /**
   * Nothing of the recording is waited for longer than this, in milliseconds.
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
 * Does to a real API server what OLM's controllers did in a recording: creates the objects, writes their status, and deletes them, under
 * uids of this cluster. What people approved there it leaves to those who are tested.
 */
export class TracePlayer {
  /** The phase of each object that has one, by its name, and since when it has it, in milliseconds of the process. */
  public readonly phases = new Map<string, { readonly phase: string; readonly since: number }>();

  /** Where it is played. */
  public readonly namespace: string;

  readonly #lines: readonly Line[];
  readonly #approves: boolean;
  readonly #longestGap: number;
  readonly #uids = new Map<string, string>();
  #next = 0;

  /** @param scenario the name of a recording */
  public constructor(
    private readonly client: ApiClient, scenario: string, { namespace, approves = false, longestGap = LONGEST_GAP }: TracePlay = {},
  ) {
    const text = gunzipSync(readFileSync(join(TRACES, `${scenario}.jsonl.gz`))).toString().trim();
    const recorded = lines(text).find(({ event }) => event === 'ADDED')!;
    const theirs = textField(mapField(recorded.object, 'metadata'), 'namespace')!;
    this.namespace = namespace ?? theirs;
    this.#lines = lines(text.replaceAll(theirs, this.namespace));
    this.#approves = approves;
    this.#longestGap = longestGap;
  }

  /** Plays on until a time of the recording, in seconds. */
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

  /** OLM goes on with a plan when somebody has approved it: those who are tested, when they see fit. */
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
    const name = textField(metadata, 'name')!;
    const apiVersion = textField(object, 'apiVersion')!;
    const path = this.#path(resource, apiVersion, name);
    if (event === 'DELETED') {
      await this.#send('DELETE', path, undefined, [404]);
      await this.#takeFinalizersOff(path);
      return;
    }
    await this.#bringApis(object);
    const isManual = resource === 'installplans' && mapField(object, 'spec')['approval'] === 'Manual';
    if (isManual && ['Installing', 'Complete'].includes(textField(mapField(object, 'status'), 'phase') ?? '')) {
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
    const wanted = JSON.parse([...this.#uids].reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), recorded)) as JsonMap;
    if (isManual) {
      (wanted['spec'] as { approved: boolean }).approved = mapField(now, 'spec')['approved'] === true;
    }
    const { status, ...rest } = wanted;
    const written = isMap(now)
      ? await this.#send('PUT', path, { ...rest, metadata: { ...mapField(wanted, 'metadata'), ...versionOf(now) } }, [404, 409])
      : await this.#send('POST', this.#path(resource, apiVersion), rest);
    const ours = textField(mapField(written, 'metadata'), 'uid');
    if (typeof uid === 'string' && ours !== undefined) {
      this.#uids.set(uid, ours);
    }
    if (isMap(status) && isMap(written)) {
      await this.#send('PUT', `${path}/status`, { ...written, status: { ...status, ...seen(status, written) } }, [404, 409]);
      const phase = textField(status, 'phase') ?? '';
      if (this.phases.get(name)?.phase !== phase) {
        this.phases.set(name, { phase, since: performance.now() });
      }
    }
  }

  /** A recording holds no CustomResourceDefinitions; a ClusterServiceVersion that says that it found them comes after them. */
  async #bringApis(object: JsonMap): Promise<void> {
    for (const requirement of mapsField(mapField(object, 'status'), 'requirementStatus')) {
      const owned = mapsField(mapField(mapField(object, 'spec'), 'customresourcedefinitions'), 'owned')
        .find((found) => found['name'] === requirement['name']);
      if (requirement['status'] === 'Present' && owned !== undefined) {
        const [name, kind] = [textField(owned, 'name')!, textField(owned, 'kind')!];
        const [plural, ...group] = name.split('.');
        await this.#send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
          metadata: { name },
          spec: {
            group: group.join('.'), scope: 'Namespaced', names: { plural, kind, singular: kind.toLowerCase(), listKind: `${kind}List` },
            versions: [{
              name: textField(owned, 'version'), served: true, storage: true,
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

  async #send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object, accepted: readonly number[] = [], type?: string): Promise<unknown> {
    try {
      return await this.client.request({ method, path, body, type }, new AbortController().signal);
    } catch (error) {
      if (error instanceof ApiError && accepted.includes(error.status)) {
        return undefined;
      }
      throw error;
    }
  }
}

function lines(text: string): Line[] {
  return text.split('\n').map((line) => JSON.parse(line) as Line);
}

function versionOf(object: JsonMap): object {
  const { resourceVersion, uid } = mapField(object, 'metadata');
  return { resourceVersion, uid };
}

/** What a controller has seen counts the changes in this cluster. */
function seen(status: JsonMap, written: JsonMap): object {
  return status['observedGeneration'] === undefined ? {} : { observedGeneration: mapField(written, 'metadata')['generation'] };
}
