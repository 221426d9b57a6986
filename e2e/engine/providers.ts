import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { Credentials } from '../cluster/credentials';
import { DynamicProvider } from './dynamic-provider';
import { KubernetesApi } from './kubernetes-api';
import { KubernetesProvider } from './kubernetes-provider';
import type { Properties } from './property-values';
import type { ResourceProvider } from './resource-provider';

/** The package of the types that a provider makes. */
type PackageName = 'kubernetes' | 'pulumi-nodejs';

/** What the providers of a stack need. */
export interface ProvidersOptions {
  /** The kubeconfig of the default provider, as a file. */
  readonly kubeconfig: string;
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

/** The providers of one operation, each started when the first resource needs it. */
export class Providers {
  private readonly started = new Map<string, Promise<ResourceProvider>>();
  private readonly apis: KubernetesApi[] = [];
  private readonly processes: DynamicProvider[] = [];

  public constructor(private readonly options: ProvidersOptions) {}

  /** The package that makes resources of a type, for example `kubernetes` of `kubernetes:core/v1:Namespace`. */
  public static packageOf(type: string): PackageName {
    const name = type.split(':')[0];
    if (name !== 'kubernetes' && name !== 'pulumi-nodejs') {
      throw new Error(`the stand-in has no provider for ${type}`);
    }
    return name;
  }

  /** How many requests for objects went to clusters. */
  public get requests(): number {
    return this.apis.reduce((sum, { requests }) => sum + requests, 0);
  }

  /**
   * The provider that a resource of type `pulumi:providers:…` stands for.
   *
   * @param urn of that resource
   * @param inputs of that resource, without marks
   */
  public get(urn: string, inputs: Properties): Promise<ResourceProvider> {
    const key = `${urn} ${JSON.stringify(inputs)}`;
    const provider = this.started.get(key) ?? this.start(urn, inputs);
    this.started.set(key, provider);
    return provider;
  }

  /** Kills the processes of all that have one. */
  public kill(): void {
    this.processes.forEach(({ pid }) => process.kill(pid, 'SIGKILL'));
  }

  /** Ends them all. */
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

/** The credentials of the one user of a kubeconfig that the tests wrote, given as a file or as its text. */
function credentialsOf(kubeconfig: string): Credentials {
  const text = kubeconfig.includes('clusters') ? kubeconfig : readFileSync(kubeconfig, 'utf8');
  const { clusters: [{ cluster }], users: [{ user }] } = load(text) as {
    clusters: [{ cluster: Record<string, string> }]; users: [{ user: { token: string } }];
  };
  return {
    server: cluster['server']!,
    certificateAuthority: Buffer.from(cluster['certificate-authority-data']!, 'base64').toString('utf8'),
    token: user.token,
  };
}
