import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Catalog } from 'olm-constructs/catalog';
import { sampleArchive, SAMPLES } from '../test/catalog/sample-bundles';
import { describeWith } from '../test/needed';
import { NEXT_BUNDLE, QUICKSTART_BUNDLE, renamedBundle, type RenamedBundleOptions } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { clusterContent } from './command-line/cluster-content';
import { TerminalSession } from './command-line/terminal-session';
import { Kubelets } from './olm/kubelets';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { WITHIN_MILLISECONDS } from './olm/operator-state';
import { waitUntil } from './olm/wait-until';
import { FULL_RUN } from './programs/full-run';

/** From an empty cluster to an empty cluster, with nothing but `olm-constructs` and kubectl, with OLM's own controllers. */

jest.setTimeout(10 * 60_000);

const ETCD = ['etcd@0.9.2-clusterwide', 'etcd@0.9.4-clusterwide'];
/** The first lines of a Subscription. */
const SUBSCRIPTION = 'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\n';

/** OLM as `status` prints it. */
const RUNNING = '8/8 0.46.0 Succeeded olm-operator 1/1, catalog-operator 1/1, packageserver 2/2';

/** In a ClusterServiceVersion, and after it an API that the operator requires. */
const OWNED_APIS = '  customresourcedefinitions:\n';
const MISSING_API = `    required:
      - name: nothings.missing.example.com
        version: v1
        kind: Nothing
        displayName: Nothing
        description: Nothing provides it.
`;

const PULLED_BY_NOBODY = { 'docker.io/library/node:22.19.0-alpine3.22': 'registry.invalid/missing:v1' };

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const programs = olmPrograms();

