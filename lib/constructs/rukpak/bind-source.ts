import { posix } from 'node:path';
import { Construct } from 'constructs';
import { Budget, readLimits } from '../../bundle/files/read-options';
import { statOf } from '../../bundle/files/refusal';
import { BundleError } from '../../bundle/model/bundle-error';
import { folderEntries, readFileIn } from '../../bundle/read/bundle-source';
import { defined } from '../../formats/json/defined';
import { ClusterObjects } from '../model/cluster-objects';
import { ConstructError } from '../model/construct-error';
import { ClusterMirrors } from '../model/mirror-of-cluster';
import { checkNamespace, checkObjectName, checkOptionsIn } from '../model/prop-checks';
import { createConfigMaps } from './file-config-maps';
import { ProvisionerClass, requireRelease } from './provisioner-class';
import {
  BoundSource, RukpakConfigMap, RukpakGitOptions, RukpakImageOptions, RukpakServerOptions, SourceContent, SourceTarget,
} from './source-options';

const TYPES = {
  image: {},
  git: { since: '0.2.0' },
  http: { since: '0.9.0' },
  local: { since: '0.7.0', until: '0.12.0' },
  configMaps: { since: '0.12.0' },
  upload: { since: '0.8.0', until: '0.17.0' },
};

const REMEDY = 'use another RukpakSource';
const TOO_LARGE = 'make it smaller, or push the bundle to a registry and use RukpakSource.image';

/**
 * Checks a source, and creates its ConfigMaps.
 *
 * @throws ConstructError when the release does not support the source, or the source is invalid
 */
export function bindSource(content: SourceContent, target: SourceTarget): BoundSource {
  const { scope, version } = target;
  const type = content.type === 'folder' || content.type === 'files' ? 'configMaps' : content.type;
  requireRelease(scope, `source '${type}'`, version, TYPES[type], REMEDY);
  switch (content.type) {
    case 'image': return existing({ type, image: imageSource(content.ref, content.options, target) });
    case 'git': return existing({ type, git: gitSource(content.repository, content.options, target) });
    case 'http': return existing({ type, http: httpSource(content.url, content.options, target) });
    case 'local': return existing({ type, local: localSource(content.name, content.namespace, target) });
    case 'upload': return existing({ type, upload: {} });
    case 'configMaps': return existing({ type, configMaps: configMapSources(content.configMaps, target) });
    case 'folder': return filesSource(folderFiles(scope, content.path), TOO_LARGE, target, `folder '${content.path}'`);
    case 'files': return filesSource(content.files, content.tooLarge, target, 'bundle');
  }
}

function existing(source: BoundSource['source']): BoundSource {
  return { source, configMaps: [] };
}

function imageSource(ref: string, options: RukpakImageOptions, { scope, version }: SourceTarget): object {
  checkOptionsIn(scope, 'options of RukpakSource.image', 'RukpakImageOptions', options);
  const { pullSecret, insecureSkipTlsVerify, certificateData } = options;
  checkText(scope, 'image', ref);
  if (pullSecret !== undefined) {
    requireRelease(scope, 'pullSecret', version, { since: '0.4.0' }, 'omit \'pullSecret\'');
    checkObjectName(scope, 'pullSecret', pullSecret);
  }
  if (insecureSkipTlsVerify !== undefined) {
    requireRelease(scope, 'insecureSkipTlsVerify', version, { since: '0.21.0' }, 'omit \'insecureSkipTlsVerify\'');
  }
  if (certificateData !== undefined) {
    requireRelease(scope, 'certificateData', version, { since: '0.24.0' }, 'omit \'certificateData\'');
    if (!certificateData.includes('-----BEGIN CERTIFICATE-----')) {
      throw new ConstructError(scope, 'certificateData contains no certificate in PEM format; set it to the content of a file that starts with -----BEGIN CERTIFICATE-----');
    }
  }
  return defined({ ref: ClusterMirrors.of(scope).imageOf(ref), pullSecret, insecureSkipTLSVerify: insecureSkipTlsVerify, certificateData });
}

function gitSource(repository: string, options: RukpakGitOptions, target: SourceTarget): object {
  const { scope, version } = target;
  checkOptionsIn(scope, 'options of RukpakSource.git', 'RukpakGitOptions', options);
  const { ref, directory } = options;
  checkText(scope, 'repository', repository);
  if ((ref as unknown) === undefined) {
    throw new ConstructError(scope, 'ref is required: set \'ref\' to GitRef.branch, GitRef.tag or GitRef.commit');
  }
  checkText(scope, `ref of the Git ${ref.type}`, ref.value);
  if (directory !== undefined && isOutside(directory)) {
    throw new ConstructError(scope, `directory '${directory}' is outside the repository; set it to a path relative to the root of the repository`);
  }
  if (options.secret !== undefined || options.insecureSkipVerify !== undefined) {
    requireRelease(scope, 'authentication for Git', version, { since: '0.5.0' }, 'omit \'secret\' and \'insecureSkipVerify\'');
  }
  return defined({ repository, directory, ref: { [ref.type]: ref.value }, auth: authorization(options, target) });
}

function httpSource(url: string, options: RukpakServerOptions, target: SourceTarget): object {
  checkOptionsIn(target.scope, 'options of RukpakSource.http', 'RukpakServerOptions', options);
  if (!/^https?:\/\/[^\s/]+/.test(url)) {
    throw new ConstructError(target.scope, `url '${url}' is not a URL of a web server; set it to one that starts with https:// or http://`);
  }
  return defined({ url, auth: authorization(options, target) });
}

