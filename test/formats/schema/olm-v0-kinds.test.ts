import { firstOlmV0With, isInstalledByOlmV0 } from '../../../lib/formats/schema/olm-v0-kinds';
import { OlmVersion } from '../../../lib/olm/v0/model/olm-version';

/** Kinds besides those that all releases install, from the sources of the tags of operator-lifecycle-manager. */
const ADDED: readonly (readonly [since: string, kinds: readonly string[]])[] = [
  ['0.19.1', ['ConsoleQuickStart', 'ConsoleCLIDownload', 'ConsoleLink']],
  ['0.32.0', ['ConsolePlugin', 'NetworkPolicy']],
];

const order = (version: string): number => version.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);

it.each(OlmVersion.all.map(({ version }) => version))('OLM %s installs the kinds of its sources', (release) => {
  for (const [since, kinds] of ADDED) {
    for (const kind of kinds) {
      expect({ kind, installed: isInstalledByOlmV0(kind, release) }).toEqual({ kind, installed: order(release) >= order(since) });
    }
  }
  for (const kind of ['ClusterServiceVersion', 'CustomResourceDefinition', 'ServiceMonitor', 'PrometheusRule', 'VerticalPodAutoscaler', 'ConsoleYAMLSample', 'Secret']) {
    expect(isInstalledByOlmV0(kind, release)).toBe(true);
  }
  for (const kind of ['ImageStream', 'PodMonitor', 'Deployment', 'Ingress', '']) {
    expect(isInstalledByOlmV0(kind, release)).toBe(false);
  }
});

it('without a release, a kind is installed if any release does', () => {
  expect(['NetworkPolicy', 'PodMonitor'].map((kind) => [isInstalledByOlmV0(kind), firstOlmV0With(kind)])).toEqual([[true, '0.32.0'], [false, undefined]]);
});
