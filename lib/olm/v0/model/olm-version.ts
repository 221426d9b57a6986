import { checkArguments } from '../../../formats/options/check-arguments';
import { compareReleases, nearestReleases } from '../../../formats/schema/release-range';
import { printableMessage } from '../../../text/printable';

const OLM_REPOSITORY = 'quay.io/operator-framework/olm';
const OPM_REPOSITORY = 'quay.io/operator-framework/opm';

/** Numbers of a release. The limit keeps comparisons exact. */
const VERSION = /^v?(\d{1,5}\.\d{1,5}\.\d{1,5})$/;

/**
 * A release of OLM v0.
 *
 * The constants are the releases that the library includes, one for each minor release since 0.18: their objects and images are known. `of`
 * describes any other release, for manifests that `OlmRelease.fromManifests` or `OlmRelease.fromDirectory` reads.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/releases
 */
export class OlmVersion {
  private static readonly included: OlmVersion[] = [];

  /** OLM 0.18.3. */
  public static readonly V0_18_3 = OlmVersion.release('0.18.3', '@sha256:e74b2ac57963c7f3ba19122a8c31c9f2a0deb3c0c5cac9e5323ccffd0ca198ed');

  /** OLM 0.19.1. */
  public static readonly V0_19_1 = OlmVersion.release('0.19.1', '@sha256:7df4e1f16bfd107acc76bc1e3a5910224b90b317aca697b6541c3e55c27bc2ee');

  /** OLM 0.20.0. */
  public static readonly V0_20_0 = OlmVersion.release('0.20.0', '@sha256:057da4d3534f9198e9dd7c0ec591130624ce352bb17a29bd1b821fb6b0224bb5');

  /** OLM 0.21.2. */
  public static readonly V0_21_2 = OlmVersion.release('0.21.2', '@sha256:32db73274863b08cef237d02314a9d8c827ed2f33f0b00166dd3b055af63bb31');

  /** OLM 0.22.0. */
  public static readonly V0_22_0 = OlmVersion.release('0.22.0', '@sha256:2b4fee73c05069d9d2c537c7d3072241097914748abfb938b5b08c969b2f544b');

  /** OLM 0.23.1. */
  public static readonly V0_23_1 = OlmVersion.release('0.23.1', '@sha256:3cfc40fa4b779fe1d9817dc454a6d70135e84feba1ffc468c4e434de75bb2ac5');

  /** OLM 0.24.0. */
  public static readonly V0_24_0 = OlmVersion.release('0.24.0', '@sha256:f9ea8cef95ac9b31021401d4863711a5eec904536b449724e0f00357548a31e7');

  /** OLM 0.25.0. */
  public static readonly V0_25_0 = OlmVersion.release('0.25.0', '@sha256:163bacd69001fea0c666ecf8681e9485351210cde774ee345c06f80d5a651473');

  /** OLM 0.26.0. */
  public static readonly V0_26_0 = OlmVersion.release('0.26.0', '@sha256:30481639e89a0cb282fc1855c1bfdde96ec5ee36d1c651c2d0d79c8d249e3ed5');

  /** OLM 0.27.0. */
  public static readonly V0_27_0 = OlmVersion.release('0.27.0', '@sha256:1b6002156f568d722c29138575733591037c24b4bfabc67946f268ce4752c3e6');

  /** OLM 0.28.0. */
  public static readonly V0_28_0 = OlmVersion.release('0.28.0', '@sha256:40d0363f4aa684319cd721c2fcf3321785380fdc74de8ef821317cd25a10782a');

  /**
   * OLM 0.29.0 as it was intended: the manifests of 0.30.0 with the images of 0.29.0. The published manifests named the image of
   * 0.19.0 by mistake and were withdrawn.
   *
   * @see https://github.com/operator-framework/operator-lifecycle-manager/issues/3420
   */
  public static readonly V0_29_0 = OlmVersion.release('0.29.0', '@sha256:eae9622a7e28657e896cd8ca258773f32fc3d5eea00c6d5712a79caa4e7c6ee4', ':v1.47.0');

  /** OLM 0.30.0. */
  public static readonly V0_30_0 = OlmVersion.release(
    '0.30.0',
    '@sha256:661791b83dbef3260cd1a466d59869f7d27847b86f82b28bae168a37f542f9e2',
    '@sha256:4ca0379d9fcca63d5a85defabb38ee843ad74a7bff8e5d47b0c8c1bc8076c1eb',
  );

