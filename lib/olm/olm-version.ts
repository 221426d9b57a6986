const OLM_REPOSITORY = 'quay.io/operator-framework/olm';
const OPM_REPOSITORY = 'quay.io/operator-framework/opm';

/**
 * A release of OLM that this library knows: which objects it consists of and which images it runs.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/releases
 */
export class OlmVersion {
  /** OLM 0.46.0. */
  public static readonly V0_46_0 = new OlmVersion(
    '0.46.0',
    `${OLM_REPOSITORY}@sha256:4404599eb7b7736bdbd0f36260a60599f32acb6edeaf7d0c54bb10b36619e5fe`,
    `${OPM_REPOSITORY}@sha256:e5a6220603fb4504d58c6e3e488386b817e3695c906a62ee0370b5faedc3799a`,
  );

  /** The release that is installed when none is named: the newest one known. */
  public static readonly DEFAULT = OlmVersion.V0_46_0;

  private static readonly known: readonly OlmVersion[] = [OlmVersion.V0_46_0];

  /**
   * The release with a given number.
   *
   * @param version the number with or without a leading `v`: `0.46.0` or `v0.46.0`.
   * @throws when the library does not know the release; the message offers the nearest one that it knows.
   */
  public static of(version: string): OlmVersion {
    const number = version.startsWith('v') ? version.slice(1) : version;
    const found = OlmVersion.known.find((candidate) => candidate.version === number);
    if (found === undefined) {
      throw new Error(`unknown OLM version: got "${version}"; the nearest known one is "${OlmVersion.nearest(number).version}"`);
    }
    return found;
  }

  /** A text that is no version number has no neighbours, so it is offered the default. */
  private static nearest(number: string): OlmVersion {
    const wanted = /^(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?$/.exec(number)?.slice(1).map((part) => Number(part ?? 0));
    if (wanted === undefined) {
      return OlmVersion.DEFAULT;
    }
    return OlmVersion.known.reduce((best, candidate) => (
      isCloser(candidate.numbers, best.numbers, wanted) ? candidate : best
    ));
  }

  /** The number without a leading `v`: `0.46.0`. */
  public readonly version: string;

  /** The tag in OLM's Git repository: `v0.46.0`. */
  public readonly tag: string;

  /** The image of olm-operator, catalog-operator and packageserver, by digest. */
  public readonly olmImage: string;

  /** The image with which catalog-operator serves and unpacks bundles, by digest. */
  public readonly opmImage: string;

  private constructor(version: string, olmImage: string, opmImage: string) {
    this.version = version;
    this.tag = `v${version}`;
    this.olmImage = olmImage;
    this.opmImage = opmImage;
  }

  /** The number without a leading `v`. */
  public toString(): string {
    return this.version;
  }

  private get numbers(): number[] {
    return this.version.split('.').map(Number);
  }
}

/** Compares distances by major number first, then minor, then patch. */
function isCloser(candidate: readonly number[], best: readonly number[], wanted: readonly number[]): boolean {
  for (const [index, number] of wanted.entries()) {
    const difference = Math.abs((candidate[index] ?? 0) - number) - Math.abs((best[index] ?? 0) - number);
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return false;
}
