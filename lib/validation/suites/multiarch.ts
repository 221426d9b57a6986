import type { JsonMap } from '../../json-value';
import { field, fieldAt, textField, textMapField, textsField } from '../../json-value';
import { containersOf, deploymentsOf, podSpecOf, specOf, withCsv } from '../csv-parts';
import type { ImagePlatforms } from '../image-platforms';
import type { Placed } from '../placed';
import { placedMaps } from '../placed';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';
import type { SubjectObject, ValidationSubject } from '../subject';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/multiarch.go';
const { ERROR, WARNING } = FindingSeverity;
const ARCHITECTURE_LABEL = 'operatorframework.io/arch.';
const SYSTEM_LABEL = 'operatorframework.io/os.';
const PROXY = 'kube-rbac-proxy';

/** Architectures and operating systems. What an image is made for, the user says: see `ImagePlatforms`. */
export const MULTIARCH_RULES: readonly Rule[] = [
  rule('multiarch-unknown', WARNING, 'it is known for which platforms each image is made',
    'give the platforms of the image as the option imagePlatforms; `docker manifest inspect` tells them', function* (report) {
      for (const { value: image, path } of report.images) {
        if (report.platformsOf(image) === undefined) {
          yield { message: `for which platforms the image ${JSON.stringify(image)} is made is not known`, path };
        }
      }
    }),
  rule('multiarch-support', ERROR, 'each image is made for every platform that the labels of the ClusterServiceVersion promise',
    'build the image for the platform, or remove the label', supportFaults),
  rule('multiarch-labels', WARNING, 'the labels of the ClusterServiceVersion promise every platform that the operator is made for',
    `add labels such as ${ARCHITECTURE_LABEL}arm64: supported; OpenShift hides the operator on nodes without`, labelFaults),
  rule('multiarch-other-images', WARNING, 'every other image is made for the architectures and systems that the operator is made for',
    'build the image for them too, where pods of it are to run there', otherImageFaults),
  rule('multiarch-affinity', WARNING, 'the node affinity of a deployment names the platforms of its images',
    'require kubernetes.io/arch and kubernetes.io/os In the platforms that the images are made for', affinityFaults),
];

function rule(id: string, severity: FindingSeverity, summary: string, remedy: string, check: (report: PlatformReport) => Iterable<Fault>): Rule {
  return {
    id,
    severity,
    summary,
    remedy,
    source: SOURCE,
    check: withCsv(function* (csv, subject) {
      for (const fault of check(new PlatformReport(csv, subject))) {
        yield { file: csv.file, ...fault };
      }
    }),
  };
}

/** The images of a ClusterServiceVersion and the platforms that it promises. */
class PlatformReport {
  /** The images of the operator itself: the container `manager`, or all but the proxy before it. */
  public readonly managers: readonly Placed<string>[];

  /** The other images of deployments. */
  public readonly others: readonly Placed<string>[];

  /** The related images. */
  public readonly related: readonly Placed<string>[];

  /** Every image once. */
  public readonly images: readonly Placed<string>[];

  public readonly labelledArchitectures: readonly string[];
  public readonly labelledSystems: readonly string[];

  /** The platforms that the node affinity of an image's deployment allows. */
  public readonly affinities: ReadonlyMap<string, readonly string[]>;

  readonly #known: ReadonlyMap<string, readonly string[]>;

  public constructor(csv: SubjectObject, { options }: ValidationSubject) {
    const deployments = deploymentsOf(csv).map((deployment) => ({ deployment, containers: containersOf(deployment) }));
    this.managers = once(deployments.flatMap(({ containers }) => managersOf(containers)).map(imageOf));
    const inDeployments = once(deployments.flatMap(({ containers }) => containers).map(imageOf));
    this.others = inDeployments.filter(({ value }) => !this.managers.some((manager) => manager.value === value));
    this.related = once(placedMaps(specOf(csv), 'relatedImages', ['spec']).map(imageOf));
    this.images = once([...this.managers, ...this.others, ...this.related]);
    const labels = Object.entries(textMapField(field(csv.json, 'metadata'), 'labels')).filter(([, value]) => value === 'supported').map(([key]) => key);
    this.labelledArchitectures = labelled(labels, ARCHITECTURE_LABEL);
    this.labelledSystems = labelled(labels, SYSTEM_LABEL);
    this.affinities = new Map(deployments.flatMap(({ deployment, containers }) => (
      containers.map((container) => [imageOf(container).value, affinityOf(deployment)] as const)
    )));
    this.#known = new Map((options.imagePlatforms ?? []).map(({ image, platforms }: ImagePlatforms) => [image, platforms]));
  }

