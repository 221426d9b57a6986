import { compareUtf8 } from '../../formats/json/go-json';
import { type JsonMap, mapField, mapListField, stringField } from '../../formats/json/json-value';
import { readManifestFile } from '../../formats/manifests/read-manifests';
import { optionProblems } from '../../formats/options/check-options';
import { withFieldNames } from '../../formats/yaml/go-type';
import { hashedFileName, safeFileName } from '../../text/safe-file-name';
import { counted, namesInQuotes } from '../../text/phrases';
import { abridgedList } from '../../text/text-table';
import { MANIFESTS, METADATA } from '../files/bundle-files';
import { optionErrorOf } from '../files/read-options';
import { BUNDLE_ANNOTATION, type BundleContent } from '../model/bundle-content';
import { BundleError, Problems } from '../model/bundle-error';
import { BundleErrorCode } from '../model/bundle-problem';
import { dependencyFault } from '../model/bundle-property';
import { GenerationNoteCode } from '../model/generation-note';
import { CSV } from '../model/go-types';
import { Manifest } from '../model/manifest';
import { REGISTRY_V1 } from '../read/annotations';
import { checkCsv } from '../read/csv-shape';
import { clusterServiceVersion } from './cluster-service-version';
import { type CollectedObjects, collectObjects } from './collect-objects';
import { containersOf, type InstalledDeployment, installedDeployments, mapContainers, podOf, withPod } from './deployments';
import type { BundleGenerationOptions } from './generation-options';
import { GenerationNotes } from './generation-notes';
import { readIcon, readText } from './icon-file';
import { addFault, type InputObject, inputObject, withoutNamespace } from './input-object';
import { LostFields } from './lost-fields';
import type { ManifestSource } from './manifest-source';
import { generationOptionProblems } from './options-problems';
import { noteNamespaces, otherManifests } from './other-manifests';
import { collectPermissions } from './permissions';
import { RELATED_IMAGE } from './related-images';
import { otherServiceAccounts } from './service-accounts';
import { withoutInjection, withoutWebhookCertificates } from './webhook-certificates';
import { collectWebhooks } from './webhooks';

/**
 * Makes the content of a bundle of manifests.
 *
 * @param method method of `Bundle` that has the options
 * @throws BundleError with all problems of the manifests and options and, with `strict`, the notes that need a decision
 */
export function generateBundle(method: string, source: ManifestSource, options: BundleGenerationOptions): BundleContent {
  checkGenerationOptions(method, source.name, options);
  const notes = new GenerationNotes();
  const problems = new Problems();
  const objects = collectObjects(options.packageName, source._read(), notes, problems);
  const content = new BundleGenerator(source.name, objects, options, notes, problems).generate();
  const list = notes.list.map((note) => (options.accept?.includes(note.code) === true ? { ...note, needsDecision: false } : note));
  if (options.strict === true) {
    list.filter(({ needsDecision }) => needsDecision).forEach(({ message, file, line }) => (
      problems.add(BundleErrorCode.INCOMPLETE, message, file, line === undefined ? undefined : { line, column: 1 })
    ));
  }
  if (problems.list.length > 0) {
    throw new BundleError(source.name, problems.list);
  }
  return { ...content, generationNotes: list };
}

function checkGenerationOptions(method: string, source: string, options: BundleGenerationOptions): void {
  const faults = optionProblems({ what: `options of Bundle.${method}`, isRequired: true }, 'BundleGenerationOptions', options);
  const messages = faults.length === 0 ? generationOptionProblems(options) : faults;
  if (messages.length > 0) {
    throw optionErrorOf(source)(...messages);
  }
}

/** Maximum number of examples in a note. */
const MAX_EXAMPLES = 5;

class BundleGenerator {
  /** Images of the options that the manifests have. */
  readonly #replaced = new Set<string>();

  #base: InputObject | undefined;

  public constructor(
    private readonly source: string,
    private readonly objects: CollectedObjects,
    private readonly options: BundleGenerationOptions,
    private readonly notes: GenerationNotes,
    private readonly problems: Problems,
  ) {}