describeWith(programs)("the walkthrough of the commands, with OLM's own controllers", () => {
  let olm: OlmCluster;
  let kubelets: Kubelets;
  let session: TerminalSession;
  let before: readonly string[];

  beforeAll(async () => {
    olm = await OlmCluster.start(programs.value);
    kubelets = new Kubelets(olm, programs.value);
    session = new TerminalSession(olm.cluster.kubectl, olm.kubeconfig);
    before = await settled();
  }, 20 * 60_000);
  afterAll(async () => {
    await kubelets.stop();
    await olm.close();
  });

  /** Content of the cluster as soon as its controllers have created what they create in each Namespace. */
  const settled = (): Promise<string[]> => waitUntil('the default objects', WITHIN_MILLISECONDS, async () => {
    const content = await clusterContent(olm.cluster.kubectl);
    const defaults = content.filter(object => /^(?:ConfigMap .*\/kube-root-ca\.crt|ServiceAccount .*\/default)$/.test(object));
    return defaults.length === 8 ? content : new Error(content.join(', '));
  });

  /** Applies the files of a folder, with CRDs first. */
  async function apply(folder: string): Promise<void> {
    const [first = '', ...others] = readdirSync(folder).sort().filter(name => name.endsWith('.yaml')).map(name => join(folder, name));
    await session.kubectl(`apply --server-side -f ${first}`);
    if (others.length > 0) {
      await session.kubectl(`wait --for=condition=Established --timeout=60s -f ${first}`);
      await session.kubectl(`apply --server-side ${others.map(file => `-f ${file}`).join(' ')}`);
    }
  }

  /** Waits until the cluster has nothing that was not there before: OLM and Kubernetes take some time to clean up. */
  const isAsBefore = (): Promise<true> => waitUntil('the cluster as it was', WITHIN_MILLISECONDS, async () => {
    const left = (await clusterContent(olm.cluster.kubectl)).filter(object => !before.includes(object));
    return left.length === 0 || (olm.failure ?? new Error(`left: ${left.join(', ')}`));
  });

  describeWith(FULL_RUN)('of the README', () => {
    const dist = synthesizer.folder();
    const operatorFile = join(dist, '0002-operator.k8s.yaml');

    it('installs OLM and an operator, whose pinned version is approved', async () => {
      await session.offline('synth', QUICKSTART_BUNDLE, '--approval', 'manual', '--out', dist);
      const args = ['wait', '-f', dist, '--approve'];
      const waiting = session.start(...args);
      await waiting.lines(/OLM: applying, waiting for Deployment olm\/olm-operator to be created/);
      await apply(dist);
      const { stdout, stderr } = await session.finished(args, waiting);
      expect(onOneLine(stdout).replace(/ \d+ (?:min \d+ )?s(?= )/g, '').trim()).toBe('WHAT STATE TIME OLM ready OLM 0.46.0 '
        + 'catalog hello-operator/hello-operator-catalog ready OLM is connected to it operator hello-operator/hello-operator ready hello-operator.v0.1.0');
      expect(stderr).toMatch(/operator hello-operator\/hello-operator: approves InstallPlan hello-operator\/install-\w+, which installs hello-operator\.v0\.1\.0\n/);
    });

    it('prints the state of everything', async () => {
      const stdout = await session.run('status', '-A');
      expect(stdout).toMatch(/^OLM 0\.46\.0 in namespace olm.*: ready\n/);
      expect(onOneLine(stdout)).toContain(RUNNING);
      expect(stdout).toMatch(/^hello-operator +hello-operator-catalog +READY /m);
      expect(stdout).toMatch(/^hello-operator +hello-operator +0\.1\.0 +ready /m);
      expect(await session.run('packages', 'hello-operator', '-n', 'hello-operator')).toMatch(/^candidate-v0 \(default\) +hello-operator\.v0\.1\.0 +0\.1\.0$/m);
      expect(await session.run('explain', 'subscription/hello-operator', '-n', 'hello-operator')).toMatch(/^Subscription hello-operator\/hello-operator: healthy$/m);
    });

    it('upgrades by a second synth', async () => {
      await session.offline('synth', QUICKSTART_BUNDLE, NEXT_BUNDLE, '--approval', 'manual', '--out', dist);
      await apply(dist);
      expect(onOneLine(await session.run('wait', '-f', dist, '--approve', '--dry-run'))).toMatch(/ waiting \d+ s would wait for (?:an InstallPlan|OLM)/);
      expect(onOneLine(await session.run('wait', '-f', dist, '--approve'))).toMatch(/operator hello-operator\/hello-operator ready \d+ s hello-operator\.v0\.2\.0/);
      expect(await session.run('status', '-n', 'hello-operator')).toMatch(/^hello-operator +0\.2\.0 +ready /m);
    });

    const broken: [string, string, RenamedBundleOptions, (folder: string) => void, RegExp, RegExp][] = [
      ['a wrong channel', 'channel', {}, folder => rewrite(folder, 'channel: candidate-v0', 'channel: stable'),
        /package channel-operator has no channel stable; its channels are candidate-v0/, /has no channel stable/],
      ['two OperatorGroups in its namespace', 'groups', {}, folder => rewrite(folder, SUBSCRIPTION, `${groupIn('groups-operator')}---\n${SUBSCRIPTION}`),
        /namespace groups-operator has 2 OperatorGroups: another and groups-operator/, /has 2 OperatorGroups/],
      ['an image that cannot be pulled', 'image', { replacements: PULLED_BY_NOBODY }, () => undefined,
        /cannot pull image registry\.invalid\/missing:v1 \(ImagePullBackOff\)/, /waiting for Deployment image-operator \(0 of 1 pods available\)/],
      ['a requirement that no catalog meets', 'needy', { replacements: { [OWNED_APIS]: `${OWNED_APIS}${MISSING_API}` } }, () => undefined,
        /requires the API missing\.example\.com\/v1 Nothing, and no catalog has an operator that provides it/, /requires the API missing\.example\.com\/v1 Nothing/],
      ['a requirement of a newer Kubernetes', 'future', { replacements: { 'minKubeVersion: 1.25.0': 'minKubeVersion: 9.99.0' } }, () => undefined,
        /requires Kubernetes 9\.99\.0 or newer; this cluster runs \d/, /requires Kubernetes 9\.99\.0 or newer/],
      ['an OperatorGroup that fits none of its install modes', 'modes', {}, folder => rewrite(folder, '    - modes-operator\n', '    - modes-operator\n    - default\n'),
        /failed \(UnsupportedOperatorGroup\): MultiNamespace InstallModeType not supported/, /UnsupportedOperatorGroup/],
    ];

    it.each(broken)('explains an operator with %s, and removes it', async (_, name, options, damage, cause, state) => {
      const folder = synthesizer.folder();
      const bundleFolder = synthesizer.folder();
      renamedBundle(name, bundleFolder, options);
      await session.offline('synth', bundleFolder, '--olm', 'existing', '--out', folder);
      damage(folder);
      await session.kubectl(`apply --server-side -f ${folder}`);

      const waited = await session.ended('wait', '-f', folder, '--timeout', '60s');
      expect({ exitCode: waited.exitCode, stdout: onOneLine(waited.stdout) }).toEqual({
        exitCode: expect.any(Number) as number, stdout: expect.stringMatching(cause) as string,
      });
      expect([1, 3]).toContain(waited.exitCode);
      const explained = await session.ended('explain', `subscription/${name}-operator`, '-n', `${name}-operator`);
      expect({ exitCode: explained.exitCode, stdout: onOneLine(explained.stdout), stderr: explained.stderr }).toEqual({
        exitCode: expect.any(Number) as number, stdout: expect.stringMatching(cause) as string, stderr: '',
      });
      expect([1, 3]).toContain(explained.exitCode);
      expect(explained.stdout).toMatch(/ <- here$/m);
      expect(explained.stdout).toMatch(/^ {6}remedy: /m);
      const status = await session.ended('status', '-A');
      expect(onOneLine(status.stdout)).toMatch(state);

      await session.run('remove', '-f', folder, '--delete-crds');
      expect((await clusterContent(olm.cluster.kubectl)).filter(object => object === `Namespace ${name}-operator`)).toEqual([]);
    });

    it('removes the operator only if its operands are deleted on request', async () => {
      const greeting = join(synthesizer.folder(), 'greeting.json');
      writeFileSync(greeting, JSON.stringify({
        apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'first', namespace: 'hello-operator' }, spec: { whom: 'world' },
      }));
      await session.kubectl(`apply --server-side -f ${greeting}`);
      const refused = await session.ended('remove', '-f', operatorFile);
      expect(refused.exitCode).toBe(1);
      expect(onOneLine(refused.stdout)).toContain('still have one object: Greeting hello-operator/first');
      const foreseen = await session.ended('remove', '-f', operatorFile, '--operands', 'delete', '--delete-crds', '--dry-run');
      expect(foreseen).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/dry run: deletes .*\(Greeting \S+\/first\)/) as string });
      await session.run('remove', '-f', operatorFile, '--operands', 'delete', '--delete-crds');
      expect(await session.run('status', '-A')).toMatch(/^OLM 0\.46\.0 in namespace olm.*: ready\n/);
    });

    it('removes OLM, and leaves the cluster as it was', async () => {
      await session.run('uninstall');
      await isAsBefore();
      expect(await session.ended('status', '-A')).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^no OLM is installed/) as string });
    });
  });

  describeWith(FULL_RUN)('of a user who comes from operator-sdk', () => {
    const dist = synthesizer.folder();
    const next = synthesizer.folder();
    const namespace = 'hello-operator';

    it('installs OLM, whose objects are all there', async () => {
      await session.offline('synth', QUICKSTART_BUNDLE, '--install-mode', 'all', '--out', dist);
      const olmOnly = synthesizer.folder();
      for (const name of ['0000-olm-crds.k8s.yaml', '0001-olm.k8s.yaml']) {
        writeFileSync(join(olmOnly, name), readFileSync(join(dist, name)));
      }
      await apply(olmOnly);
      expect(onOneLine(await session.run('wait', '-f', olmOnly))).toMatch(/OLM ready \d+ s OLM 0\.46\.0/);
      expect(onOneLine(await session.run('status'))).toContain(RUNNING);
    });

    it('runs a bundle, and prints each step', async () => {
      const args = ['wait', '-f', dist];
      const waiting = session.start(...args);
      await waiting.lines(/operator|catalog/);
      await apply(dist);
      const { stderr } = await session.finished(args, waiting);
      const steps = [/catalog \S+: \S+, waiting for/, /operator \S+: (?:resolving|installing|starting), waiting for/];
      expect(steps.filter(step => !step.test(stderr))).toEqual([]);
    });

    it('creates and deletes a custom resource, and finds what OLM adds to the operator', async () => {
      const greeting = join(synthesizer.folder(), 'greeting.json');
      writeFileSync(greeting, JSON.stringify({
        apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'first', namespace: 'default' }, spec: { whom: 'world' },
      }));
      await session.kubectl(`apply --server-side -f ${greeting}`);
      await session.kubectl(`delete -f ${greeting}`);
      const csv = JSON.parse(await session.kubectl(`get csv hello-operator.v0.1.0 -n ${namespace} -o json`)) as { metadata: { labels: object; annotations: object } };
      expect(Object.keys(csv.metadata.labels)).toContain(`operators.coreos.com/hello-operator.${namespace}`);
      expect(Object.keys(csv.metadata.annotations)).toEqual(expect.arrayContaining(['olm.operatorGroup', 'olm.operatorNamespace', 'olm.targetNamespaces']));
      expect(await session.kubectl(`get operatorconditions -n ${namespace} -o name`)).toBe('operatorcondition.operators.coreos.com/hello-operator.v0.1.0\n');
    });

    it('upgrades the bundle', async () => {
      await session.offline('synth', QUICKSTART_BUNDLE, NEXT_BUNDLE, '--install-mode', 'all', '--olm', 'existing', '--out', next);
      await apply(next);
      await waitUntil('the upgrade', WITHIN_MILLISECONDS, async () => {
        const { stdout } = await session.ended('status', '-n', namespace);
        return /^hello-operator +0\.2\.0 +ready /m.test(stdout) || (olm.failure ?? new Error(stdout));
      });
    });

    it('cleans up', async () => {
      await session.run('remove', 'subscription/hello-operator', '-n', namespace, '--delete-crds');
      await session.run('remove', '-f', next);
    });

    describeWith(SAMPLES)('and from OperatorHub.io', () => {
      const bundles = (): string[] => ETCD.map(sampleArchive);
      const etcd = synthesizer.folder();

      it('lists what a catalog of several versions offers, as a file and in the cluster', async () => {
        const catalog = synthesizer.folder();
        await session.offline('catalog', 'render', ...bundles(), '--out', catalog);
        expect(await session.offline('packages', 'etcd', '--from', catalog)).toMatch(/install modes: +OwnNamespace, AllNamespaces/);
        await session.offline('synth', ...bundles(), '--olm', 'existing', '--approval', 'manual', '--out', etcd);
        rewrite(etcd, 'startingCSV: etcdoperator.v0.9.4-clusterwide', 'startingCSV: etcdoperator.v0.9.2-clusterwide');
        await apply(etcd);
        await waitUntil('the package', WITHIN_MILLISECONDS, async () => {
          const { exitCode, stdout, stderr } = await session.ended('packages', 'etcd', '--versions', '-n', 'etcd');
          return (exitCode === 0 && /0\.9\.4-clusterwide,\s+0\.9\.2-clusterwide/.test(stdout)) || (olm.failure ?? new Error(`${stdout}${stderr}`));
        });
      });

      it('shows the InstallPlan before it is approved, and approves it', async () => {
        await waitUntil('the InstallPlan', WITHIN_MILLISECONDS, async () => {
          const { stderr } = await session.ended('wait', '-f', etcd, '--approve', '--dry-run');
          return /dry run: approves InstallPlan \S+\/install-\w+.*etcdoperator\.v0\.9\.2-clusterwide/.test(stderr) || (olm.failure ?? new Error(stderr));
        });
        expect((await session.ended('explain', 'subscription/etcd', '-n', 'etcd')).stdout).toMatch(/InstallPlan install-\w+ +requires approval/);
        expect(await session.run('wait', '-f', etcd, '--approve')).toMatch(/operator etcd\/etcd +ready +\d+ s\s+etcdoperator\.v0\.9\.2-clusterwide/);
      });

      it('names the upgrade that waits for approval, and approves it when the pin moves', async () => {
        await waitUntil('the InstallPlan', WITHIN_MILLISECONDS, async () => {
          const { stdout } = await session.ended('status', '-n', 'etcd');
          return /an upgrade to etcdoperator\.v0\.9\.4-clusterwide requires approval/.test(onOneLine(stdout)) || (olm.failure ?? new Error(stdout));
        });
        rewrite(etcd, 'startingCSV: etcdoperator.v0.9.2-clusterwide', 'startingCSV: etcdoperator.v0.9.4-clusterwide');
        await apply(etcd);
        expect(await session.run('wait', '-f', etcd, '--approve')).toMatch(/operator etcd\/etcd +ready +\d+ s\s+etcdoperator\.v0\.9\.4-clusterwide/);
      });

      it('removes the operator with its CRDs', async () => {
        await session.run('remove', '-f', etcd, '--delete-crds');
      });
    });

    it('uninstalls OLM, and leaves the cluster as it was', async () => {
      await session.run('uninstall');
      await isAsBefore();
    });
  });

  describe('in one step each', () => {
    const app = synthesizer.folder();
    const shop = synthesizer.folder();
    const catalog = synthesizer.folder();
    const image = `registry.example.com/catalog@sha256:${'1'.repeat(64)}`;
    const [first, second] = [renamedBundle('shop', synthesizer.folder()), renamedBundle('shop', synthesizer.folder(), { source: NEXT_BUNDLE })];
    const walk = { commands: [] as string[], seconds: 0, lines: 0 };

    /** Runs a command of the walk, and returns its output on one line. */
    async function step(...args: readonly string[]): Promise<string> {
      const startedAt = performance.now();
      const { exitCode, stdout, stderr } = await session.ended(...args);
      walk.commands.push(args.join(' '));
      walk.seconds += (performance.now() - startedAt) / 1000;
      walk.lines += `${stdout}${stderr}`.trimEnd().split('\n').length;
      expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: expect.any(String) as string, stderr: expect.any(String) as string });
      return onOneLine(stdout);
    }

    it('installs OLM', async () => {
      const foreseen = await session.run('install', 'olm', '--dry-run');
      expect(foreseen).toMatch(/nothing was changed; an apply would give: (\d+) objects: \1 created/);
      expect(await step('install', 'olm')).toMatch(/OLM ready \d+ s OLM 0\.46\.0/);
    });

    it('finds nothing to change in a second run', async () => {
      expect((await session.ended('install', 'olm', '--dry-run')).stdout).toMatch(/an apply would give: (\d+) objects: \1 unchanged/);
    });

    it('runs an own bundle, and upgrades it with the newer one', async () => {
      expect(await step('run', QUICKSTART_BUNDLE, '--out', app)).toMatch(/operator hello-operator\/hello-operator ready \d+ s hello-operator\.v0\.1\.0/);
      expect(onOneLine(await session.run('run', NEXT_BUNDLE, '--dry-run'))).toMatch(/Subscription hello-operator\/hello-operator changed metadata\.annotations\.olm-constructs\/wanted-csv/);
      expect(await step('run', NEXT_BUNDLE, '--out', app)).toMatch(/operator hello-operator\/hello-operator ready \d+ s hello-operator\.v0\.2\.0/);
    });

    it('adds a catalog image, installs a package from it in a version that stays, and upgrades it', async () => {
      kubelets.images.push(image, Catalog.fromBundles([first, second]));
      expect(await step('catalog', 'add', image, '--name', 'shop', '--out', catalog)).toMatch(/catalog olm\/shop ready \d+ s OLM is connected to it/);
      await waitUntil('the package', WITHIN_MILLISECONDS, async () => (await session.ended('packages', first.packageName, '-n', 'default')).exitCode === 0 || new Error('no package'));
      expect(await step('install', first.packageName, '--version', '0.1.0', '--out', shop)).toMatch(new RegExp(`ready \\d+ s ${first.name}`));
      expect(await step('upgrade', first.packageName, '-n', first.packageName)).toMatch(new RegExp(`ready \\d+ s ${second.name}`));
    });

    it('lists what it installed', async () => {
      const greeting = join(synthesizer.folder(), 'greeting.json');
      writeFileSync(greeting, JSON.stringify({
        apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'first', namespace: 'hello-operator' }, spec: { whom: 'world' },
      }));
      await session.kubectl(`apply --server-side -f ${greeting}`);
      expect(await step('list', 'operators', '-A')).toMatch(/hello-operator hello-operator hello-operator candidate-v0 hello-operator\/hello-operator-catalog 0\.2\.0 ready/);
      expect(await step('list', 'operands', '-A')).toContain('hello-operator/hello-operator Greeting hello-operator first hello.example.com/v1alpha1');
      expect(await step('list', 'catalogs', '-A')).toMatch(/olm shop registry\.example\.com\/catalog@sha256:1+ READY/);
    });

    it('removes everything, and leaves the cluster as it was', async () => {
      await step('remove', '-f', app, '-f', shop, '-f', catalog, '--operands', 'delete', '--delete-crds');
      await step('uninstall', 'olm');
      await isAsBefore();
    });

    it('needs no more commands than operator-sdk and kubectl-operator', () => {
      const { commands, seconds, lines } = walk;
      session.note([`one step each: ${commands.length} commands, ${Math.round(seconds)} s, ${lines} lines`, ...commands.map(command => `  ${command}`)].join('\n'));
      // olm install, run bundle, run bundle-upgrade, cleanup, olm uninstall; catalog add, install, upgrade, list, list-operands, catalog list
      expect(walk.commands.length).toBeLessThanOrEqual(12);
    });
  });
});

/** Returns a message without the line breaks at the width of the output. */
function onOneLine(output: string): string {
  return output.replace(/\s+/g, ' ');
}

/** Replaces a string in the only file of a folder. */
function rewrite(folder: string, from: string, to: string): void {
  const [name = ''] = readdirSync(folder).filter(each => each.endsWith('.yaml'));
  const file = join(folder, name);
  const content = readFileSync(file, 'utf8');
  expect(content).toContain(from);
  writeFileSync(file, content.replace(from, to));
}

function groupIn(namespace: string): string {
  return `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata:\n  name: another\n  namespace: ${namespace}\nspec: {}\n`;
}