  /** The platforms that an image is made for; undefined when they are not known. */
  public platformsOf(image: string): readonly string[] | undefined {
    return this.#known.get(image);
  }

  /** The architectures, or the systems, that the operator is made for: by its labels or defaults, and by its own images. */
  public ownParts(part: 'architecture' | 'system'): string[] {
    const index = part === 'system' ? 0 : 1;
    const promised = part === 'system' ? orDefault(this.labelledSystems, 'linux') : orDefault(this.labelledArchitectures, 'amd64');
    const made = this.managers.flatMap(({ value }) => this.platformsOf(value) ?? []).map((platform) => platform.split('/')[index] ?? '');
    return [...new Set([...promised, ...made])].filter((name) => name !== '').sort();
  }

  /** The platforms that the ClusterServiceVersion promises: amd64 and linux where it has no labels. */
  public get promised(): string[] {
    return orDefault(this.labelledSystems, 'linux').flatMap((system) => (
      orDefault(this.labelledArchitectures, 'amd64').map((architecture) => `${system}/${architecture}`)
    ));
  }
}

function managersOf(containers: readonly Placed<JsonMap>[]): readonly Placed<JsonMap>[] {
  const named = containers.filter(({ value }) => textField(value, 'name') === 'manager');
  return named.length > 0 ? named : containers.filter(({ value }) => textField(value, 'name') !== PROXY);
}

function imageOf({ value, path }: Placed<JsonMap>): Placed<string> {
  return { value: textField(value, 'image') ?? '', path: [...path, 'image'] };
}

function once(images: readonly Placed<string>[]): Placed<string>[] {
  return images.filter(({ value }, index) => images.findIndex((other) => other.value === value) === index);
}

function labelled(labels: readonly string[], prefix: string): string[] {
  return labels.filter((label) => label.startsWith(prefix)).map((label) => label.slice(prefix.length)).sort();
}

function orDefault(values: readonly string[], fallback: string): readonly string[] {
  return values.length > 0 ? values : [fallback];
}

/** The platforms that a required node affinity allows: each system with each architecture of a term. */
function affinityOf(deployment: Placed<JsonMap>): string[] {
  const required = fieldAt(podSpecOf(deployment).value, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution');
  return placedMaps(required, 'nodeSelectorTerms', []).flatMap(({ value }) => {
    const values = (key: string): string[] => placedMaps(value, 'matchExpressions', [])
      .filter((expression) => textField(expression.value, 'operator') === 'In' && textField(expression.value, 'key') === key)
      .flatMap((expression) => textsField(expression.value, 'values'));
    return values('kubernetes.io/os').flatMap((system) => values('kubernetes.io/arch').map((architecture) => `${system}/${architecture}`));
  });
}

function* supportFaults(report: PlatformReport): Iterable<Fault> {
  for (const platform of report.promised) {
    const without = report.images.filter(({ value }) => report.platformsOf(value)?.includes(platform) === false);
    if (without.length > 0) {
      const images = without.map(({ value }) => value).sort().join(', ');
      yield { message: `the ClusterServiceVersion promises ${platform}, but these images are not made for it: ${images}`, path: without[0]!.path };
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
      const wanted = missing.map((name) => `${prefix}${name}`).join(', ');
      yield { message: `the operator is made for ${missing.join(', ')}, but these labels are missing: ${wanted}`, path: ['metadata', 'labels'] };
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
        yield { message: `the operator is made for ${missing.join(', ')}, but the image ${JSON.stringify(value)} is not`, path };
      }
    }
  }
}

function* affinityFaults(report: PlatformReport): Iterable<Fault> {
  for (const { value, path } of [...report.managers, ...report.others]) {
    const allowed = report.affinities.get(value) ?? [];
    const made = report.platformsOf(value);
    if (allowed.length === 0) {
      const detail = made === undefined ? '' : `; the image is made for ${made.join(', ')}`;
      yield { message: `the pods of the image ${JSON.stringify(value)} have no node affinity for platforms${detail}`, path };
    } else if (made !== undefined) {
      const beyond = allowed.filter((platform) => !made.includes(platform));
      const unused = made.filter((platform) => !allowed.includes(platform));
      if (beyond.length > 0) {
        yield { message: `the node affinity allows ${beyond.join(', ')}, for which the image ${JSON.stringify(value)} is not made`, path };
      }
      if (unused.length > 0) {
        yield { message: `the image ${JSON.stringify(value)} is made for ${unused.join(', ')}, which the node affinity does not allow`, path };
      }
    }
  }
}
