import { createHash } from 'node:crypto';
import { Credentials } from '../cluster/credentials';
import { ControlLoop } from '../control-plane/control-loop';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const MERGE = 'application/merge-patch+json';
const SOME_TIME = '2024-01-01T00:00:00Z';
const FINALIZER = 'core.rukpak.io/delete-cached-bundle';

/** Rounds that each step takes: longer than a waiter leaves a change unprinted. */
const ROUNDS_PER_STEP = 5;

/** Namespace of what RukPak installs for an object that names none. */
const DEFAULT_NAMESPACE = 'demo';

type Plural = 'bundles' | 'bundledeployments' | 'bundleinstances';

interface RukpakObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string; readonly uid: string; readonly generation: number; readonly finalizers?: string[]; readonly deletionTimestamp?: string;
    readonly labels?: { readonly [label: string]: string };
  };
  readonly spec: {
    readonly installNamespace?: string;
    readonly bundleName?: string;
    readonly source?: { readonly image?: { readonly ref: string } };
    readonly template?: { readonly spec: { readonly source: { readonly image?: { readonly ref: string } } } };
  };
  readonly status?: { readonly phase?: string };
}

interface Step {
  readonly conditions: readonly object[];
  readonly [field: string]: unknown;
}

const condition = (type: string, status: 'True' | 'False', reason: string, message = ''): object => (
  { type, status, reason, message, lastTransitionTime: SOME_TIME }
);
const PENDING = condition('Unpacked', 'False', 'UnpackPending', 'pending unpack pod');
const UNPACKING = condition('Unpacked', 'False', 'Unpacking', 'unpack pod is running');
const UNPACKED = condition('Unpacked', 'True', 'UnpackSuccessful', 'Successfully unpacked the Bundle');
const INSTALLED = condition('Installed', 'True', 'InstallationSucceeded', 'Instantiated bundle successfully');

/**
 * Simulates RukPak's provisioners and the garbage collector, one step after the other: conditions, finalizers, Bundles in `v1alpha1`, and a
 * Deployment and a CRD for each bundle, as RukPak writes them according to its code. Image `registry.test/missing:…` does not exist,
 * `registry.test/hooks:…` is a bundle that RukPak does not support, and the CRD of `registry.test/kept:…` stays.
 */
export class SimulatedRukpak extends ControlLoop {
  private readonly rounds = new Map<string, number>();
  private readonly owners = new Map<string, RukpakObject>();

  /**
   * @param version API version that the cluster serves
   */
  public constructor(credentials: Credentials, private readonly version: 'v1alpha1' | 'v1alpha2') {
    super(credentials);
  }

  protected async round(): Promise<void> {
    const installations: RukpakObject[] = [];
    for (const plural of ['bundledeployments', 'bundleinstances'] as const) {
      for (const object of await this.list(plural)) {
        installations.push(object);
        await (this.version === 'v1alpha2' ? this.reconcileWithFinalizer(plural, object, () => this.installContent(object))
          : this.installBundle(plural, object));
      }
    }
    for (const bundle of await this.list('bundles')) {
      await this.reconcileWithFinalizer('bundles', bundle, () => this.unpackBundle(bundle));
    }
    await this.collect(installations);
  }

  private async reconcileWithFinalizer(plural: Plural, object: RukpakObject, act: () => Promise<void>): Promise<void> {
    const { finalizers = [], deletionTimestamp } = object.metadata;
    if (deletionTimestamp !== undefined || finalizers.length === 0) {
      await this.patch(this.path(plural, object.metadata.name), { metadata: { finalizers: deletionTimestamp === undefined ? [FINALIZER] : null } });
    } else {
      await act();
    }
  }

  private unpackBundle(bundle: RukpakObject): Promise<void> {
    const image = imageOf(bundle);
    return this.write('bundles', bundle, [
      { phase: 'Pending', conditions: [PENDING] }, { phase: 'Unpacking', conditions: [UNPACKING] },
      image.includes('/missing:') ? { phase: 'Failing', conditions: [condition('Unpacked', 'False', 'UnpackFailed', errorOf(image))] }
        : { phase: 'Unpacked', conditions: [UNPACKED], ...contentOf(bundle, image) },
    ]);
  }

