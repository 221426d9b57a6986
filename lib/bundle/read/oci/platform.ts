import { isMap, textField } from '../../json-value';

/** The system and processor that an image is for. */
export interface Platform {
  /** The operating system, such as `linux`. */
  readonly os: string;

  /** The processor, such as `amd64`. */
  readonly architecture: string;

  /** The variant of the processor, such as `v8`; empty where there is none. */
  readonly variant: string;
}

/** What is taken where nobody asks for a platform: what a bundle says does not depend on it. */
export const USUAL_PLATFORM: Platform = { os: 'linux', architecture: 'amd64', variant: '' };

/**
 * Reads a platform as it is asked for, such as `linux/arm64` or `linux/arm/v7`.
 *
 * @throws Error when it is none
 */
export function parsePlatform(text: string): Platform {
  const [os = '', architecture = '', variant = '', ...rest] = text.split('/');
  if (os === '' || architecture === '' || rest.length > 0) {
    throw new Error(`platform must be an operating system and a processor, such as linux/amd64, got ${JSON.stringify(text)}`);
  }
  return { os, architecture, variant };
}

/** The platform in a descriptor of an index; undefined where it names none. */
export function platformOf(value: unknown): Platform | undefined {
  if (!isMap(value)) {
    return undefined;
  }
  const [os, architecture] = [textField(value, 'os') ?? '', textField(value, 'architecture') ?? ''];
  return os === '' && architecture === '' ? undefined : { os, architecture, variant: textField(value, 'variant') ?? '' };
}

/** A platform as it is written in messages. */
export function platformText({ os, architecture, variant }: Platform): string {
  return [os, architecture, variant].filter((part) => part !== '').join('/');
}

/** Whether an image for a platform is what was asked for; a variant counts only where one was asked for. */
export function servesPlatform(image: Platform | undefined, wanted: Platform): boolean {
  return image !== undefined
    && image.os === wanted.os
    && image.architecture === wanted.architecture
    && (wanted.variant === '' || image.variant === wanted.variant);
}
