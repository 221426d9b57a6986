import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { ConstructError } from './construct-error';
import { OlmInstallationProps } from './olm-installation-props';
import { OlmRelease } from '../olm/olm-release';
import { OlmSettings } from '../olm/olm-settings';
import { ReleaseNamespaces, releaseNamespaces } from '../olm/release-namespaces';
import { ReleaseRoles, releaseRoles } from '../olm/release-roles';
import { OLM_NAMESPACE } from '../olm/upstream-namespaces';

/** What an installation is made from. */
export interface InstallationContent {
  readonly installed: OlmRelease;
  /** The objects of the release, before labels and annotations go on them. */
  readonly release: ReleaseRoles;
  readonly namespaces: ReleaseNamespaces;
}

/**
 * The release that the props name or bring, by its parts.
 *
 * @throws ConstructError when a prop is malformed, the release cannot do what it asks for, or its parts cannot be told
 */
export function installationContent(scope: Construct, props: OlmInstallationProps): InstallationContent {
  try {
    const installed = props.release === undefined ? knownRelease(scope, props) : givenRelease(props.release, props);
    const release = releaseRoles(installed.version, installed._manifests);
    return { installed, release, namespaces: releaseNamespaces(installed.version, release) };
  } catch (error) {
    throw new ConstructError(scope, (error as Error).message);
  }
}

/** Adds the check that the release is what its settings ask for. */
export function checkAllPlaced(construct: Construct, { version, unplaced }: OlmRelease): void {
  construct.node.addValidation({
    validate: () => unplaced.map((sentence) => `OLM ${version} is not all that its settings ask for: ${sentence}; `
      + 'leave the setting out where the release is read, or let it pass with `allowUnplaced: true`'),
  });
}

function knownRelease(scope: Construct, props: OlmInstallationProps): OlmRelease {
  return OlmRelease.of({ ...props, namespace: props.namespace ?? Chart.of(scope).namespace ?? OLM_NAMESPACE });
}

/** The props that are no settings of the release. */
const OWN_PROPS: { readonly [Prop in Exclude<keyof OlmInstallationProps, keyof OlmSettings>]-?: true } = {
  release: true, allowUnplaced: true, crdScope: true, labels: true, annotations: true,
};

/** A release has its settings already, and they may have changed much of it: none can be put on top. */
function givenRelease(release: OlmRelease, props: OlmInstallationProps): OlmRelease {
  const settings = Object.entries(props).filter(([name, value]) => value !== undefined && !(name in OWN_PROPS)).map(([name]) => `"${name}"`).sort();
  if (settings.length > 0) {
    throw new Error(`"release" is given together with ${settings.join(', ')}; give ${settings.length === 1 ? 'the setting' : 'the settings'} to `
      + 'OlmRelease.fromManifests or OlmRelease.fromDirectory, as `settings`');
  }
  return release;
}