  /** OLM 0.31.0. */
  public static readonly V0_31_0 = OlmVersion.release(
    '0.31.0',
    '@sha256:f41fcb25b37a6f280b5929f419b393141f0d72edcafe3b98232fc8af4e8a8139',
    '@sha256:3bbabf4be41d2d071ce5dd2fe35040139848331c95dfb23ff06f5ba47fd13203',
  );

  /** OLM 0.32.0. */
  public static readonly V0_32_0 = OlmVersion.release('0.32.0', ':v0.32.0', ':v1.55.0');

  /** OLM 0.33.0. */
  public static readonly V0_33_0 = OlmVersion.release('0.33.0', ':v0.33.0', ':v1.56.0');

  /** OLM 0.34.0. */
  public static readonly V0_34_0 = OlmVersion.release('0.34.0', ':v0.34.0', ':v1.57.0');

  /** OLM 0.35.0. */
  public static readonly V0_35_0 = OlmVersion.release(
    '0.35.0',
    '@sha256:89da8b49c322b18f98c398883dd51bc4c5fce5e4516d0c59d29e4f7ae6a31a73',
    '@sha256:1fcb79e61beaf642a4833b2056a2909f7b2043cc538e93b4a565251d14e7bae4',
  );

  /** OLM 0.36.0. Requires cert-manager in the cluster. */
  public static readonly V0_36_0 = OlmVersion.release('0.36.0', ':v0.36.0', ':v1.59.0');

  /** OLM 0.37.0. Requires cert-manager in the cluster. */
  public static readonly V0_37_0 = OlmVersion.release('0.37.0', ':v0.37.0', ':v1.61.0');

  /** OLM 0.38.0. */
  public static readonly V0_38_0 = OlmVersion.release('0.38.0', ':v0.38.0', ':v1.61.0');

  /** OLM 0.39.0. */
  public static readonly V0_39_0 = OlmVersion.release('0.39.0', ':v0.39.0', ':v1.62.0');

  /** OLM 0.40.0. */
  public static readonly V0_40_0 = OlmVersion.release('0.40.0', ':v0.40.0', ':v1.63.0');

  /** OLM 0.41.0. */
  public static readonly V0_41_0 = OlmVersion.release('0.41.0', ':v0.41.0', ':v1.64.0');

  /** OLM 0.42.0. */
  public static readonly V0_42_0 = OlmVersion.release('0.42.0', ':v0.42.0', ':v1.65.0');

  /** OLM 0.43.0. */
  public static readonly V0_43_0 = OlmVersion.release('0.43.0', ':v0.43.0', ':v1.69.0');

  /** OLM 0.44.0. */
  public static readonly V0_44_0 = OlmVersion.release('0.44.0', ':v0.44.0', ':v1.71.0');

  /** OLM 0.45.0. */
  public static readonly V0_45_0 = OlmVersion.release(
    '0.45.0',
    '@sha256:f228c7a6b8c53e32f21a7cb855d9bc1c8f355fa5124cfc6c82552502e0a8481e',
    '@sha256:e1be045e4a8558624eab2320d548b5fd557b0a0a07ebd33876b71f0778a444e4',
  );

  /** OLM 0.46.0. */
  public static readonly V0_46_0 = OlmVersion.release(
    '0.46.0',
    '@sha256:4404599eb7b7736bdbd0f36260a60599f32acb6edeaf7d0c54bb10b36619e5fe',
    '@sha256:e5a6220603fb4504d58c6e3e488386b817e3695c906a62ee0370b5faedc3799a',
  );

  /** Release that is installed by default: the newest constant. */
  public static readonly DEFAULT = OlmVersion.V0_46_0;

  /** Releases that the library includes, oldest first. */
  public static get all(): OlmVersion[] {
    return [...OlmVersion.included];
  }

  /**
   * Returns the release with a version: a constant if the library includes it, otherwise a description of it without images.
   *
   * @param version three numbers, with or without a leading `v`: `0.47.0` or `v0.47.0`
   * @throws if the version is not three numbers
   */
  public static of(version: string): OlmVersion {
    checkArguments('OlmVersion.of', { version });
    const numbers = VERSION.exec(version)?.[1];
    if (numbers === undefined) {
      throw new Error(printableMessage(`invalid OLM version "${version}"; write it as three numbers, such as ${OlmVersion.DEFAULT.version} or ${OlmVersion.DEFAULT.tag}`));
    }
    return findIncluded(numbers) ?? new OlmVersion(numbers);
  }

