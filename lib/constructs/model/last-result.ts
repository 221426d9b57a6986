/** Cache of a function's last result, kept as long as its inputs stay the same: cdk8s validates the app once for each chart. */
export class LastResult<Result> {
  #last?: { readonly key: string; readonly result: Result };

  /**
   * Returns the last result, or computes a new one if the key differs.
   *
   * @param key everything that the result depends on
   */
  public of(key: string, make: () => Result): Result {
    if (this.#last?.key !== key) {
      this.#last = { key, result: make() };
    }
    return this.#last.result;
  }
}
