import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestsIn } from '../../builders/synthesized';
import { runInCluster } from '../../cli/act/cluster-command';
import { FakeCluster } from '../../pulumi/fake-cluster';
import { PlayedOlm, type PlayedVersion } from './played-olm';

const MISSING_IMAGE = 'registry.example.com/hello/hello-operator:v0.2.0';
const DIST = 'dist/hello-operator';

/** Longest command line of a page, without the prompt and the backslash. */
const WIDTH = 80;

/** Returns the page with a session in the terminal. The current folder has the bundles `bundle` and `bundle-next`, and jest's clock is fake. */
export async function terminalPage(): Promise<string> {
  const cluster = new FakeCluster('terminal');
  const olm = new PlayedOlm(cluster);
  breakImage('bundle-next');
  olm.offer(versionIn('bundle'));
  olm.offer({ ...versionIn('bundle-next'), waiting: { image: MISSING_IMAGE, reason: 'ImagePullBackOff', message: `Back-off pulling image "${MISSING_IMAGE}"` } });

  const run = async (line: string): Promise<string> => {
    const { stdout, stderr } = await runInCluster(cluster, line.split(' ').slice(1), { now: () => Date.now(), columns: 80, env: { NO_COLOR: '1' } });
    return `$ ${broken(line)}\n${stderr}${stdout}`;
  };
  const apply = (path: string): string => {
    olm.apply(path.endsWith('.yaml') ? [path] : readdirSync(path).filter((name) => name.endsWith('.yaml')).sort().map((name) => join(path, name)));
    return `$ kubectl apply --server-side -f ${path}\n`;
  };

  return [
    '# A session in the terminal',
    '',
    'Install an operator, see an upgrade fail and find out why, and remove everything again, with `olm-constructs` and kubectl. You need nothing to read it; the',
    '[command line](command-line.md) describes the commands. The output on this page comes from an automated test against a simulated cluster.',
    '',
    '## Install',
    '',
    block(await run('olm-constructs synth bundle --approval manual')),
    '',
    'The Subscription is pinned to the version of the bundle, so that `wait --approve` approves exactly this one.',
    '',
    block(
      apply(`${DIST}/0000-olm-crds.k8s.yaml`), apply(DIST),
      await run(`olm-constructs wait -f ${DIST} --approve`),
    ),
    '',
    block(await run('olm-constructs status -A')),
    '',
    '## An upgrade that fails',
    '',
    'The image of the next version does not exist.',
    '',
    block(
      (await run('olm-constructs synth bundle bundle-next --approval manual')).replace(/\n[^]*$/, '\n…\n'),
      apply(DIST),
      await run(`olm-constructs wait -f ${DIST}/0002-operator.k8s.yaml --approve --timeout 2m`),
    ),
    '',
    '`explain` shows where it is stuck, from the Subscription down to the pod:',
    '',
    block(await run('olm-constructs explain subscription/hello-operator -n hello-operator')),
    '',
    '## Remove',
    '',
    block(await run('olm-constructs remove subscription/hello-operator -n hello-operator --delete-crds')),
    '',
    block(abridged(await run('olm-constructs uninstall'))),
    '',
    'Next: [the tasks of the command line](command-line.md), [waiting in CI](command-line-waiting.md), or [why something is not ready](inspecting-a-cluster.md).',
    '',
  ].join('\n');
}

/** Breaks a command line that is too long for a page before one of its options. */
function broken(line: string): string {
  const end = line.length <= WIDTH ? -1 : line.lastIndexOf(' --', WIDTH);
  return end === -1 ? line : `${line.slice(0, end)} \\\n  ${line.slice(end + 1)}`;
}

function block(...parts: readonly string[]): string {
  return `\`\`\`text\n${parts.join('')}\`\`\``;
}

/** Returns the first and the last lines of an output. */
function abridged(output: string): string {
  const lines = output.split('\n');
  return [...lines.slice(0, 5), '…', ...lines.slice(-5)].join('\n');
}

function breakImage(bundle: string): void {
  const folder = join(bundle, 'manifests');
  for (const name of readdirSync(folder)) {
    const content = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), content.replace(/docker\.io\/library\/node:[\w.-]+/g, MISSING_IMAGE));
  }
}

function versionIn(bundle: string): PlayedVersion {
  const manifests = readdirSync(join(bundle, 'manifests')).flatMap((name) => manifestsIn(join(bundle, 'manifests', name)));
  return {
    csv: manifests.find(({ kind }) => kind === 'ClusterServiceVersion')!,
    crds: manifests.filter(({ kind }) => kind === 'CustomResourceDefinition'),
  };
}