  /**
   * Returns the release with a version, which must be one that the library includes.
   *
   * @param version with or without a leading `v`: `0.46.0` or `v0.46.0`
   * @throws if the library does not include the release; the error names the nearest ones that it includes
   */
  public static parse(version: string): OlmVersion {
    checkArguments('OlmVersion.parse', { version });
    const found = findIncluded(version.replace(/^v/, ''));
    if (found === undefined) {
      throw new Error(printableMessage(`unknown OLM version "${version}"; nearest known versions: ${nearestIncluded(version)}`));
    }
    return found;
  }

  /** Describes a release and includes it. `olm` and `opm` are the parts after the repository of the image: `@sha256:…` or `:tag`. */
  private static release(version: string, olm: string, opm?: string): OlmVersion {
    const release = new OlmVersion(version, `${OLM_REPOSITORY}${olm}`, opm === undefined ? undefined : `${OPM_REPOSITORY}${opm}`);
    OlmVersion.included.push(release);
    return release;
  }

  /** Version without a leading `v`: `0.46.0`. */
  public readonly version: string;

  /** Git tag in the repository of OLM: `v0.46.0`. */
  public readonly tag: string;

  /**
   * Image of olm-operator, catalog-operator and packageserver: by digest if the digest is known, otherwise by tag.
   *
   * @default - none for a release that the library does not include: its manifests name the image
   */
  public readonly olmImage?: string;

  /**
   * Image that catalog-operator uses to serve and unpack bundles: by digest if the digest is known, otherwise by tag.
   *
   * @default - none: releases before 0.29.0 do not name one, and the library may not include the release
   */
  public readonly opmImage?: string;

  private constructor(version: string, olmImage?: string, opmImage?: string) {
    this.version = version;
    this.tag = `v${version}`;
    if (olmImage !== undefined) {
      this.olmImage = olmImage;
    }
    if (opmImage !== undefined) {
      this.opmImage = opmImage;
    }
  }

  /** Whether the library includes the objects and images of this release. */
  public get isKnown(): boolean {
    return this.olmImage !== undefined;
  }

  /**
   * Whether the library names all images of the release by digest. For some releases, upstream's digests could not be found: their images
   * are referenced by tag, and a tag may move.
   */
  public get imagesAreDigests(): boolean {
    return this.isKnown && [this.olmImage, this.opmImage].every((image) => image === undefined || image.includes('@'));
  }

  /** Whether this release is the given one or newer. */
  public isAtLeast(other: OlmVersion): boolean {
    checkArguments('OlmVersion#isAtLeast', { other });
    return compareReleases(this.version, other.version) >= 0;
  }

  /** Returns the version without a leading `v`. */
  public toString(): string {
    return this.version;
  }
}

/** A release that the library includes. */
export type KnownOlmVersion = OlmVersion & { readonly olmImage: string };

/**
 * Returns a release as one that the library includes.
 *
 * @throws if the library does not include it
 */
export function knownVersion(version: OlmVersion): KnownOlmVersion {
  if (!isIncluded(version)) {
    throw new Error(printableMessage(`olm-constructs does not include OLM ${version.version} (nearest known versions: ${nearestIncluded(version.version)}); read its manifests with `
      + 'OlmRelease.fromManifests or OlmRelease.fromDirectory, and give the result to OlmInstallation as "release"'));
  }
  return version;
}

/** Image of opm that serves registries of bundles, regardless of the installed release of OLM. */
export const DEFAULT_OPM_IMAGE = OlmVersion.DEFAULT.opmImage!;

function isIncluded(version: OlmVersion): version is KnownOlmVersion {
  return version.isKnown;
}

function findIncluded(version: string): OlmVersion | undefined {
  return OlmVersion.all.find((candidate) => candidate.version === version);
}

/** Returns the included releases before and after a version, or the newest one if the string is not a version. */
function nearestIncluded(version: string): string {
  return nearestReleases(OlmVersion.all.map((included) => included.version), version).join(', ');
}
