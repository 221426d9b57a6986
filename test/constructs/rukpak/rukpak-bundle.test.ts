import { Testing } from 'cdk8s';
import {
  GitRef, ProvisionerClass, RukpakBundle, RukpakBundleInstance, RukpakBundleInstanceProps, RukpakBundleProps, RukpakSource, RukpakVersion,
} from 'olm-constructs/rukpak';
import { Manifest, one, synth } from '../../builders/synthesized';

const REF = 'quay.io/example/bundle:v1';
const SOURCE = RukpakSource.image(REF);
const IMAGE = { type: 'image', image: { ref: REF } };

function bundle(props: Partial<RukpakBundleProps>): Manifest {
  const chart = Testing.chart();
  new RukpakBundle(chart, 'app', { source: SOURCE, provisionerClass: ProvisionerClass.PLAIN, ...props });
  return one(synth(chart), 'Bundle');
}

function instance(props: Partial<RukpakBundleInstanceProps>): Manifest {
  const chart = Testing.chart();
  new RukpakBundleInstance(chart, 'app', { name: 'app', provisionerClass: ProvisionerClass.PLAIN, ...props });
  return one(synth(chart), 'BundleInstance');
}

describe('RukpakBundle', () => {
  test('has the source that is unpacked', () => {
    expect(bundle({ name: 'app-v1', labels: { team: 'a' } })).toEqual({
      apiVersion: 'core.rukpak.io/v1alpha1',
      kind: 'Bundle',
      metadata: { name: 'app-v1', labels: { team: 'a' } },
      spec: { provisionerClassName: 'core-rukpak-io-plain', source: IMAGE },
    });
  });

  test('has its image in the spec in the first release', () => {
    expect(bundle({ version: RukpakVersion.V0_1_0 }).spec).toEqual({ provisionerClassName: 'core.rukpak.io/plain', image: REF });
  });

  test('has another name when its source changes, since it is immutable', () => {
    const names = [SOURCE, SOURCE, RukpakSource.image('quay.io/example/bundle:v2')].map(source => bundle({ source }).metadata.name);
    expect(names[0]).toMatch(/^test-app-[0-9a-f]+-[0-9a-f]{10}$/);
    expect([names[1] === names[0], names[2] === names[0]]).toEqual([true, false]);
  });

  test.each<[string, Partial<RukpakBundleProps>]>([
    ["Bundle is not supported by RukPak 0.17.0, only by RukPak 0.1.0 to 0.16.0; set 'version' to such a release, or use RukpakBundleDeployment, which contains the source "
      + 'itself', { version: RukpakVersion.V0_17_0 }],
    ["source 'git' is not supported by RukPak 0.1.0, only by RukPak 0.2.0 and later",
      { version: RukpakVersion.V0_1_0, source: RukpakSource.git('https://x.example', { ref: GitRef.tag('v1') }) }],
    ["pullSecret is not supported by RukPak 0.3.0, only by RukPak 0.4.0 and later; set 'version' to such a release, or omit 'pullSecret'",
      { version: RukpakVersion.V0_3_0, source: RukpakSource.image(REF, { pullSecret: 'x' }) }],
    ...[{ secret: 'x' }, { insecureSkipVerify: true }].map((options): [string, Partial<RukpakBundleProps>] => [
      "authentication for Git is not supported by RukPak 0.4.0, only by RukPak 0.5.0 and later; set 'version' to such a release, or omit 'secret' and 'insecureSkipVerify'",
      { version: RukpakVersion.V0_4_0, source: RukpakSource.git('https://x.example', { ref: GitRef.tag('v1'), ...options }) },
    ]),
    ["provisionerClass 'core-rukpak-io-registry' is not supported by RukPak 0.4.0, only by RukPak 0.5.0 and later",
      { version: RukpakVersion.V0_4_0, provisionerClass: ProvisionerClass.REGISTRY }],
    [`name '${'a'.repeat(64)}' must have at most 63 characters, which is the limit for the label that RukPak sets to it, got 64`, { name: 'a'.repeat(64) }],
    ["name 'A' must consist of", { name: 'A' }],
    ["unknown key 'installNamespace' in props of RukpakBundle", { installNamespace: 'apps' } as object],
  ])('refuses what RukPak refuses: %s', (message, props) => {
    expect(() => bundle(props)).toThrow(`[test/app] ${message}`);
  });
});

describe('RukpakBundleInstance', () => {
  test('has a template since 0.4.0', () => {
    expect(instance({ source: SOURCE, provisionerClass: ProvisionerClass.REGISTRY, labels: { team: 'a' } })).toEqual({
      apiVersion: 'core.rukpak.io/v1alpha1',
      kind: 'BundleInstance',
      metadata: { name: 'app', labels: { team: 'a' }, annotations: { 'olm-constructs/part-of': 'BundleInstance/app' } },
      spec: {
        provisionerClassName: 'core.rukpak.io/plain',
        template: { metadata: { labels: { team: 'a' } }, spec: { provisionerClassName: 'core.rukpak.io/registry', source: IMAGE } },
      },
    });
  });

  test('names a Bundle before 0.4.0, and comes after it', () => {
    const chart = Testing.chart();
    const version = RukpakVersion.V0_3_0;
    const provisionerClass = ProvisionerClass.PLAIN;
    const app = new RukpakBundleInstance(chart, 'app', { version, provisionerClass, bundle: new RukpakBundle(chart, 'bundle', { version, provisionerClass, source: SOURCE }) });
    const objects = synth(chart);
    expect(objects.map(({ kind }) => kind)).toEqual(['Bundle', 'BundleInstance']);
    expect(objects[1]!.spec).toEqual({ bundleName: objects[0]!.metadata.name, provisionerClassName: 'core.rukpak.io/plain' });
    expect(app.version).toBe(version);
  });

  test.each<[string, Partial<RukpakBundleInstanceProps>]>([
    ["BundleInstance is not supported by RukPak 0.6.0, only by RukPak 0.1.0 to 0.5.0; set 'version' to such a release, or use RukpakBundleDeployment",
      { version: RukpakVersion.V0_6_0 }],
    ["set either 'bundle' or 'bundleName', got neither", { version: RukpakVersion.V0_1_0 }],
    ["source is not supported by RukPak 0.1.0, only by RukPak 0.4.0 to 0.5.0; set 'version' to such a release, or set 'bundle' to a RukpakBundle with the source",
      { version: RukpakVersion.V0_1_0, source: SOURCE }],
    ["bundleName is not supported by RukPak 0.5.0, only by RukPak 0.1.0 to 0.3.0; set 'version' to such a release, or set 'source' instead", { bundleName: 'x' }],
    ["source is required: set 'source' to a RukpakSource", {}],
    ["bundleName 'A' must consist of", { version: RukpakVersion.V0_1_0, bundleName: 'A' }],
  ])('refuses what RukPak refuses: %s', (message, props) => {
    expect(() => instance(props)).toThrow(`[test/app] ${message}`);
  });
});
