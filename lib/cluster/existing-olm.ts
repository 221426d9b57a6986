import { defined } from '../formats/json/defined';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import type { ClusterConnection } from './cluster-connection';
import { type InspectOptions, openedSource } from './inspected-cluster';
import { gather, refuseIncomplete } from './inspection/source/object-source';
import { OLM_TRACES, recognizedIn, title } from './waiting/olm/olm-detection';

/** The OLM v0 of a cluster, no matter which tool installed it. */
export interface ExistingOlmV0 {
  /** Release, namespace and installer, such as `OLM 0.46.0 in namespace olm`. */
  readonly title: string;

  /** Namespaces in which an olm-operator is deployed: none means remains of an OLM, and several mean OLMs that compete for the same objects. */
  readonly namespaces: readonly string[];

  /** Release without a leading `v`. @default - it cannot be determined */
  readonly release?: string;

  /** Namespace of global catalogs. @default - there is no catalog-operator */
  readonly catalogNamespace?: string;

  /** Namespace for operators that watch all namespaces. @default - there is none */
  readonly operatorNamespace?: string;

  /** Tool that installed it, such as `operator-sdk`. @default - it left no known traces */
  readonly installedBy?: string;

  /** Whether it is part of OpenShift, which manages it. */
  readonly isOpenShift: boolean;
}

/**
 * Returns the OLM v0 of a cluster, or undefined if there is none.
 *
 * @throws InspectionError if the account lacks the permissions to find it; ClientError if the cluster cannot be reached
 */
export async function existingOlm(cluster: ClusterConnection, options: InspectOptions = {}): Promise<ExistingOlmV0 | undefined> {
  checkArguments('existingOlm', { cluster });
  checkOptions('options of existingOlm', 'InspectOptions', options);
  const view = await gather(openedSource(cluster, options).source, () => OLM_TRACES);
  refuseIncomplete(view, OLM_TRACES.filter((interest) => view.snapshot(interest).problem?.kind !== 'not-served'), undefined);
  const found = recognizedIn(view);
  if (found === undefined || found === 'unknown') {
    return undefined;
  }
  const { namespaces, release, catalogNamespace, operatorNamespace, installedBy, isOpenShift } = found;
  return { title: title(found), namespaces, ...defined({ release, catalogNamespace, operatorNamespace, installedBy }), isOpenShift };
}
