/** State of an object in a chain. */
export type LinkMark = 'ok' | 'waiting' | 'failed';

/** An object in a chain, with the next objects. */
export interface ChainLink {
  /** Kind, namespace and name. */
  readonly object: string;

  /** State in a few words, such as `Complete` or `0 of 1 pods available`. */
  readonly state: string;

  readonly mark: LinkMark;

  /** Next objects, in order of precedence: the first one that failed explains those after it. */
  readonly links: readonly ChainLink[];
}

/** Returns the first link with a mark, descendants before the link itself, or undefined. */
function deepest(link: ChainLink, mark: LinkMark): ChainLink | undefined {
  for (const next of link.links) {
    const found = deepest(next, mark);
    if (found !== undefined) {
      return found;
    }
  }
  return link.mark === mark ? link : undefined;
}

/** Returns where a chain broke: the first object that failed, otherwise the first one that is not ready, or undefined if all are ready. */
export function brokenAt(chain: ChainLink): ChainLink | undefined {
  return deepest(chain, 'failed') ?? deepest(chain, 'waiting');
}
