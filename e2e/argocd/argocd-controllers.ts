import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import * as path from 'node:path';
import { KubernetesObject, title } from '../cluster/kubernetes-object';
import { readYamlDocuments } from '../cluster/yaml-documents';
import { GuardedProcess } from '../control-plane/guarded-process';
import { freePorts, LOOPBACK } from '../control-plane/ports';
import { ArgoCdHost } from './argocd-host';
import { ArgoCdPrograms, argoCdFiles } from './argocd-programs';

/** Namespace of Argo CD. */
export const ARGO_CD_NAMESPACE = 'argocd';

const LABELS = { 'app.kubernetes.io/part-of': 'argocd' };

/** Objects that an installation of Argo CD consists of without its server, besides CRDs and Deployments. */
const OBJECTS: readonly KubernetesObject[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: ARGO_CD_NAMESPACE } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'argocd-cm', namespace: ARGO_CD_NAMESPACE, labels: LABELS } },
  {
    apiVersion: 'v1', kind: 'Secret', metadata: { name: 'argocd-secret', namespace: ARGO_CD_NAMESPACE, labels: LABELS },
    stringData: { 'server.secretkey': 'of-the-end-to-end-tests' },
  },
  {
    apiVersion: 'argoproj.io/v1alpha1', kind: 'AppProject', metadata: { name: 'default', namespace: ARGO_CD_NAMESPACE },
    spec: { sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }], clusterResourceWhitelist: [{ group: '*', kind: '*' }] },
  },
];

/** Argo CD's application-controller and repo-server with redis, as processes. Its settings are those of its default installation. */
export class ArgoCdControllers {
  /** Installs and starts Argo CD in a cluster, with which its processes end. */
  public static async start(host: ArgoCdHost, programs: ArgoCdPrograms): Promise<ArgoCdControllers> {
    const { crds, verifyScript } = await argoCdFiles();
    const definitions = crds.flatMap(file => readYamlDocuments(file));
    for (const { object, content } of [...definitions, ...OBJECTS.map(object => ({ object, content: JSON.stringify(object) }))]) {
      const { refusal } = await host.cluster.client.apply({ object, content });
      if (refusal !== '') {
        throw new Error(`the API server rejected ${title(object)}: ${refusal}`);
      }
      if (definitions.some(definition => definition.object === object)) {
        await host.cluster.client.waitUntilEstablished(object);
      }
    }
    const controllers = new ArgoCdControllers(host, programs);
    await controllers.run(verifyScript);
    return controllers;
  }

  private readonly folder: string;

  private constructor(private readonly host: ArgoCdHost, private readonly programs: ArgoCdPrograms) {
    this.folder = host.newFolder('argocd');
  }

  private async run(verifyScript: string): Promise<void> {
    const [redisPort, repoServerPort, repoServerMetricsPort, metricsPort] = (await freePorts(4)).map(String) as [string, string, string, string];
    const scripts = this.newFolder('bin');
    const script = path.join(scripts, path.basename(verifyScript));
    copyFileSync(verifyScript, script);
    chmodSync(script, 0o755);
    const environment = {
      KUBECONFIG: this.host.kubeconfig,
      PATH: [scripts, path.dirname(this.programs.git), process.env['PATH']].join(path.delimiter),
      TMPDIR: this.newFolder('tmp'),
      GIT_CONFIG_GLOBAL: '/dev/null',
      ARGOCD_FAKE_IN_CLUSTER: 'true',
      ARGOCD_GPG_ENABLED: 'false',
      ARGOCD_TLS_DATA_PATH: this.newFolder('tls'),
      ARGOCD_SSH_DATA_PATH: this.newFolder('ssh'),
    };
    const redis = `${LOOPBACK}:${redisPort}`;
    const kubernetes = ['--kubeconfig', this.host.kubeconfig, '--namespace', ARGO_CD_NAMESPACE];
    this.start('redis', this.programs.redis, ['--bind', LOOPBACK, '--port', redisPort, '--save', '', '--appendonly', 'no'], environment);
    this.startArgoCd('argocd-repo-server', [
      '--address', LOOPBACK, '--port', repoServerPort, '--metrics-address', LOOPBACK, '--metrics-port', repoServerMetricsPort, '--redis', redis,
      '--disable-tls', '--client-ca-path=',
    ], environment);
    // It serves its metrics on all addresses, which no option changes.
    this.startArgoCd('argocd-application-controller', [
      ...kubernetes, '--repo-server', `${LOOPBACK}:${repoServerPort}`, '--repo-server-plaintext', '--redis', redis, '--metrics-port', metricsPort,
      '--persist-resource-health',
    ], environment);
  }

  private startArgoCd(name: string, args: readonly string[], environment: Readonly<Record<string, string>>): void {
    this.start(name, this.programs.argoCd, args, { ...environment, ARGOCD_BINARY_NAME: name });
  }

  private start(name: string, executable: string, args: readonly string[], environment: Readonly<Record<string, string>>): void {
    this.host.adopt(new GuardedProcess(name, executable, args, path.join(this.folder, `${name}.log`), { environment, workingDirectory: this.folder }));
  }

  private newFolder(name: string): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}
