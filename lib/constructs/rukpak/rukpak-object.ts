import { ApiObject, Names } from 'cdk8s';
import { Construct } from 'constructs';
import { rukpakCrd } from '../../olm/rukpak/crds/rukpak-crds';
import { RUKPAK_NAMESPACE } from '../../olm/names';
import { RukpakVersion } from '../../olm/rukpak/rukpak-version';
import { validateAtSynthesis } from '../model/checked-object';
import { checkSoleOwner } from '../model/cluster-objects';
import { ConstructError } from '../model/construct-error';
import { lateValue } from '../model/late-value';
import { CommonMetadata, manifestObject } from '../model/manifest-object';
import { checkNamespace, checkObjectName } from '../model/prop-checks';
import { ProvisionerClass } from './provisioner-class';
import { RukpakSource } from './rukpak-source';
import { BoundSource } from './source-options';

/** Properties of every construct for RukPak. */
export interface RukpakProps {
  /**
   * Release of RukPak in the cluster. A prop that it does not support is an error.
   *
   * @default - the last release with this kind of object
   */
  readonly version?: RukpakVersion;

  /**
   * Name of the object.
   *
   * @default - derived from the construct's path; for a Bundle, with a hash of its content
   */
  readonly name?: string;

  /**
   * Namespace of RukPak, in which it reads ConfigMaps and Secrets of bundles.
   *
   * @default 'rukpak-system'
   */
  readonly systemNamespace?: string;

  /**
   * Labels of every object that is created.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of every object that is created.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/** RukPak installs a bundle as a Helm release of the same name. */
const LONGEST_RELEASE_NAME = 53;

/** RukPak sets the name of a Bundle as the value of a label. */
const LONGEST_LABEL = 63;

/**
 * Returns the name of an object that RukPak installs.
 *
 * @throws ConstructError when Helm does not accept it as the name of a release
 * @internal
 */
export function installationName(scope: Construct, name: string = Names.toDnsLabel(scope, { maxLen: LONGEST_RELEASE_NAME })): string {
  checkObjectName(scope, 'name', name);
  checkLength(scope, name, LONGEST_RELEASE_NAME, 'which is the limit for the Helm release of the same name');
  return name;
}

/**
 * Returns the name of a Bundle, or the prefix of the default name, to which a hash is added.
 *
 * @param hashLength number of characters of the hash
 * @throws ConstructError when the name is invalid
 * @internal
 */
export function bundleName(scope: Construct, name: string | undefined, hashLength: number): string {
  if (name === undefined) {
    return Names.toDnsLabel(scope, { maxLen: LONGEST_LABEL - hashLength - 1 });
  }
  checkObjectName(scope, 'name', name);
  checkLength(scope, name, LONGEST_LABEL, 'which is the limit for the label that RukPak sets to it');
  return name;
}

function checkLength(scope: Construct, name: string, limit: number, reason: string): void {
  if (name.length > limit) {
    throw new ConstructError(scope, `name '${name}' must have at most ${limit} characters, ${reason}, got ${name.length}`);
  }
}

/** Settings of a construct for its source. @internal */
export interface SourceSettings {
  readonly version: RukpakVersion;
  /** Prefix of the names of ConfigMaps. */
  readonly prefix: string;
  readonly provisionerClass: ProvisionerClass;
}

/** Checks a source, and creates its ConfigMaps in a construct. @internal */
export function bindTo(
  scope: Construct, source: RukpakSource, { systemNamespace = RUKPAK_NAMESPACE }: RukpakProps, target: SourceSettings, common: CommonMetadata,
): BoundSource {
  checkNamespace(scope, 'systemNamespace', systemNamespace);
  return source._bind({ scope, systemNamespace, common, ...target, provisionerClass: target.provisionerClass.name });
}

/** Creates the object of a construct, whose spec is produced at synthesis. @internal */
export function rukpakObject(
  scope: Construct, kind: string, version: RukpakVersion, name: string, common: CommonMetadata, spec: () => { [field: string]: unknown },
): ApiObject {
  const object = manifestObject(scope, 'Resource', {
    apiVersion: version.apiVersion,
    kind,
    metadata: { name },
    spec: lateValue(spec),
  }, common);
  validateAtSynthesis(object, () => rukpakCrd(version, kind));
  checkSoleOwner(scope, 'set another `name` for one of them');
  return object;
}