  /** In `v1alpha2`: unpacks and installs. */
  private async installContent(object: RukpakObject): Promise<void> {
    const image = imageOf(object);
    const unpacked = { ...contentOf(object, image), conditions: [UNPACKED] };
    if (image.includes('/missing:')) {
      const failed = condition('Unpacked', 'False', 'UnpackFailed', errorOf(image));
      await this.write('bundledeployments', object, [{ conditions: [PENDING] }, { conditions: [failed] }]);
    } else if (image.includes('/hooks:')) {
      const error = 'convert registry+v1 bundle to plain+v0 bundle: webhookDefinitions are not supported';
      await this.write('bundledeployments', object, [unpacked, { ...unpacked, conditions: [UNPACKED, condition('Installed', 'False', 'InstallFailed', error)] }]);
    } else {
      const installed = { ...unpacked, conditions: [UNPACKED, INSTALLED] };
      await this.write('bundledeployments', object, [{ conditions: [PENDING] }, { conditions: [UNPACKING] }, unpacked, installed], () => this.apply(object));
    }
  }

  /** In `v1alpha1`: creates the Bundle of the template, and installs it once it is unpacked. */
  private async installBundle(plural: Plural, object: RukpakObject): Promise<void> {
    const { template } = object.spec;
    const hash = createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 6);
    const name = object.spec.bundleName ?? `${object.metadata.name}-${hash}`;
    const bundles = await this.list('bundles');
    const own = bundles.filter(({ metadata: { labels } }) => labels?.['core.rukpak.io/owner-name'] === object.metadata.name);
    const bundle = bundles.find(({ metadata }) => metadata.name === name);
    if (bundle === undefined && template !== undefined) {
      await this.send('POST', this.path('bundles'), {
        apiVersion: 'core.rukpak.io/v1alpha1', kind: 'Bundle', metadata: metadataOf(object, name), spec: template.spec,
      });
    }
    const phase = bundle?.status?.phase;
    const has = (status: 'True' | 'False', reason: string, message: string): object => condition('HasValidBundle', status, reason, message);
    if (phase === 'Failing') {
      const conditions = [has('False', 'UnpackFailed', `Failed to unpack the ${name} Bundle: ${errorOf(imageOf(bundle!))}`)];
      await this.write(plural, object, [{ conditions }]);
    } else if (phase === 'Unpacked') {
      const active = plural === 'bundleinstances' ? { installedBundleName: name } : { activeBundle: name };
      const conditions = [has('True', 'UnpackSuccessful', `Successfully unpacked the ${name} Bundle`), INSTALLED];
      await this.write(plural, object, [{ conditions, ...active }], async () => {
        await this.apply(object);
        for (const { metadata } of own.filter((other) => other.metadata.name !== name)) {
          await this.send('DELETE', this.path('bundles', metadata.name));
        }
      });
    } else {
      await this.write(plural, object, [{ conditions: [has('True', 'UnpackPending', `Waiting for the ${name} Bundle to be unpacked`)] }]);
    }
  }

  /** Writes the next step of a status, and acts before the last one. */
  private async write(plural: Plural, object: RukpakObject, steps: readonly Step[], act?: () => Promise<void>): Promise<void> {
    const { uid, generation, name } = object.metadata;
    const key = `${uid} ${generation}`;
    const round = this.rounds.get(key) ?? 0;
    this.rounds.set(key, round + 1);
    const index = Math.min(Math.floor(round / ROUNDS_PER_STEP), steps.length - 1);
    if (index === steps.length - 1) {
      await act?.();
    }
    await this.patch(`${this.path(plural, name)}/status`, {
      status: { ...steps[index], ...(plural === 'bundleinstances' ? {} : { observedGeneration: generation }) },
    });
  }

  /** Applies the objects of a bundle. */
  private async apply(object: RukpakObject): Promise<void> {
    const { metadata: { name }, spec: { installNamespace = DEFAULT_NAMESPACE } } = object;
    this.owners.set(object.metadata.uid, object);
    await this.send('POST', CRDS, crdOf(object));
    const deployments = `/apis/apps/v1/namespaces/${installNamespace}/deployments`;
    if (await this.send('POST', deployments, deploymentOf(object)) === 201) {
      await this.patch(`${deployments}/${name}/status`, {
        status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 },
      });
    }
  }

  /** Simulates the garbage collector for the owners that are gone. */
  private async collect(existing: readonly RukpakObject[]): Promise<void> {
    for (const [uid, object] of [...this.owners].filter(([known]) => !existing.some(({ metadata }) => metadata.uid === known))) {
      const { metadata: { name }, spec: { installNamespace = DEFAULT_NAMESPACE } } = object;
      await this.send('DELETE', `/apis/apps/v1/namespaces/${installNamespace}/deployments/${name}`);
      for (const bundle of (await this.list('bundles')).filter(({ metadata: { labels } }) => labels?.['core.rukpak.io/owner-name'] === name)) {
        await this.send('DELETE', this.path('bundles', bundle.metadata.name));
      }
      if (!imageOf(object).includes('/kept:')) {
        await this.send('DELETE', `${CRDS}/${pluralOf(object)}.demo.test`);
      }
      this.owners.delete(uid);
    }
  }

  private path(plural: Plural, name?: string): string {
    return `/apis/core.rukpak.io/${this.version}/${plural}${name === undefined ? '' : `/${name}`}`;
  }

  private async list(plural: Plural): Promise<readonly RukpakObject[]> {
    const { body, status } = await this.connection.request('GET', this.path(plural));
    return status === 200 ? (JSON.parse(body) as { readonly items: readonly RukpakObject[] }).items : [];
  }

  private async patch(path: string, content: object): Promise<void> {
    await this.connection.request('PATCH', path, { type: MERGE, content: JSON.stringify(content) });
  }

  private async send(method: string, path: string, body?: object): Promise<number> {
    const content = body === undefined ? undefined : { type: 'application/json', content: JSON.stringify(body) };
    return (await this.connection.request(method, path, content)).status;
  }
}

