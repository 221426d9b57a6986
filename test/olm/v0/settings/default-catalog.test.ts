import { Duration } from 'cdk8s';
import { DefaultCatalog } from '../../../../lib/olm/v0/settings/default-catalog';
import type { OlmSettings } from '../../../../lib/olm/v0/settings/olm-settings';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';

const IMAGE = `registry.example.com/catalog@sha256:${'0123456789abcdef'.repeat(4)}`;

function catalog(settings: OlmSettings): object | undefined {
  return releaseManifests(settings).defaultCatalog;
}

describe('the default catalog', () => {
  test('is the catalog of OperatorHub.io', () => {
    expect(catalog({ defaultCatalog: DefaultCatalog.operatorHub() })).toEqual(catalog({}));
    expect(catalog({})).toEqual({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'CatalogSource',
      metadata: { name: 'operatorhubio-catalog', namespace: 'olm' },
      spec: {
        displayName: 'Community Operators',
        publisher: 'OperatorHub.io',
        sourceType: 'grpc',
        image: 'quay.io/operatorhubio/catalog:latest',
        grpcPodConfig: { securityContextConfig: 'restricted' },
        updateStrategy: { registryPoll: { interval: '60m' } },
      },
    });
  });

  test('can be turned off', () => {
    expect(catalog({ defaultCatalog: DefaultCatalog.none() })).toBeUndefined();
  });

  test.each([OlmVersion.V0_18_3, OlmVersion.V0_46_0])('can have another poll interval, priority and pull secrets in OLM %s', (version) => {
    const defaultCatalog = DefaultCatalog.operatorHub({ pollInterval: Duration.hours(12), priority: -10, pullSecrets: ['hub'] });
    expect(catalog({ version, defaultCatalog, pullSecrets: ['all'] })).toMatchObject({
      metadata: { name: 'operatorhubio-catalog' },
      spec: { image: 'quay.io/operatorhubio/catalog:latest', priority: -10, secrets: ['hub'], updateStrategy: { registryPoll: { interval: '12h' } } },
    });
  });

  test('is not polled if its image has a digest, which cannot change', () => {
    expect(catalog({ images: { defaultCatalog: IMAGE } })).not.toHaveProperty('spec.updateStrategy');
  });

  test('can be another image', () => {
    expect(catalog({ version: OlmVersion.V0_18_3, defaultCatalog: DefaultCatalog.image(IMAGE), catalogNamespace: 'catalogs' })).toEqual({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'CatalogSource',
      metadata: { name: 'default-catalog', namespace: 'catalogs' },
      spec: { displayName: 'default-catalog', sourceType: 'grpc', image: IMAGE },
    });
  });

  test('has the given name and display', () => {
    const options = { name: 'platform', displayName: 'Platform operators', publisher: 'Example', priority: 100, pollInterval: Duration.minutes(15) };
    expect(catalog({ defaultCatalog: DefaultCatalog.image('registry.example.com/catalog:v1', options), pullSecrets: ['all'] })).toMatchObject({
      metadata: { name: 'platform' },
      spec: {
        displayName: 'Platform operators',
        publisher: 'Example',
        image: 'registry.example.com/catalog:v1',
        priority: 100,
        secrets: ['all'],
        grpcPodConfig: { securityContextConfig: 'restricted' },
        updateStrategy: { registryPoll: { interval: '15m' } },
      },
    });
  });

  test('is pulled from the mirror, and needs a digest if digests are required', () => {
    const defaultCatalog = DefaultCatalog.image('quay.io/example/catalog:v1');
    expect(catalog({ defaultCatalog, registryMirror: 'mirror.example.com' })).toMatchObject({ spec: { image: 'mirror.example.com/example/catalog:v1' } });
    expect(() => catalog({ defaultCatalog, requireDigests: true })).toThrow('images.defaultCatalog "quay.io/example/catalog:v1"');
  });

  test('must be an image reference', () => {
    expect(() => DefaultCatalog.image('https://quay.io/catalog')).toThrow(
      'the image of the default catalog is not an image reference: got "https://quay.io/catalog"; write it as registry/repository@sha256:<64 hex digits>',
    );
  });

  test.each(['My catalog', '', '1st', 'a'.repeat(64)])('refuses the name %p', (name) => {
    expect(() => DefaultCatalog.image(IMAGE, { name })).toThrow(`the name of the default catalog must be valid for a Service: got "${name}"; use up to 63`);
  });

  test.each([0, 500])('refuses a poll interval of %p milliseconds', (milliseconds) => {
    expect(() => catalog({ defaultCatalog: DefaultCatalog.operatorHub({ pollInterval: Duration.millis(milliseconds) }) })).toThrow(new Error(
      `pollInterval of the default catalog must be a whole number of seconds, at least 1, got ${milliseconds / 1000} s`,
    ));
  });

  test('must have an integer priority', () => {
    expect(() => catalog({ defaultCatalog: DefaultCatalog.operatorHub({ priority: 0.5 }) })).toThrow(new Error(
      'priority of the default catalog must be an integer: got 0.5',
    ));
  });
});

describe('an air-gapped installation', () => {
  const registryMirror = 'mirror.example.com:5000';

  test('has no catalog of OperatorHub.io', () => {
    expect(catalog({ airGapped: true, registryMirror })).toBeUndefined();
  });

  test('has the given catalog', () => {
    expect(catalog({ airGapped: true, registryMirror, defaultCatalog: DefaultCatalog.operatorHub() })).toMatchObject({
      spec: { image: 'mirror.example.com:5000/operatorhubio/catalog:latest' },
    });
    expect(catalog({ airGapped: true, registryMirror, defaultCatalog: DefaultCatalog.image(IMAGE) })).toMatchObject({
      spec: { image: 'mirror.example.com:5000/catalog@sha256:' + '0123456789abcdef'.repeat(4) },
    });
  });

  test('supports replacing images one by one', () => {
    const images = { olm: IMAGE, opm: IMAGE, configMapServer: IMAGE };
    expect(JSON.stringify(releaseManifests({ airGapped: true, images }).catalogOperator)).not.toContain('quay.io');
  });

  test.each(OlmVersion.all)('refuses images of public registries in OLM %s', (version) => {
    expect(() => releaseManifests({ version, airGapped: true })).toThrow(
      `OLM ${version.version} uses images of public registries, but airGapped is set: images.olm "${version.olmImage}", `,
    );
  });

  test.each(['quay.io/a/catalog:v1', 'docker.io/a/catalog:v1', 'a/catalog:v1', 'catalog:v1'])('refuses the catalog %s', (image) => {
    const images = { olm: IMAGE, opm: IMAGE, configMapServer: IMAGE };
    expect(() => releaseManifests({ airGapped: true, images, defaultCatalog: DefaultCatalog.image(image) })).toThrow(new Error(
      `OLM 0.46.0 uses images of public registries, but airGapped is set: images.defaultCatalog "${image}"; set "registryMirror", or set these images in "images"; `
      + 'if the nodes redirect public registries to mirrors, omit airGapped and set "defaultCatalog" to DefaultCatalog.none()',
    ));
  });
});
