import { Testing } from 'cdk8s';
import { OlmV1Version } from 'olm-constructs';
import { OlmV1Feature, requireFeature } from '../../lib/constructs/olm-v1/olm-v1-target';
import { readDocument } from './documents';

/** First release with experimental CRDs. */
const FIRST_EXPERIMENTAL = OlmV1Version.V1_4_0;

/** Features by what the page calls them. */
const FEATURES: { readonly [what: string]: OlmV1Feature } = {
  'operators with webhooks': 'webhooks',
  'operators that watch one namespace': 'installMode',
  'changes to the operator\'s Deployments': 'deploymentConfig',
  'deadline of a rollout': 'progressDeadline',
};

const rows = readDocument('docs/reference/olm-v1-features.md').split('\n').filter((line) => line.startsWith('| ')).map((line) => line.slice(2, -2).split(' | '));

function has(version: OlmV1Version, experimental: boolean, feature: OlmV1Feature): boolean {
  try {
    requireFeature(Testing.chart(), { version, experimental }, feature, 'it');
    return true;
  } catch {
    return false;
  }
}

/** Returns the releases with a feature as the page states them. */
function releasesOf(feature: OlmV1Feature, experimental: boolean): string {
  const all = OlmV1Version.all.filter((version) => !experimental || version.isAtLeast(FIRST_EXPERIMENTAL));
  const [first, ...others] = all.filter((version) => has(version, experimental, feature)).map(({ version }) => /\d+\.\d+/.exec(version)![0]);
  return first === undefined ? 'none' : `${first} ${others.length === 0 ? 'only' : 'and later'}`;
}

test.each(Object.entries(FEATURES))('the page on features of OLM v1 has the releases with %s', (what, feature) => {
  const [, , ...releases] = rows.find(([first]) => first === what)!;
  expect(releases).toEqual([releasesOf(feature, false), releasesOf(feature, true)]);
});
