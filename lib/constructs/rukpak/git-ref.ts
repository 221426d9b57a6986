/** Commit of a Git repository. Create one with a static method. */
export class GitRef {
  /**
   * Returns the last commit of a branch when RukPak unpacks the bundle. Later commits are not noticed.
   *
   * @param name name of the branch
   */
  public static branch(name: string): GitRef {
    return new GitRef('branch', name);
  }

  /**
   * Returns the commit of a tag.
   *
   * @param name name of the tag
   */
  public static tag(name: string): GitRef {
    return new GitRef('tag', name);
  }

  /**
   * Returns a commit, whose content never changes.
   *
   * @param hash hash of the commit
   */
  public static commit(hash: string): GitRef {
    return new GitRef('commit', hash);
  }

  /** Type of the value: `branch`, `tag` or `commit`. */
  public readonly type: string;

  /** Name of the branch or tag, or hash of the commit. */
  public readonly value: string;

  private constructor(type: string, value: string) {
    this.type = type;
    this.value = value;
  }
}
