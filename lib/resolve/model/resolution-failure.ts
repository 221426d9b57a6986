/**
 * A problem for which OLM's resolver stops before it searches: the condition `ResolutionFailed` has the reason `ErrorPreventedResolution`.
 * `Resolution` turns it into a `ResolutionError`.
 */
export class ResolutionFailure extends Error {
  /**
   * Returns the failure for several messages, joined as OLM joins them, each message once.
   *
   * @param messages at least one
   */
  public static of(messages: readonly string[]): ResolutionFailure {
    const different = [...new Set(messages)];
    return new ResolutionFailure(different.length === 1 ? different[0]! : `[${different.join(', ')}]`);
  }
}
