import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DefaultCatalog, OlmRelease, OlmVersion } from 'olm-constructs';
import { ProviderProcess } from './provider-process';
import type { Values } from './provider-process';
import { ControlPlane } from '../control-plane/control-plane';
import { installPackage } from '../package/installed-package';
import { providerText } from '../../lib/pulumi/dynamic/waiter-resource';
import type { WaiterName } from '../../lib/pulumi/dynamic/waiter-resource';
import type { ApiClient, ApiRequest } from '../../lib/pulumi/wait/client/api-client';
import { ApiError } from '../../lib/pulumi/wait/client/client-error';
import { clientFor } from '../../lib/pulumi/wait/client/clients';
import { findCluster } from '../../lib/pulumi/wait/client/kubeconfig-source';

const PAUSE_MILLISECONDS = 50;
const TRIES = 1200;

/** OLM as it is released, of which this cluster has the APIs only: what its controllers do, a test does. */
export const OLM = OlmRelease.of({ version: OlmVersion.V0_46_0, defaultCatalog: DefaultCatalog.none() });

interface Definition {
  readonly spec: { readonly group: string; readonly names: { readonly plural: string }; readonly versions: readonly { readonly name: string }[] };
}

/** A real API server with OLM's APIs, and the folder of a project that has the published package in its node_modules. */
export class WaiterCluster {
  /** Starts one. */
  public static async start(): Promise<WaiterCluster> {
    const controlPlane = await ControlPlane.start();
    const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-waiters-'));
    const cluster = new WaiterCluster(controlPlane, folder);
    const crds = OLM.objects.filter(({ kind }) => kind === 'CustomResourceDefinition') as unknown as readonly Definition[];
    for (const crd of crds) {
      await cluster.send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
    }
    for (const { spec: { group, names, versions } } of crds) {
      for (const version of versions) {
        await cluster.until(async () => await cluster.find(`/apis/${group}/${version.name}/${names.plural}`) !== undefined);
      }
    }
    await installPackage(folder);
    return cluster;
  }

  /** The kubeconfig of the administrator, as text. */
  public readonly kubeconfig: string;

  /** Speaks with the API server, past every proxy. */
  public readonly client: ApiClient;

  private constructor(public readonly controlPlane: ControlPlane, public readonly folder: string) {
    this.kubeconfig = readFileSync(controlPlane.kubeconfig, 'utf8');
    this.client = clientFor(findCluster({ kubeconfig: this.kubeconfig }, {}), {});
  }

  /** A process as Pulumi starts it for the dynamic resources of the project. */
  public provider(environment: NodeJS.ProcessEnv = {}): Promise<ProviderProcess> {
    return ProviderProcess.start(this.folder, environment);
  }

  /** The inputs of a waiter, as they come from a program. */
  public inputs(waiter: WaiterName, values: Values): Values {
    return { __provider: providerText(waiter), kubeconfig: this.kubeconfig, ...values };
  }

  /** The kubeconfig by which one speaks with a proxy on that port instead of the API server; with other credentials where they are given. */
  public through(port: number, user?: object): string {
    const config = JSON.parse(this.kubeconfig.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`)) as { users: { user: object }[] };
    config.users[0]!.user = user ?? config.users[0]!.user;
    return JSON.stringify(config);
  }

  /** Sends a request of the administrator; undefined where the answer is one of the statuses that are accepted. */
  public async send(
    method: ApiRequest['method'], path: string, body?: object, accepted: readonly number[] = [], type?: string,
  ): Promise<unknown> {
    try {
      return await this.client.request({ method, path, body, type }, new AbortController().signal);
    } catch (error) {
      if (error instanceof ApiError && accepted.includes(error.status)) {
        return undefined;
      }
      throw error;
    }
  }

  /** An object, or a list; undefined where it is not there. */
  public find(path: string): Promise<unknown> {
    return this.send('GET', path, undefined, [404]);
  }

  /** Changes fields of an object, or of its status where the path ends so. */
  public merge(path: string, fields: object): Promise<unknown> {
    return this.send('PATCH', path, fields, [], 'application/merge-patch+json');
  }

  /** Serves a namespaced kind of any content, in version v1; one that is served already may stay. */
  public async serve(crd: string, kind: string): Promise<void> {
    const [plural, ...group] = crd.split('.');
    await this.send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: crd },
      spec: {
        group: group.join('.'), scope: 'Namespaced', names: { plural, kind, singular: kind.toLowerCase(), listKind: `${kind}List` },
        versions: [{
          name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        }],
      },
    }, [409]);
    await this.until(async () => await this.find(`/apis/${group.join('.')}/v1/${String(plural)}`) !== undefined);
  }

  /** Waits until something holds. */
  public async until(holds: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; !await holds(); tries++) {
      if (tries > TRIES) {
        throw new Error(`it does not get so: ${holds.toString()}`);
      }
      await sleep(PAUSE_MILLISECONDS);
    }
  }

  /** Ends the servers, and removes what they wrote. */
  public async stop(): Promise<void> {
    await this.controlPlane.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
