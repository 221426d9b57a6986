import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { Credentials } from '../cluster/credentials';
import { DynamicProvider } from './dynamic-provider';
import { KubernetesApi } from './kubernetes-api';
import { KubernetesProvider } from './kubernetes-provider';
import type { Properties } from './property-values';
import type { ResourceProvider } from './resource-provider';

/** The package of a provider's types. */
type PackageName = 'kubernetes' | 'pulumi-nodejs';

/** Settings of a stack's providers. */
export interface ProvidersOptions {
  /** Path of the default provider's kubeconfig. */
  readonly kubeconfig: string;
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

/** Providers of one operation, each started when the first resource needs it. */
export class Providers {
  private readonly started = new Map<string, Promise<ResourceProvider>>();
  private readonly apis: KubernetesApi[] = [];
  private readonly processes: DynamicProvider[] = [];

  public constructor(private readonly options: ProvidersOptions) {}

  /** Package of a type, for example `kubernetes` for `kubernetes:core/v1:Namespace`. */
  public static packageOf(type: string): PackageName {
    const name = type.split(':')[0];
    if (name !== 'kubernetes' && name !== 'pulumi-nodejs') {
      throw new Error(`the stand-in has no provider for ${type}`);
    }
    return name;
  }

  /** Number of requests for objects sent to clusters. */
  public get requests(): number {
    return this.apis.reduce((sum, { requests }) => sum + requests, 0);
  }

  /**
   * The provider that a resource of type `pulumi:providers:…` stands for.
   *
   * @param urn URN of that resource
   * @param inputs inputs of that resource, without marks
   */
  public get(urn: string, inputs: Properties): Promise<ResourceProvider> {
    const key = `${urn} ${JSON.stringify(inputs)}`;
    const provider = this.started.get(key) ?? this.start(urn, inputs);
    this.started.set(key, provider);
    return provider;
  }

  /** Kills the processes of all providers that have one. */
  public kill(): void {
    this.processes.forEach(({ pid }) => process.kill(pid, 'SIGKILL'));
  }

  /** Stops all providers. */
  public async close(): Promise<void> {
    for (const provider of this.started.values()) {
      await (await provider).close();
    }
  }

  private async start(urn: string, inputs: Properties): Promise<ResourceProvider> {
    if (urn.includes('::pulumi:providers:pulumi-nodejs::')) {
      const provider = await DynamicProvider.start(this.options);
      this.processes.push(provider);
      return provider;
    }
    const api = new KubernetesApi(credentialsOf((inputs['kubeconfig'] ?? this.options.kubeconfig) as string));
    this.apis.push(api);
    return new KubernetesProvider(api);
  }
}

/** Credentials of the only user in a kubeconfig written by the tests, given as a path or as content. */
function credentialsOf(kubeconfig: string): Credentials {
  const content = kubeconfig.includes('clusters') ? kubeconfig : readFileSync(kubeconfig, 'utf8');
  const { clusters: [{ cluster }], users: [{ user }] } = load(content) as {
    clusters: [{ cluster: Record<string, string> }]; users: [{ user: { token: string } }];
  };
  return {
    server: cluster['server']!,
    certificateAuthority: Buffer.from(cluster['certificate-authority-data']!, 'base64').toString('utf8'),
    token: user.token,
  };
}
