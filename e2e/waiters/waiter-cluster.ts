import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DefaultCatalog, OlmRelease, OlmVersion } from 'olm-constructs';
import type { ApiClient, ApiRequest } from '../../lib/cluster/client/api-client';
import { clientFor } from '../../lib/cluster/client/clients';
import { findCluster } from '../../lib/cluster/client/kubeconfig-source';
import { providerCode, type WaiterName } from '../../lib/pulumi/resources/waiter-resource';
import { ControlPlane } from '../control-plane/control-plane';
import { installPackage } from '../package/installed-package';
import { ProviderProcess, type Values } from './provider-process';
import { sendRequest } from './send-request';

const PAUSE_MILLISECONDS = 50;
const TRIES = 1200;

/** A release of OLM of which this cluster has only the APIs: the test simulates its controllers. */
export const OLM = OlmRelease.of({ version: OlmVersion.V0_46_0, defaultCatalog: DefaultCatalog.none() });

interface Definition {
  readonly spec: { readonly group: string; readonly names: { readonly plural: string }; readonly versions: readonly { readonly name: string }[] };
}

/** A real API server with OLM's APIs, and a project folder with the published package in its node_modules. */
export class WaiterCluster {
  /**
   * Starts one.
   *
   * @param hasPackage whether the project folder has the package, which only Pulumi's process needs
   */
  public static async start(hasPackage = true): Promise<WaiterCluster> {
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
    if (hasPackage) {
      await installPackage(folder);
    }
    return cluster;
  }

  /** The administrator's kubeconfig. */
  public readonly kubeconfig: string;

  /** A client that bypasses every proxy. */
  public readonly client: ApiClient;

  private constructor(public readonly controlPlane: ControlPlane, public readonly folder: string) {
    this.kubeconfig = readFileSync(controlPlane.kubeconfig, 'utf8');
    this.client = clientFor(findCluster({ kubeconfig: this.kubeconfig }, {}), {});
  }

  /** Starts a process as Pulumi does for the dynamic resources of the project. */
  public provider(environment: NodeJS.ProcessEnv = {}): Promise<ProviderProcess> {
    return ProviderProcess.start(this.folder, environment);
  }

  /** Inputs of a waiter, as they come from a program. */
  public inputs(waiter: WaiterName, values: Values): Values {
    return { __provider: providerCode(waiter), kubeconfig: this.kubeconfig, ...values };
  }

  /** Writes a file that is removed with the cluster, such as a manifest, and returns its path. */
  public write(name: string, content: string): string {
    const file = join(this.folder, name);
    writeFileSync(file, content);
    return file;
  }

  /** Kubeconfig for a proxy on that port instead of the API server, optionally with other credentials. */
  public through(port: number, user?: object): string {
    const config = JSON.parse(this.kubeconfig.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`)) as { users: { user: object }[] };
    config.users[0]!.user = user ?? config.users[0]!.user;
    return JSON.stringify(config);
  }

  /** Sends a request as administrator; returns undefined if the response has one of the accepted statuses. */
  public send(
    method: ApiRequest['method'], path: string, body?: object, accepted: readonly number[] = [], type?: string,
  ): Promise<unknown> {
    return sendRequest(this.client, { method, path, body, type }, accepted);
  }

  /** Returns an object or a list, or undefined if it does not exist. */
  public find(path: string): Promise<unknown> {
    return this.send('GET', path, undefined, [404]);
  }

  /** Patches an object, or its status if the path ends so. */
  public merge(path: string, fields: object): Promise<unknown> {
    return this.send('PATCH', path, fields, [], 'application/merge-patch+json');
  }

  /** Serves a namespaced kind of any content in version v1, unless it is served already. */
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

  /** Waits until a condition holds. */
  public async until(holds: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; !await holds(); tries++) {
      if (tries > TRIES) {
        throw new Error(`condition not met: ${holds.toString()}`);
      }
      await sleep(PAUSE_MILLISECONDS);
    }
  }

  /** Stops the servers, and removes their files. */
  public async stop(): Promise<void> {
    await this.controlPlane.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
