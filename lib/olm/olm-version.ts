import { NEWEST_OPM, OPM_REPOSITORY } from './opm-image';
import { compareReleases } from './release-range';

const OLM_REPOSITORY = 'quay.io/operator-framework/olm';

/**
 * A release of OLM that this library knows: which objects it consists of and which images it runs. There is one for every
 * minor release from 0.18 on.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/releases
 */
export class OlmVersion {
  /** OLM 0.18.3. */
  public static readonly V0_18_3 = new OlmVersion('0.18.3', '@sha256:e74b2ac57963c7f3ba19122a8c31c9f2a0deb3c0c5cac9e5323ccffd0ca198ed');

  /** OLM 0.19.1. */
  public static readonly V0_19_1 = new OlmVersion('0.19.1', '@sha256:7df4e1f16bfd107acc76bc1e3a5910224b90b317aca697b6541c3e55c27bc2ee');

  /** OLM 0.20.0. */
  public static readonly V0_20_0 = new OlmVersion('0.20.0', '@sha256:057da4d3534f9198e9dd7c0ec591130624ce352bb17a29bd1b821fb6b0224bb5');

  /** OLM 0.21.2. */
  public static readonly V0_21_2 = new OlmVersion('0.21.2', '@sha256:32db73274863b08cef237d02314a9d8c827ed2f33f0b00166dd3b055af63bb31');

  /** OLM 0.22.0. */
  public static readonly V0_22_0 = new OlmVersion('0.22.0', '@sha256:2b4fee73c05069d9d2c537c7d3072241097914748abfb938b5b08c969b2f544b');

  /** OLM 0.23.1. */
  public static readonly V0_23_1 = new OlmVersion('0.23.1', '@sha256:3cfc40fa4b779fe1d9817dc454a6d70135e84feba1ffc468c4e434de75bb2ac5');

  /** OLM 0.24.0. */
  public static readonly V0_24_0 = new OlmVersion('0.24.0', '@sha256:f9ea8cef95ac9b31021401d4863711a5eec904536b449724e0f00357548a31e7');

  /** OLM 0.25.0. */
  public static readonly V0_25_0 = new OlmVersion('0.25.0', '@sha256:163bacd69001fea0c666ecf8681e9485351210cde774ee345c06f80d5a651473');

  /** OLM 0.26.0. */
  public static readonly V0_26_0 = new OlmVersion('0.26.0', '@sha256:30481639e89a0cb282fc1855c1bfdde96ec5ee36d1c651c2d0d79c8d249e3ed5');

  /** OLM 0.27.0. */
  public static readonly V0_27_0 = new OlmVersion('0.27.0', '@sha256:1b6002156f568d722c29138575733591037c24b4bfabc67946f268ce4752c3e6');

  /** OLM 0.28.0. */
  public static readonly V0_28_0 = new OlmVersion('0.28.0', '@sha256:40d0363f4aa684319cd721c2fcf3321785380fdc74de8ef821317cd25a10782a');

  /**
   * OLM 0.29.0, as it was meant to be: 0.30.0's manifests with 0.29.0's images. What was published named 0.19.0's image by
   * mistake and was withdrawn.
   *
   * @see https://github.com/operator-framework/operator-lifecycle-manager/issues/3420
   */
  public static readonly V0_29_0 = new OlmVersion('0.29.0', '@sha256:eae9622a7e28657e896cd8ca258773f32fc3d5eea00c6d5712a79caa4e7c6ee4', ':v1.47.0');

  /** OLM 0.30.0. */
  public static readonly V0_30_0 = new OlmVersion(
    '0.30.0',
    '@sha256:661791b83dbef3260cd1a466d59869f7d27847b86f82b28bae168a37f542f9e2',
    '@sha256:4ca0379d9fcca63d5a85defabb38ee843ad74a7bff8e5d47b0c8c1bc8076c1eb',
  );

  /** OLM 0.31.0. */
  public static readonly V0_31_0 = new OlmVersion(
    '0.31.0',
    '@sha256:f41fcb25b37a6f280b5929f419b393141f0d72edcafe3b98232fc8af4e8a8139',
    '@sha256:3bbabf4be41d2d071ce5dd2fe35040139848331c95dfb23ff06f5ba47fd13203',
  );

  /** OLM 0.32.0. */
  public static readonly V0_32_0 = new OlmVersion('0.32.0', ':v0.32.0', ':v1.55.0');

  /** OLM 0.33.0. */
  public static readonly V0_33_0 = new OlmVersion('0.33.0', ':v0.33.0', ':v1.56.0');

  /** OLM 0.34.0. */
  public static readonly V0_34_0 = new OlmVersion('0.34.0', ':v0.34.0', ':v1.57.0');

  /** OLM 0.35.0. */
  public static readonly V0_35_0 = new OlmVersion(
    '0.35.0',
    '@sha256:89da8b49c322b18f98c398883dd51bc4c5fce5e4516d0c59d29e4f7ae6a31a73',
    '@sha256:1fcb79e61beaf642a4833b2056a2909f7b2043cc538e93b4a565251d14e7bae4',
  );

  /** OLM 0.36.0. It needs cert-manager in the cluster. */
  public static readonly V0_36_0 = new OlmVersion('0.36.0', ':v0.36.0', ':v1.59.0');

  /** OLM 0.37.0. It needs cert-manager in the cluster. */
  public static readonly V0_37_0 = new OlmVersion('0.37.0', ':v0.37.0', ':v1.61.0');

  /** OLM 0.38.0. */
  public static readonly V0_38_0 = new OlmVersion('0.38.0', ':v0.38.0', ':v1.61.0');

  /** OLM 0.39.0. */
  public static readonly V0_39_0 = new OlmVersion('0.39.0', ':v0.39.0', ':v1.62.0');