/** Returns the image of a bundle, or an empty string for ConfigMaps. */
function imageOf({ spec: { source, template } }: RukpakObject): string {
  return (source ?? template?.spec.source)?.image?.ref ?? '';
}

function errorOf(image: string): string {
  return `source bundle content: reading manifest in ${image}: manifest unknown`;
}

function contentOf({ metadata: { name } }: RukpakObject, image: string): object {
  return {
    contentURL: `https://core.rukpak-system.svc/bundles/${name}.tgz`,
    resolvedSource: image === '' ? { type: 'configMaps' } : { type: 'image', image: { ref: `${image.replace(/:[^:]+$/, '')}@sha256:${'a'.repeat(64)}` } },
  };
}

function metadataOf({ kind, metadata: { name: owner, uid }, spec: { installNamespace } }: RukpakObject, name: string, kept = false): object {
  const apiVersion = `core.rukpak.io/${installNamespace === undefined ? 'v1alpha1' : 'v1alpha2'}`;
  return {
    name,
    labels: { 'core.rukpak.io/owner-kind': kind, 'core.rukpak.io/owner-name': owner },
    ...(kept ? { annotations: { 'helm.sh/resource-policy': 'keep' } } : { ownerReferences: [{ apiVersion, kind, name: owner, uid, controller: true }] }),
  };
}

/** Kind of the API of a bundle: a package `hello-operator` has the API `helloes`. */
function pluralOf({ metadata: { name } }: RukpakObject): string {
  return `${name.replace(/-.*$/, '')}es`;
}

function crdOf(object: RukpakObject): object {
  const plural = pluralOf(object);
  const singular = plural.slice(0, -2);
  const kind = `${singular[0]!.toUpperCase()}${singular.slice(1)}`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: metadataOf(object, `${plural}.demo.test`, imageOf(object).includes('/kept:')),
    spec: {
      group: 'demo.test', scope: 'Namespaced', names: { plural, singular, kind, listKind: `${kind}List` },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } } }],
    },
  };
}

function deploymentOf(object: RukpakObject): object {
  const { name } = object.metadata;
  return {
    apiVersion: 'apps/v1', kind: 'Deployment', metadata: metadataOf(object, name),
    spec: {
      replicas: 1, selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'manager', image: 'registry.test/manager:v1' }] } },
    },
  };
}