  public generate(): BundleContent {
    const { objects, options, notes, problems } = this;
    const lost = new LostFields(notes);
    const found = this.#withImages(installedDeployments(objects, notes, lost, problems));
    const accounts = new Set([...found.map(({ account }) => account), ...options.extraServiceAccounts ?? []]);
    const permissions = collectPermissions(objects, found, options.extraServiceAccounts ?? [], notes, lost);
    const webhooks = collectWebhooks(objects, found, notes, lost, problems);
    const { deployments, leftOut } = withoutWebhookCertificates(found, objects.others, webhooks, notes);
    const manifests = [
      ...objects.crds,
      ...objects.services.filter((service) => !webhooks.services.has(service)),
      ...otherServiceAccounts(objects.serviceAccounts, accounts, lost),
      ...permissions.manifests,
      ...otherManifests(objects.others.filter((object) => !leftOut.has(object)), notes),
    ];
    lost.noteLabels();
    noteNamespaces(manifests, objects.deployments, notes);
    this.#noteExamples();
    this.#noteChartWithoutCrds();
    this.#base = this.#findBase();
    const csv = clusterServiceVersion({
      // Go decodes fields by their names in any case, and the API server would not.
      base: withFieldNames(this.#base?.content, CSV) as JsonMap | undefined,
      deployments, permissions, webhooks, crds: objects.crds, examples: objects.customResources,
      icon: options.icon === undefined ? undefined : readIcon(this.source, options.icon),
      description: options.description ?? (options.descriptionFile === undefined ? undefined : readText(this.source, options.descriptionFile)),
      image: (image) => this.#image(image),
    }, options, notes);
    this.#checkImages();
    const named = this.#named(manifests);
    const csvFile = `${MANIFESTS}/${safeFileName(options.packageName)}.clusterserviceversion.yaml`;
    const all = [
      Manifest._of(csvFile, csv),
      ...named.map(([file, object]) => {
        const content = withoutNamespace(object);
        return Manifest._of(file, webhooks.convertedCrds.has(object) ? withoutInjection(content) : content);
      }),
    ].sort((left, right) => compareUtf8(left.file, right.file));
    this.#checkCsv(all);
    return { mediaType: REGISTRY_V1, annotations: annotationsOf(options), manifests: all, dependencies: this.#dependencies(), properties: [] };
  }

  /** Checks the ClusterServiceVersion if nothing else is wrong. What is wrong with it then comes from the base, or from options. */
  #checkCsv(manifests: readonly Manifest[]): void {
    if (this.problems.list.length > 0) {
      return;
    }
    const found = new Problems();
    checkCsv(manifests, found);
    const base = this.#base;
    const hasProperties = this.options.annotations?.['olm.properties'] !== undefined;
    for (const { code, message } of found.list) {
      if (base === undefined || (code === BundleErrorCode.PROPERTIES && hasProperties)) {
        this.problems.add(code, message);
      } else {
        this.problems.add(code, `in the base ${base.text}, ${message}; correct it there`, base.file, { line: base.line, column: 1 });
      }
    }
  }

  /** Returns the base: that of the options, or the first among the manifests. */
  #findBase(): InputObject | undefined {
    const { options: { base }, objects: { bases } } = this;
    const read = base === undefined ? undefined : this.#readBase(base);
    const [used, ...others] = read === undefined ? bases : [read, ...bases];
    others.forEach((other) => this.notes.decide(GenerationNoteCode.BASE, 'is left out: a bundle has one ClusterServiceVersion, and another one is the base; remove it', other));
    return used;
  }

