/** The last result of a function, kept as long as what it is made of stays the same: cdk8s validates an app again for each of its charts. */
export class LastResult<Result> {
  #last?: { readonly key: string; readonly result: Result };

  /**
   * Returns the last result, or makes another one.
   *
   * @param key all that the result depends on
   */
  public of(key: string, make: () => Result): Result {
    if (this.#last?.key !== key) {
      this.#last = { key, result: make() };
    }
    return this.#last.result;
  }
}
