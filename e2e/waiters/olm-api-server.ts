import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DefaultCatalog, OlmRelease, OlmVersion } from 'olm-constructs';
import { ControlPlane } from '../control-plane/control-plane';
import type { ApiClient } from '../../lib/cluster/client/api-client';
import { ApiError } from '../../lib/cluster/client/client-error';
import { clientFor } from '../../lib/cluster/client/clients';
import { findCluster } from '../../lib/cluster/client/kubeconfig-source';

const OLM = OlmRelease.of({ version: OlmVersion.V0_46_0, defaultCatalog: DefaultCatalog.none() });
const GROUP = 'operators.coreos.com';
const WITHIN_TENTHS = 600;

/** A hand-written operator. */
export interface OperatorByHand {
  readonly namespace: string;
  readonly package: string;
  readonly csv: string;

  /** Name of its Subscription, or undefined for an operator without one. */
  readonly subscription?: string;
  readonly channel?: string;
}

/** A real API server with OLM's CRDs and without OLM's controllers: the test simulates them. */
export class OlmApiServer {
  public static async start(): Promise<OlmApiServer> {
    const controlPlane = await ControlPlane.start();
    const kubeconfig = readFileSync(controlPlane.kubeconfig, 'utf8');
    const server = new OlmApiServer(controlPlane, kubeconfig, clientFor(findCluster({ kubeconfig }, {}), {}));
    for (const crd of OLM.objects.filter(({ kind }) => kind === 'CustomResourceDefinition')) {
      await server.send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
    }
    for (let tries = 0; await server.find(`/apis/${GROUP}/v1`) === undefined || await server.find('/api/v1/namespaces/kube-system') === undefined; tries++) {
      if (tries > WITHIN_TENTHS) {
        throw new Error('the API server does not serve OLM\'s CRDs');
      }
      await sleep(100);
    }
    return server;
  }

  private constructor(private readonly controlPlane: ControlPlane, public readonly kubeconfig: string, public readonly client: ApiClient) {}

  /** Path of the kubeconfig. */
  public get kubeconfigFile(): string {
    return this.controlPlane.kubeconfig;
  }

  /** Returns the kubeconfig with another user. */
  public kubeconfigOf(user: object): string {
    const config = JSON.parse(this.kubeconfig) as { users: { user: object }[] };
    config.users[0]!.user = user;
    return JSON.stringify(config);
  }

  /** Returns a token of a new account without permissions. */
  public async tokenOf(account: string): Promise<string> {
    await this.send('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: account } });
    const answer = await this.send('POST', `/api/v1/namespaces/default/serviceaccounts/${account}/token`, {
      apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {},
    }) as { readonly status: { readonly token: string } };
    return answer.status.token;
  }

  public send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, type?: string): Promise<unknown> {
    return this.client.request({ method, path, body, type }, new AbortController().signal);
  }

  /** Returns an object, or undefined if it does not exist. */
  public async find(path: string): Promise<unknown> {
    try {
      return await this.send('GET', path);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        return undefined;
      }
      throw error;
    }
  }

  /** Path of an OLM object. */
  public path(namespace: string, plural: string, name = '', version = 'v1alpha1'): string {
    return `/apis/${GROUP}/${version}/namespaces/${namespace}/${plural}${name === '' ? '' : `/${name}`}`;
  }

  /** Creates what OLM leaves when an operator runs; existing namespaces, groups and Subscriptions stay. */
  public async install({ namespace, package: of, csv, subscription, channel = 'stable' }: OperatorByHand): Promise<void> {
    if (await this.find(`/api/v1/namespaces/${namespace}`) === undefined) {
      await this.send('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
      await this.send('POST', this.path(namespace, 'operatorgroups', '', 'v1'), {
        apiVersion: `${GROUP}/v1`, kind: 'OperatorGroup', metadata: { name: 'og' }, spec: { targetNamespaces: [namespace] },
      });
    }
    const properties = JSON.stringify({ properties: [{ type: 'olm.package', value: { packageName: of, version: csv.split('.v')[1] } }] });
    await this.send('POST', this.path(namespace, 'clusterserviceversions'), {
      apiVersion: `${GROUP}/v1alpha1`, kind: 'ClusterServiceVersion',
      metadata: { name: csv, annotations: { 'operatorframework.io/properties': properties }, labels: { [`${GROUP}/${of}.${namespace}`]: '' } },
      spec: { displayName: of, version: csv.split('.v')[1], install: { strategy: 'deployment', spec: { deployments: [] } } },
    });
    await this.status(this.path(namespace, 'clusterserviceversions', csv), { phase: 'Succeeded' });
    if (subscription !== undefined) {
      await this.subscribe(namespace, subscription, { name: of, channel, source: 'cat', sourceNamespace: namespace });
      await this.status(this.path(namespace, 'subscriptions', subscription), {
        installedCSV: csv, currentCSV: csv, state: 'AtLatestKnown', lastUpdated: '2026-01-01T00:00:00Z',
      });
    }
  }

  public subscribe(namespace: string, name: string, spec: object): Promise<unknown> {
    return this.send('POST', this.path(namespace, 'subscriptions'), {
      apiVersion: `${GROUP}/v1alpha1`, kind: 'Subscription', metadata: { name }, spec,
    });
  }

  public status(path: string, status: object): Promise<unknown> {
    return this.send('PATCH', `${path}/status`, { status }, 'application/merge-patch+json');
  }

  public stop(): Promise<void> {
    return this.controlPlane.stop();
  }
}