  #readBase(path: string): InputObject | undefined {
    const { objects, malformed } = readManifestFile(path);
    malformed.forEach((message) => this.problems.add(BundleErrorCode.SYNTAX, `base: ${message}`));
    const found = objects.filter(({ object }) => object.kind === 'ClusterServiceVersion');
    if (malformed.length === 0 && found.length !== 1) {
      this.problems.add(BundleErrorCode.CSV, `base must be a file with one ClusterServiceVersion, got ${found.length}`, path);
    }
    return found[0] === undefined ? undefined : inputObject(found[0]);
  }

  #dependencies(): BundleContent['dependencies'] {
    const dependencies = this.options.dependencies ?? [];
    for (const fault of dependencies.flatMap((dependency) => dependencyFault(dependency) ?? [])) {
      this.problems.add(BundleErrorCode.DEPENDENCIES, `dependencies: ${fault}`);
    }
    return dependencies;
  }

  #noteExamples(): void {
    const examples = this.objects.customResources.map(({ kind, name }) => `${kind} ${name}`);
    if (examples.length > 0) {
      this.notes.inform(GenerationNoteCode.EXAMPLES, `${counted(examples.length, 'custom resource')} became examples in alm-examples, which consoles show and OLM does not create: `
        + abridgedList(examples, MAX_EXAMPLES));
    }
  }

  /** Notes that CRDs may be missing: `helm template` leaves out those of the folder `crds` unless an option adds them. */
  #noteChartWithoutCrds(): void {
    const { crds, deployments } = this.objects;
    if (crds.length === 0 && deployments.some(({ labels }) => labels['app.kubernetes.io/managed-by'] === 'Helm' || labels['helm.sh/chart'] !== undefined)) {
      this.notes.inform(GenerationNoteCode.CRD, 'no CustomResourceDefinition is among the manifests of the Helm chart; if it has some, add --include-crds to `helm template` (for those in its folder crds), or set the value that renders them');
    }
  }

  #image(image: string): string {
    const { images = {} } = this.options;
    if (!Object.hasOwn(images, image)) {
      return image;
    }
    this.#replaced.add(image);
    return images[image]!;
  }

  /** Replaces the images of containers, and of variables RELATED_IMAGE_x. */
  #withImages(deployments: readonly InstalledDeployment[]): InstalledDeployment[] {
    return deployments.map((deployment) => withPod(deployment, mapContainers(podOf(deployment), (container) => {
      const image = stringField(container, 'image');
      const env = mapListField(container, 'env').map((variable) => {
        const value = stringField(variable, 'value');
        return value === undefined || stringField(variable, 'name')?.startsWith(RELATED_IMAGE) !== true ? variable : { ...variable, value: this.#image(value) };
      });
      return { ...container, ...(image === undefined ? {} : { image: this.#image(image) }), ...(env.length === 0 ? {} : { env }) };
    })));
  }

  #checkImages(): void {
    const unused = Object.keys(this.options.images ?? {}).filter((image) => !this.#replaced.has(image));
    if (unused.length > 0) {
      const known = [...new Set(this.objects.deployments.flatMap(({ content }) => containersOf({ spec: mapField(content, 'spec') }).flatMap((container) => stringField(container, 'image') ?? [])))];
      this.problems.add(BundleErrorCode.OPTIONS, `images: ${namesInQuotes(unused)} is not an image of the manifests; images of containers: ${namesInQuotes(known)}`);
    }
  }

  /** Returns the manifests with their files, named as operator-sdk does. */
  #named(manifests: readonly InputObject[]): (readonly [file: string, object: InputObject])[] {
    const files = new Map<string, InputObject>();
    for (const object of manifests) {
      const file = `${MANIFESTS}/${fileName(object)}.yaml`;
      const other = files.get(file);
      if (other !== undefined) {
        const first = `${other.file}:${other.line}`;
        addFault(this.problems, object, `${object.text} has the name of the one at ${first}, which is in another namespace; OLM creates both in one: rename one of them`);
      }
      files.set(file, object);
    }
    return [...files];
  }
}

/** Returns the file name of a manifest, without extension. */
function fileName({ kind, group, version, name }: InputObject): string {
  const plural = /^([a-z0-9-]+)\.([a-z0-9.-]+)$/.exec(name);
  const words = kind === 'CustomResourceDefinition' && plural !== null ? [plural[2]!, plural[1]!] : [name, ...(group === '' ? [] : [group]), version, kind.toLowerCase()];
  const isPortable = words.every((word) => safeFileName(word) === word);
  return isPortable ? words.join('_') : hashedFileName(...words);
}

function annotationsOf({ packageName, channels = ['alpha'], defaultChannel = channels[0]!, bundleAnnotations }: BundleGenerationOptions): BundleContent['annotations'] {
  return {
    [BUNDLE_ANNOTATION.MEDIA_TYPE]: REGISTRY_V1,
    [BUNDLE_ANNOTATION.MANIFESTS]: `${MANIFESTS}/`,
    [BUNDLE_ANNOTATION.METADATA]: `${METADATA}/`,
    [BUNDLE_ANNOTATION.PACKAGE]: packageName,
    [BUNDLE_ANNOTATION.CHANNELS]: channels.join(','),
    [BUNDLE_ANNOTATION.DEFAULT_CHANNEL]: defaultChannel,
    ...bundleAnnotations,
  };
}