function authorization({ secret, insecureSkipVerify }: RukpakServerOptions, { scope }: SourceTarget): object | undefined {
  if (secret !== undefined) {
    checkObjectName(scope, 'secret', secret);
  }
  return secret === undefined && insecureSkipVerify === undefined ? undefined
    : defined({ secret: secret === undefined ? undefined : { name: secret }, insecureSkipVerify });
}

function localSource(name: string, namespace: string, { scope }: SourceTarget): object {
  checkObjectName(scope, 'name of the ConfigMap', name);
  checkNamespace(scope, 'namespace of the ConfigMap', namespace);
  return { configMap: { name, namespace } };
}

function configMapSources(configMaps: readonly RukpakConfigMap[], { scope, systemNamespace }: SourceTarget): object[] {
  if (configMaps.length === 0) {
    throw new ConstructError(scope, 'the list of RukpakSource.configMaps is empty; add a ConfigMap');
  }
  configMaps.forEach((configMap, index) => {
    checkOptionsIn(scope, `configMaps[${index}]`, 'RukpakConfigMap', configMap);
    checkObjectName(scope, `configMaps[${index}].name`, configMap.name);
    if (configMap.path !== undefined && isOutside(configMap.path)) {
      throw new ConstructError(scope, `configMaps[${index}].path '${configMap.path}' is outside the bundle; set it to a path relative to the root of the bundle`);
    }
  });
  ClusterObjects.addCheck(scope, objects => objects.ofKind('core', 'ConfigMap', systemNamespace)
    .filter(object => configMaps.some(({ name }) => name === object.name) && (object.toJson() as { readonly immutable?: boolean }).immutable !== true)
    .map(({ name, node }) => `ConfigMap '${name}' of '${node.path}' is not immutable, so RukPak refuses it as a source; set \`immutable\` to true`));
  return configMaps.map(({ name, path }) => defined({ configMap: { name }, path }));
}

function filesSource(files: ReadonlyMap<string, Uint8Array>, tooLarge: string, target: SourceTarget, what: string): BoundSource {
  const { scope, provisionerClass } = target;
  const problems = layoutProblems([...files.keys()], provisionerClass);
  if (problems.length > 0) {
    throw new ConstructError(scope, `the ${what} is not a bundle for the provisioner '${provisionerClass}': ${problems.join('; ')}`);
  }
  const created = createConfigMaps(files, tooLarge, target);
  return {
    source: { type: 'configMaps', configMaps: created.map(({ path, object }) => ({ configMap: { name: object.name }, ...(path === '' ? {} : { path }) })) },
    configMaps: created.map(({ object }) => object),
  };
}

function checkText(scope: SourceTarget['scope'], what: string, value: string): void {
  if (value === '' || /\s/.test(value)) {
    throw new ConstructError(scope, `${what} ${value === '' ? 'is empty' : `'${value}' contains a space`}; correct it`);
  }
}

/** Whether a path is not inside the folder that it is relative to. */
function isOutside(path: string): boolean {
  const normal = posix.normalize(path);
  return normal === '..' || normal.startsWith('../') || posix.isAbsolute(normal);
}

const MANIFESTS = 'manifests/';
const ANNOTATIONS = 'metadata/annotations.yaml';

/**
 * Returns why a provisioner cannot install a bundle, as sentences. Only RukPak's own provisioners are known.
 *
 * @param paths paths of the files in the bundle
 * @param provisionerClass name of the class since RukPak 0.9.0
 */
function layoutProblems(paths: readonly string[], provisionerClass: string): string[] {
  switch (provisionerClass) {
    case ProvisionerClass.HELM.name: return chartProblems(paths);
    case ProvisionerClass.PLAIN.name: return manifestsProblems(paths);
    case ProvisionerClass.REGISTRY.name:
      return [...manifestsProblems(paths), ...(paths.includes(ANNOTATIONS) ? [] : [`it has no file ${ANNOTATIONS}`])];
    default: return [];
  }
}

function manifestsProblems(paths: readonly string[]): string[] {
  const manifests = paths.filter(path => path.startsWith(MANIFESTS));
  const nested = manifests.find(path => path.slice(MANIFESTS.length).includes('/'));
  return [
    ...(manifests.length === 0 ? ['it has no file in manifests/'] : []),
    ...(nested === undefined ? [] : [`'${nested}' is in a folder of manifests/, where only files are allowed`]),
  ];
}

/** A chart is at the root, or in the only top-level folder. */
function chartProblems(paths: readonly string[]): string[] {
  const top = new Set(paths.map(path => path.split('/', 1)[0]!));
  const folder = top.size === 1 ? `${[...top][0]!}/` : '';
  return paths.includes('Chart.yaml') || paths.includes(`${folder}Chart.yaml`) ? [] : ['it has no file Chart.yaml'];
}

/**
 * Returns the files of a folder and its subfolders by path, sorted by path.
 *
 * @throws ConstructError when it is not a folder, contains anything other than files and folders, or is larger than any bundle
 */
function folderFiles(scope: Construct, root: string): Map<string, Uint8Array> {
  try {
    if (!statOf(root).isDirectory()) {
      throw new ConstructError(scope, `'${root}' is a file, not a folder; set the folder that contains the bundle`);
    }
    const files = new Map<string, Uint8Array>();
    const budget = new Budget(root, readLimits());
    const folders = [''];
    for (const folder of folders) {
      for (const entry of folderEntries(root, folder, budget)) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
          folders.push(path);
        } else if (entry.isFile()) {
          files.set(path, readFileIn(root, path, budget));
        } else {
          throw new ConstructError(scope, `'${path}' in folder '${root}' is a link or a special file; replace it by a file`);
        }
      }
    }
    return files;
  } catch (error) {
    throw error instanceof BundleError ? new ConstructError(scope, error.message) : error;
  }
}