  /** OLM 0.40.0. */
  public static readonly V0_40_0 = new OlmVersion('0.40.0', ':v0.40.0', ':v1.63.0');

  /** OLM 0.41.0. */
  public static readonly V0_41_0 = new OlmVersion('0.41.0', ':v0.41.0', ':v1.64.0');

  /** OLM 0.42.0. */
  public static readonly V0_42_0 = new OlmVersion('0.42.0', ':v0.42.0', ':v1.65.0');

  /** OLM 0.43.0. */
  public static readonly V0_43_0 = new OlmVersion('0.43.0', ':v0.43.0', ':v1.69.0');

  /** OLM 0.44.0. */
  public static readonly V0_44_0 = new OlmVersion('0.44.0', ':v0.44.0', ':v1.71.0');

  /** OLM 0.45.0. */
  public static readonly V0_45_0 = new OlmVersion(
    '0.45.0',
    '@sha256:f228c7a6b8c53e32f21a7cb855d9bc1c8f355fa5124cfc6c82552502e0a8481e',
    '@sha256:e1be045e4a8558624eab2320d548b5fd557b0a0a07ebd33876b71f0778a444e4',
  );

  /** OLM 0.46.0. */
  public static readonly V0_46_0 = new OlmVersion(
    '0.46.0',
    '@sha256:4404599eb7b7736bdbd0f36260a60599f32acb6edeaf7d0c54bb10b36619e5fe',
    NEWEST_OPM,
  );

  private static readonly known: readonly OlmVersion[] = [
    OlmVersion.V0_18_3,
    OlmVersion.V0_19_1,
    OlmVersion.V0_20_0,
    OlmVersion.V0_21_2,
    OlmVersion.V0_22_0,
    OlmVersion.V0_23_1,
    OlmVersion.V0_24_0,
    OlmVersion.V0_25_0,
    OlmVersion.V0_26_0,
    OlmVersion.V0_27_0,
    OlmVersion.V0_28_0,
    OlmVersion.V0_29_0,
    OlmVersion.V0_30_0,
    OlmVersion.V0_31_0,
    OlmVersion.V0_32_0,
    OlmVersion.V0_33_0,
    OlmVersion.V0_34_0,
    OlmVersion.V0_35_0,
    OlmVersion.V0_36_0,
    OlmVersion.V0_37_0,
    OlmVersion.V0_38_0,
    OlmVersion.V0_39_0,
    OlmVersion.V0_40_0,
    OlmVersion.V0_41_0,
    OlmVersion.V0_42_0,
    OlmVersion.V0_43_0,
    OlmVersion.V0_44_0,
    OlmVersion.V0_45_0,
    OlmVersion.V0_46_0,
  ];

  /** The release that is installed when none is named: the newest one known. */
  public static readonly DEFAULT = OlmVersion.V0_46_0;

  /** Every release that the library knows, oldest first. */
  public static get all(): OlmVersion[] {
    return [...OlmVersion.known];
  }

  /**
   * The release with a given number.
   *
   * @param version the number with or without a leading `v`: `0.46.0` or `v0.46.0`.
   * @throws when the library does not know the release; the message offers the nearest ones that it knows.
   */
  public static of(version: string): OlmVersion {
    const number = version.startsWith('v') ? version.slice(1) : version;
    const found = OlmVersion.known.find((candidate) => candidate.version === number);
    if (found === undefined) {
      throw new Error(`unknown OLM version: got "${version}"; the nearest known: ${nearest(number, OlmVersion.known).join(', ')}`);
    }
    return found;
  }

  /** The number without a leading `v`: `0.46.0`. */
  public readonly version: string;

  /** The tag in OLM's Git repository: `v0.46.0`. */
  public readonly tag: string;

  /** The image of olm-operator, catalog-operator and packageserver: by digest where the digest is known, by tag otherwise. */
  public readonly olmImage: string;

  /**
   * The image with which catalog-operator serves and unpacks bundles: by digest where the digest is known, by tag otherwise.
   *
   * @default - none: before 0.29.0 it was no part of a release
   */
  public readonly opmImage?: string;

  /**
   * @param olm what follows the repository of OLM's image: tag or digest, with the character before it
   * @param opm the same of opm's image
   */
  private constructor(version: string, olm: string, opm?: string) {
    this.version = version;
    this.tag = `v${version}`;
    this.olmImage = `${OLM_REPOSITORY}${olm}`;
    if (opm !== undefined) {
      this.opmImage = `${OPM_REPOSITORY}${opm}`;
    }
  }

  /**
   * Whether all images of the release are named by digest. Where they are not, upstream's digests could not be found out:
   * the images are named by tag, and what a tag stands for may change.
   */
  public get imagesAreDigests(): boolean {
    return [this.olmImage, this.opmImage].every((image) => image === undefined || image.includes('@'));
  }

  /** Whether this is a given release or a newer one. */
  public isAtLeast(other: OlmVersion): boolean {
    return compareReleases(this.version, other.version) >= 0;
  }

  /** The number without a leading `v`. */
  public toString(): string {
    return this.version;
  }
}

/** The releases between which a number lies; the newest one for a text that is no number. */
function nearest(number: string, releases: readonly OlmVersion[]): string[] {
  const versions = releases.map(({ version }) => version);
  if (!/^\d{1,5}(\.\d{1,5}){0,2}$/.test(number)) {
    return versions.slice(-1);
  }
  const wanted = [...number.split('.'), '0', '0'].slice(0, 3).join('.');
  const older = versions.filter((version) => compareReleases(version, wanted) < 0).slice(-1);
  const newer = versions.filter((version) => compareReleases(version, wanted) >= 0).slice(0, 1);
  return [...older, ...newer];
}
