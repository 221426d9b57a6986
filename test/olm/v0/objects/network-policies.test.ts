import type { OlmSettings } from '../../../../lib/olm/v0/settings/olm-settings';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';
import { objectsOf } from '../programs';

const CONTROLLERS = ['olm-operator', 'catalog-operator', 'packageserver'];

/** Returns the rule that allows a program to reach the API server. */
function apiServerRule(policy: string, settings: OlmSettings): unknown {
  return (objectsOf('NetworkPolicy', settings)[policy]?.['spec'] as { egress: unknown[] }).egress[0];
}

describe('the NetworkPolicies of a release', () => {
  test.each([OlmVersion.V0_32_0, OlmVersion.V0_46_0])('can be turned off in OLM %s', (version) => {
    const { all, networkPolicies } = releaseManifests({ version, networkPolicies: false });
    expect(networkPolicies).toEqual([]);
    expect(all).toEqual(releaseManifests({ version }).all.filter(({ kind }) => kind !== 'NetworkPolicy'));
  });

  test('can be turned on explicitly', () => {
    expect(releaseManifests({ networkPolicies: true }).all).toEqual(releaseManifests().all);
  });

  test('are not supported by earlier releases', () => {
    expect(releaseManifests({ version: OlmVersion.V0_31_0, networkPolicies: false }).networkPolicies).toEqual([]);
    expect(() => releaseManifests({ version: OlmVersion.V0_31_0, networkPolicies: true })).toThrow(new Error(
      'networkPolicies is not supported by OLM 0.31.0; omit it, or install 0.32.0 or later',
    ));
  });

  test.each<[OlmVersion, number | undefined, unknown]>([
    [OlmVersion.V0_40_0, undefined, { ports: [{ port: 6443, protocol: 'TCP' }] }],
    [OlmVersion.V0_40_0, 443, { ports: [{ port: 443, protocol: 'TCP' }] }],
    [OlmVersion.V0_46_0, undefined, {}],
    [OlmVersion.V0_46_0, 443, { ports: [{ port: 443, protocol: 'TCP' }] }],
  ])('of OLM %s allow its programs to reach an API server on port %p', (version, apiServerPort, expected) => {
    const settings = { version, ...(apiServerPort === undefined ? {} : { apiServerPort }) };
    expect(CONTROLLERS.map((policy) => apiServerRule(policy, settings))).toEqual(CONTROLLERS.map(() => expected));
  });

  test.each([0, 65_536, 44.3])('refuse the port %p', (apiServerPort) => {
    expect(() => releaseManifests({ apiServerPort })).toThrow(new Error(`apiServerPort must be a port from 1 to 65535: got ${apiServerPort}`));
  });

  test('are required for apiServerPort', () => {
    expect(() => releaseManifests({ version: OlmVersion.V0_28_0, apiServerPort: 443 })).toThrow(new Error(
      'apiServerPort is not supported by OLM 0.28.0; omit it, or install 0.32.0 or later',
    ));
    expect(() => releaseManifests({ networkPolicies: false, apiServerPort: 443 })).toThrow(new Error(
      'apiServerPort is set, but networkPolicies is false; omit one of them',
    ));
  });
});
