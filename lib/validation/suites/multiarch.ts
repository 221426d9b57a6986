import { field, fieldAt, type JsonMap, stringField, stringListField, stringMapField } from '../../formats/json/json-value';
import type { BundleObject, BundleView, ImagePlatforms } from '../model/bundle-view';
import { containersOf, deploymentsOf, podSpecOf, specOf, withCsv } from '../model/csv-parts';
import { FindingSeverity } from '../model/finding';
import { type Fault, inFile, type Located, locatedMaps, type Rule } from '../model/rule';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/multiarch.go';
const { ERROR, WARNING } = FindingSeverity;
const ARCHITECTURE_LABEL = 'operatorframework.io/arch.';
const SYSTEM_LABEL = 'operatorframework.io/os.';
const PROXY = 'kube-rbac-proxy';

/** Rules about architectures and operating systems. The user specifies the platforms of images: see `ImagePlatforms`. */
export const MULTIARCH_RULES: readonly Rule[] = [
  rule('multiarch-unknown', WARNING, 'the platforms of each image are known',
    'pass the platforms of the image in the option imagePlatforms; `docker manifest inspect` lists them', function* (report) {
      for (const { value: image, path } of report.images) {
        if (report.platformsOf(image) === undefined) {
          yield { message: `the platforms of the image ${JSON.stringify(image)} are not known`, path };
        }
      }
    }),
  rule('multiarch-support', ERROR, 'each image supports every platform in the labels of the CSV',
    'build the image for the missing platform, or remove the label', supportFaults),
  rule('multiarch-labels', WARNING, 'the labels of the CSV list every platform that the operator supports',
    `add labels such as ${ARCHITECTURE_LABEL}arm64: supported; OpenShift hides the operator on other platforms`, labelFaults),
  rule('multiarch-other-images', WARNING, 'every other image supports the architectures and operating systems of the operator',
    'build the image for them too, if its pods are to run there', otherImageFaults),
  rule('multiarch-affinity', WARNING, 'the node affinity of each deployment matches the platforms of its images',
    'require kubernetes.io/arch and kubernetes.io/os to be In the platforms of the images', affinityFaults),
];

function rule(id: string, severity: FindingSeverity, summary: string, remedy: string, check: (report: PlatformReport) => Iterable<Fault>): Rule {
  return {
    id,
    severity,
    summary,
    remedy,
    source: SOURCE,
    check: withCsv((csv, view) => inFile(csv.file, check(new PlatformReport(csv, view)))),
  };
}

/** The images of a CSV, and the platforms in its labels. */
class PlatformReport {
  /** Images of the operator itself: that of the container `manager`, or all images except that of the proxy. */
  public readonly managers: readonly Located<string>[];

  /** Other images of deployments. */
  public readonly others: readonly Located<string>[];

  /** Related images. */
  public readonly related: readonly Located<string>[];

  /** All images, without duplicates. */
  public readonly images: readonly Located<string>[];

  public readonly labelledArchitectures: readonly string[];
  public readonly labelledSystems: readonly string[];

  /** Platforms that the node affinity of a deployment allows, by image. */
  public readonly affinities: ReadonlyMap<string, readonly string[]>;

  readonly #known: ReadonlyMap<string, readonly string[]>;

  public constructor(csv: BundleObject, { options }: BundleView) {
    const deployments = deploymentsOf(csv).map((deployment) => ({ deployment, containers: containersOf(deployment) }));
    this.managers = once(deployments.flatMap(({ containers }) => managersOf(containers)).map(imageOf));
    const inDeployments = once(deployments.flatMap(({ containers }) => containers).map(imageOf));
    const ofManagers = new Set(this.managers.map(({ value }) => value));
    this.others = inDeployments.filter(({ value }) => !ofManagers.has(value));
    this.related = once(locatedMaps(specOf(csv), 'relatedImages', ['spec']).map(imageOf));
    this.images = once([...this.managers, ...this.others, ...this.related]);
    const labels = Object.entries(stringMapField(field(csv.json, 'metadata'), 'labels')).filter(([, value]) => value === 'supported').map(([key]) => key);
    this.labelledArchitectures = labelled(labels, ARCHITECTURE_LABEL);
    this.labelledSystems = labelled(labels, SYSTEM_LABEL);
    this.affinities = new Map(deployments.flatMap(({ deployment, containers }) => (
      containers.map((container) => [imageOf(container).value, affinityOf(deployment)] as const)
    )));
    this.#known = new Map((options.imagePlatforms ?? []).map(({ image, platforms }: ImagePlatforms) => [image, platforms]));
  }

  /** Returns the platforms that an image supports, or undefined if they are unknown. */
  public platformsOf(image: string): readonly string[] | undefined {
    return this.#known.get(image);
  }

  /** Returns the architectures or systems that the operator supports, according to its labels or their defaults, and according to its own images. */
  public ownParts(part: 'architecture' | 'system'): string[] {
    const index = part === 'system' ? 0 : 1;
    const promised = part === 'system' ? orDefault(this.labelledSystems, 'linux') : orDefault(this.labelledArchitectures, 'amd64');
    const made = this.managers.flatMap(({ value }) => this.platformsOf(value) ?? []).map((platform) => platform.split('/')[index] ?? '');
    return [...new Set([...promised, ...made])].filter((name) => name !== '').sort();
  }

