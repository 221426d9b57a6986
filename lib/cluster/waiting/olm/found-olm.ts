import { RecognizedOlm } from '../../../olm/v0/recognition/recognize-olm';

/** Namespaces of an OLM, as specified in a program. */
export interface OlmNamespaces {
  readonly namespace: string;
  readonly operatorNamespace: string;
  readonly catalogNamespace: string;
}

/** An OLM that was found in the cluster; all fields are undefined if there is none. */
export interface FoundOlm extends Partial<OlmNamespaces> {
  /** Release without a leading `v`, or undefined if it cannot be determined from its objects. */
  readonly release?: string;
  /** Tool that installed it. */
  readonly installedBy?: string;
}

/** A namespace that differs from the one in the program. */
export interface DifferingNamespace {
  readonly setting: keyof OlmNamespaces;
  readonly wanted: string;
  readonly actual: string;
}

export function foundOlm(recognized: RecognizedOlm | undefined): FoundOlm {
  const [namespace] = recognized?.namespaces ?? [];
  const { operatorNamespace, catalogNamespace, release, installedBy } = recognized ?? {};
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(operatorNamespace === undefined ? {} : { operatorNamespace }),
    ...(catalogNamespace === undefined ? {} : { catalogNamespace }),
    ...(release === undefined ? {} : { release }),
    ...(installedBy === undefined ? {} : { installedBy }),
  };
}

/** Describes an OLM with its release, namespace and installer, such as `OLM 0.31.0 in namespace olm, installed by operator-sdk`. */
export function title({ namespaces, release, candidates, installedBy, isOpenShift }: RecognizedOlm): string {
  if (isOpenShift) {
    return `the OLM of OpenShift in namespace ${namespaces.join(', ')}`;
  }
  const version = release ?? (candidates.length === 0 ? 'of an unknown release' : candidates.join(' or '));
  return namespaces.length === 0 ? `CustomResourceDefinitions of OLM ${version} without olm-operator`
    : `OLM ${version} in namespace ${namespaces.join(', ')}${installedBy === undefined ? '' : `, installed by ${installedBy}`}`;
}

/** Returns the namespaces of the program that differ from those of the OLM in the cluster. */
export function differingNamespaces(wanted: OlmNamespaces, { namespaces, operatorNamespace, catalogNamespace }: RecognizedOlm): DifferingNamespace[] {
  const actual = { namespace: namespaces[0], operatorNamespace, catalogNamespace };
  return (['namespace', 'operatorNamespace', 'catalogNamespace'] as const).flatMap((setting) => {
    const found = actual[setting];
    return found === undefined || found === wanted[setting] ? [] : [{ setting, wanted: wanted[setting], actual: found }];
  });
}
