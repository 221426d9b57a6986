import type { ApiView } from './readers/api-loader';
import { loadAsApi } from './readers/api-loader';
import type { RegistryView } from './readers/registry-reader';
import { readAsRegistry } from './readers/registry-reader';
import type { ValidationSubject } from './subject';

/** What the tools of OLM make of one bundle, each worked out when it is first asked for. */
export class BundleViews {
  #api: ApiView | undefined;
  #registry: RegistryView | undefined;

  /** @param subject everything that can be read of the bundle */
  public constructor(public readonly subject: ValidationSubject) {}

  /** What operator-sdk makes of it. */
  public get api(): ApiView {
    return (this.#api ??= loadAsApi(this.subject));
  }

  /** What `opm alpha bundle validate` makes of it. */
  public get registry(): RegistryView {
    return (this.#registry ??= readAsRegistry(this.subject));
  }
}
