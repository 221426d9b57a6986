import { isMap, stringField } from '../../formats/json/json-value';

/** Operating system and architecture of an image. */
export interface Platform {
  /** Operating system, such as `linux`. */
  readonly os: string;

  /** Architecture, such as `amd64`. */
  readonly architecture: string;

  /** Variant of the architecture, such as `v8`, or an empty string. */
  readonly variant: string;
}

/** Default platform: the content of a bundle does not depend on it. */
export const DEFAULT_PLATFORM: Platform = { os: 'linux', architecture: 'amd64', variant: '' };

/**
 * Parses a platform, such as `linux/arm64` or `linux/arm/v7`.
 *
 * @throws Error if it is invalid
 */
export function parsePlatform(platform: string): Platform {
  const [os = '', architecture = '', variant = '', ...rest] = platform.split('/');
  if (os === '' || architecture === '' || rest.length > 0) {
    throw new Error(`platform must be an operating system and an architecture, such as linux/amd64, got ${JSON.stringify(platform)}`);
  }
  return { os, architecture, variant };
}

/** Returns the platform in a descriptor of an index, or undefined if it has none. */
export function platformOf(value: unknown): Platform | undefined {
  if (!isMap(value)) {
    return undefined;
  }
  const [os, architecture] = [stringField(value, 'os') ?? '', stringField(value, 'architecture') ?? ''];
  return os === '' && architecture === '' ? undefined : { os, architecture, variant: stringField(value, 'variant') ?? '' };
}

/** Formats a platform for messages. */
export function formatPlatform({ os, architecture, variant }: Platform): string {
  return [os, architecture, variant].filter((part) => part !== '').join('/');
}

/** Whether an image's platform is the requested one; the variant is compared only if one was requested. */
export function servesPlatform(image: Platform | undefined, requested: Platform): boolean {
  return image !== undefined
    && image.os === requested.os
    && image.architecture === requested.architecture
    && (requested.variant === '' || image.variant === requested.variant);
}