  /** Platforms in the labels of the CSV; by default, linux and amd64. */
  public get promised(): string[] {
    return orDefault(this.labelledSystems, 'linux').flatMap((system) => (
      orDefault(this.labelledArchitectures, 'amd64').map((architecture) => `${system}/${architecture}`)
    ));
  }
}

function managersOf(containers: readonly Located<JsonMap>[]): readonly Located<JsonMap>[] {
  const named = containers.filter(({ value }) => stringField(value, 'name') === 'manager');
  return named.length > 0 ? named : containers.filter(({ value }) => stringField(value, 'name') !== PROXY);
}

function imageOf({ value, path }: Located<JsonMap>): Located<string> {
  return { value: stringField(value, 'image') ?? '', path: [...path, 'image'] };
}

function once(images: readonly Located<string>[]): Located<string>[] {
  const seen = new Set<string>();
  return images.filter(({ value }) => !seen.has(value) && seen.add(value));
}

function labelled(labels: readonly string[], prefix: string): string[] {
  return labels.filter((label) => label.startsWith(prefix)).map((label) => label.slice(prefix.length)).sort();
}

function orDefault(values: readonly string[], fallback: string): readonly string[] {
  return values.length > 0 ? values : [fallback];
}

/** Returns the platforms that a required node affinity allows: each system with each architecture of a term. */
function affinityOf(deployment: Located<JsonMap>): string[] {
  const required = fieldAt(podSpecOf(deployment).value, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution');
  return locatedMaps(required, 'nodeSelectorTerms', []).flatMap(({ value }) => {
    const values = (key: string): string[] => locatedMaps(value, 'matchExpressions', [])
      .filter((expression) => stringField(expression.value, 'operator') === 'In' && stringField(expression.value, 'key') === key)
      .flatMap((expression) => stringListField(expression.value, 'values'));
    return values('kubernetes.io/os').flatMap((system) => values('kubernetes.io/arch').map((architecture) => `${system}/${architecture}`));
  });
}

function* supportFaults(report: PlatformReport): Iterable<Fault> {
  for (const platform of report.promised) {
    const without = report.images.filter(({ value }) => report.platformsOf(value)?.includes(platform) === false);
    if (without.length > 0) {
      const images = without.map(({ value }) => value).sort().join(', ');
      yield { message: `the labels of the CSV include ${platform}, but these images do not support it: ${images}`, path: without[0]!.path };
    }
  }
}

function* labelFaults(report: PlatformReport): Iterable<Fault> {
  const parts = [
    ['architecture', ARCHITECTURE_LABEL, report.labelledArchitectures, 'amd64'],
    ['system', SYSTEM_LABEL, report.labelledSystems, 'linux'],
  ] as const;
  for (const [part, prefix, labels, byDefault] of parts) {
    const own = report.ownParts(part);
    const missing = own.filter((name) => !labels.some((label) => label.includes(name)));
    if (missing.length > 0 && !(own.length === 1 && own[0] === byDefault)) {
      const missingLabels = missing.map((name) => `${prefix}${name}`).join(', ');
      yield { message: `the operator supports ${missing.join(', ')}, but these labels are missing: ${missingLabels}`, path: ['metadata', 'labels'] };
    }
  }
}

function* otherImageFaults(report: PlatformReport): Iterable<Fault> {
  const images = once([...report.others, ...report.related]).filter(({ value }) => report.platformsOf(value) !== undefined);
  for (const { value, path } of images) {
    for (const [index, part] of (['system', 'architecture'] as const).entries()) {
      const made = report.platformsOf(value)!.map((platform) => platform.split('/')[index]);
      const missing = report.ownParts(part).filter((name) => !made.includes(name));
      if (missing.length > 0) {
        yield { message: `the operator supports ${missing.join(', ')}, but the image ${JSON.stringify(value)} does not`, path };
      }
    }
  }
}

function* affinityFaults(report: PlatformReport): Iterable<Fault> {
  for (const { value, path } of [...report.managers, ...report.others]) {
    const allowed = report.affinities.get(value) ?? [];
    const made = report.platformsOf(value);
    if (allowed.length === 0) {
      const detail = made === undefined ? '' : `; the image supports ${made.join(', ')}`;
      yield { message: `the pods with the image ${JSON.stringify(value)} have no node affinity for platforms${detail}`, path };
    } else if (made !== undefined) {
      const beyond = allowed.filter((platform) => !made.includes(platform));
      const unused = made.filter((platform) => !allowed.includes(platform));
      if (beyond.length > 0) {
        yield { message: `the node affinity allows ${beyond.join(', ')}, which the image ${JSON.stringify(value)} does not support`, path };
      }
      if (unused.length > 0) {
        yield { message: `the image ${JSON.stringify(value)} supports ${unused.join(', ')}, which the node affinity does not allow`, path };
      }
    }
  }
}
