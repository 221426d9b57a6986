import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { KubernetesObject } from '../cluster/kubernetes-object';
import { ARGO_CD_NAMESPACE } from './argocd-controllers';
import { ArgoCdHost } from './argocd-host';

/** File that the states of Applications are written to, with their times. */
const TRANSCRIPT = process.env['TRANSCRIPT'] ?? '';
const POLL_MILLISECONDS = 200;

/** State of an object of an Application. */
export interface ResourceState {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly health?: { readonly status: string; readonly message?: string };
}

/** State of an Application as Argo CD shows it. */
export interface ApplicationState {
  readonly sync: string;
  readonly health: string;
  /** Phase of the last sync. */
  readonly phase: string;
  readonly message: string;
  /** When the last sync began. */
  readonly startedAt: string;
  /** Commit that the state is about. */
  readonly revision: string;
  readonly resources: readonly ResourceState[];
  readonly conditions: readonly string[];
}

interface ApplicationStatus {
  readonly sync?: { readonly status?: string; readonly revision?: string };
  readonly health?: { readonly status?: string };
  readonly operationState?: { readonly phase?: string; readonly message?: string; readonly startedAt?: string };
  readonly resources?: readonly ResourceState[];
  readonly conditions?: readonly { readonly type: string; readonly message: string }[];
}

/** An Application in the cluster, as a user of Argo CD sees it. */
export class ApplicationView {
  /** States one after the other, with the seconds since the view was created. */
  public readonly history: string[] = [];
  private readonly since = Date.now();

  public constructor(private readonly host: ArgoCdHost, private readonly name: string) {}

  private get reference(): KubernetesObject {
    return { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name: this.name, namespace: ARGO_CD_NAMESPACE } };
  }

  /** Returns the current state, or undefined if the Application does not exist. */
  public async state(): Promise<ApplicationState | undefined> {
    const found = await this.host.cluster.client.find(this.reference);
    if (found === undefined) {
      this.record('gone');
      return undefined;
    }
    const { sync = {}, health = {}, operationState = {}, resources = [], conditions = [] } = (found['status'] ?? {}) as ApplicationStatus;
    const state: ApplicationState = {
      sync: sync.status ?? 'Unknown', health: health.status ?? 'Unknown', revision: sync.revision ?? '',
      phase: operationState.phase ?? '', message: operationState.message ?? '', startedAt: operationState.startedAt ?? '',
      resources, conditions: conditions.map(({ type, message }) => `${type}: ${message}`),
    };
    const degraded = resources.filter(({ health: of }) => of?.status === 'Degraded').map(each => `, ${resourceLine(each)}`).join('');
    this.record(`${state.sync} ${state.health}, sync ${state.phase || 'not begun'}${state.conditions.map(each => `, ${each}`).join('')}${degraded}: ${state.message.slice(0, 400)}`);
    return state;
  }

  /** Waits for a state, and calls `also` after each check. */
  public async until(
    what: string, milliseconds: number, reached: (state: ApplicationState) => boolean, also: (state: ApplicationState) => Promise<void> = nothing,
  ): Promise<ApplicationState> {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      const state = await this.state();
      if (state !== undefined) {
        await also(state);
        if (reached(state)) {
          this.record(`reached: ${what}`);
          return state;
        }
      }
      if (Date.now() > deadline || this.host.failure !== undefined) {
        throw this.host.failure ?? new Error(`${what}: not after ${String(milliseconds / 1000)} s\n${this.history.join('\n')}\n${unhealthy(state)}`);
      }
      await sleep(POLL_MILLISECONDS);
    }
  }

  /** Waits until the Application is Synced and Healthy, in a commit. */
  public synced(commit: string, milliseconds: number, also?: (state: ApplicationState) => Promise<void>): Promise<ApplicationState> {
    return this.until('Synced and Healthy', milliseconds, ({ sync, health, revision, phase }) => (
      sync === 'Synced' && health === 'Healthy' && revision === commit && phase === 'Succeeded'
    ), also);
  }

  /** Observes the Application for some time, and returns the different states. */
  public async during(milliseconds: number): Promise<string[]> {
    const end = Date.now() + milliseconds;
    const seen = new Set<string>();
    while (Date.now() < end) {
      const state = await this.state();
      seen.add(state === undefined ? 'gone' : `${state.sync} ${state.health}, sync of ${state.startedAt}`);
      await sleep(POLL_MILLISECONDS);
    }
    return [...seen];
  }

  /** Makes Argo CD check the repository, as a webhook of a git server does. */
  public async refresh(): Promise<void> {
    await this.host.cluster.kubectl.shell(`kubectl annotate application ${this.name} -n ${ARGO_CD_NAMESPACE} argocd.argoproj.io/refresh=normal --overwrite`);
  }

  /** Requests the deletion of the Application. */
  public remove(): Promise<void> {
    return this.host.cluster.client.remove(this.reference);
  }

  /** Waits until the Application is deleted. */
  public async gone(milliseconds: number): Promise<void> {
    const deadline = Date.now() + milliseconds;
    while (await this.state() !== undefined) {
      if (Date.now() > deadline) {
        throw new Error(`Application ${this.name} is not deleted after ${String(milliseconds / 1000)} s\n${this.history.join('\n')}`);
      }
      await sleep(POLL_MILLISECONDS);
    }
  }

  private record(state: string): void {
    const [, last = ''] = /^ *\d+ s {2}(.*)$/s.exec(this.history.at(-1) ?? '') ?? [];
    if (last !== state) {
      const line = `${String(Math.round((Date.now() - this.since) / 1000)).padStart(4)} s  ${state}`;
      this.history.push(line);
      if (TRANSCRIPT !== '') {
        appendFileSync(TRANSCRIPT, `${this.name} ${line}\n`);
      }
    }
  }
}

/** Lists what is not healthy, for the message of a failure. */
function unhealthy(state: ApplicationState | undefined): string {
  return (state?.resources ?? []).filter(({ health }) => health !== undefined && health.status !== 'Healthy')
    .map(resourceLine).join('\n');
}

function resourceLine({ kind, namespace = '', name, health }: ResourceState): string {
  return `${kind} ${namespace}/${name}: ${health?.status ?? ''} ${health?.message ?? ''}`;
}

async function nothing(): Promise<void> {}
