import type { Waiter } from '../../cluster/waiting/machine/waiter';
import type { RemovalReport } from '../../cluster/waiting/removal/stage';
import { unlessWaitingDisabled } from '../../cluster/waiting/removal/waiting-opt-out';
import { errorFindings } from '../../cluster/waiting/rukpak/installation-findings';
import { installationInterests, installationSituation } from '../../cluster/waiting/rukpak/installation-situation';
import { unpackedContent } from '../../cluster/waiting/rukpak/installation-status';
import { bundleInterest, type Installation, installationInterest } from '../../cluster/waiting/rukpak/resources';
import { rukpakBundleRemoval } from '../../cluster/waiting/rukpak/rukpak-bundle-removal';
import { rukpakBundleFindings, rukpakBundleReady, type UnpackedRukpakBundle } from '../../cluster/waiting/rukpak/rukpak-bundle-waiter';
import { rukpakInstallationRemoval } from '../../cluster/waiting/rukpak/rukpak-installation-removal';
import { type InstalledRukpakBundle, installedRukpakBundle, rukpakInstallationReady } from '../../cluster/waiting/rukpak/rukpak-installation-waiter';
import { isAvailable, podsAvailable } from '../../cluster/waiting/rules/deployments';
import { type ClusterView, objectOf, objectsOf } from '../../cluster/waiting/view/cluster-view';
import { field, type JsonMap, mapField, stringField } from '../../formats/json/json-value';
import { append } from '../../text/lists';
import { operandsIn, parseTimeouts, phaseSeconds, replacementWithCrds, requiredString } from '../provider/inputs';
import { RUKPAK_READY_INPUTS } from '../provider/waiter-inputs';
import type { Observation } from '../provider/waiter-kind';
import { waiterProvider } from '../provider/waiter-provider';

/** What RukPak unpacked and, except for a Bundle, installed. */
type RukpakOutcome = UnpackedRukpakBundle & Partial<InstalledRukpakBundle>;

/** Objects of RukPak, as messages name them. */
const SUBJECTS = { Bundle: 'bundle', BundleDeployment: 'bundle deployment', BundleInstance: 'bundle instance' } as const;

type RukpakKind = keyof typeof SUBJECTS;

/** Provider of `RukpakReady`. */
export const RUKPAK_READY = waiterProvider<RukpakOutcome>({
  subject: (inputs) => `${SUBJECTS[kindOf(inputs)]} ${nameOf(inputs)}`,
  inputs: RUKPAK_READY_INPUTS,
  importing: { idInputs: ['kind', 'name'] },
  // Whatever is installed from a Bundle is upgraded to the next Bundle while the old one still exists.
  createBeforeDelete: (outputs) => kindOf(outputs) === 'Bundle',
  planned: (outputs, _, replaces) => (replaces.length > 0 && kindOf(outputs) !== 'Bundle' ? [replacementWithCrds(outputs)] : []),
  waiter: (inputs) => {
    const timeouts = parseTimeouts(inputs['timeouts']);
    const waiter = kindOf(inputs) === 'Bundle' ? rukpakBundleReady({ name: nameOf(inputs), timeouts })
      : rukpakInstallationReady({ ...installationOf(inputs), timeouts });
    return waiter as Waiter<unknown, RukpakOutcome>;
  },
  outputs: (_, verdict) => {
    const found = verdict.kind === 'done' ? verdict.outcome : verdict.reached;
    const left = { resolvedSource: found.resolvedSource, activeBundle: found.activeBundle };
    return { ...outputsOf(found), left, phaseSeconds: phaseSeconds(verdict) };
  },
  observe: (outputs, view) => (kindOf(outputs) === 'Bundle' ? observeBundle(outputs, view) : observeInstallation(outputs, view)),
  removal: (outputs) => {
    const [timeouts, force] = [parseTimeouts(outputs['timeouts']), field(outputs['onDestroy'], 'force') === true];
    if (kindOf(outputs) === 'Bundle') {
      const bundle = bundleInterest(nameOf(outputs));
      const removal = rukpakBundleRemoval({ name: nameOf(outputs), force, timeouts });
      return unlessWaitingDisabled(removal, { object: bundle, gate: bundle, dependents: 'its content' }) as Waiter<unknown, RemovalReport>;
    }
    const object = installationInterest(installationOf(outputs));
    const removal = rukpakInstallationRemoval({ ...installationOf(outputs), operands: operandsIn(outputs), force, timeouts });
    return unlessWaitingDisabled(removal, { object, gate: object, dependents: 'its operator' }) as Waiter<unknown, RemovalReport>;
  },
});

function nameOf(inputs: JsonMap): string {
  return requiredString(inputs, 'name');
}

function kindOf(inputs: JsonMap): RukpakKind {
  const kind = requiredString(inputs, 'kind');
  return Object.hasOwn(SUBJECTS, kind) ? kind as RukpakKind : 'BundleDeployment';
}

/** Only BundleDeployments exist in more than one API version. */
function installationOf(inputs: JsonMap): Installation {
  const isInstance = kindOf(inputs) === 'BundleInstance';
  const version = isInstance || stringField(inputs, 'apiVersion')?.endsWith('/v1alpha1') === true ? 'v1alpha1' : 'v1alpha2';
  return { kind: isInstance ? 'BundleInstance' : 'BundleDeployment', name: nameOf(inputs), version };
}

function outputsOf(found: Partial<RukpakOutcome>): JsonMap {
  return {
    installNamespace: found.namespace,
    activeBundle: found.activeBundle,
    resolvedSource: found.resolvedSource,
    contentUrl: found.contentUrl,
    ownedApis: found.ownedApis,
    deployments: found.deployments,
  };
}

function observeBundle(outputs: JsonMap, view: ClusterView): Observation {
  const interest = bundleInterest(nameOf(outputs));
  const bundle = objectOf(view, interest);
  return {
    watch: [interest],
    isKnown: bundle !== undefined,
    isThere: Boolean(bundle),
    drift: bundle ? rukpakBundleFindings(nameOf(outputs), bundle, view).map(({ message }) => message) : [],
    outputs: bundle ? outputsOf(unpackedContent(bundle)) : {},
  };
}

function observeInstallation(outputs: JsonMap, view: ClusterView): Observation {
  const situation = installationSituation(installationOf(outputs), view);
  const { object, status, deployments } = situation;
  const watch = installationInterests(situation, false);
  const found = installedRukpakBundle(situation);
  // Compared with the result of the last wait, not of an earlier refresh, so that drift is reported until it is undone.
  const left = mapField(outputs, 'left');
  const drift = object ? (['activeBundle', 'resolvedSource'] as const).flatMap((key) => {
    const [before, now] = [stringField(left, key), found[key]];
    return before === undefined || before === now ? [] : [now === undefined ? `${before} is no longer installed` : `${now} is installed instead of ${before}`];
  }) : [];
  if (object && status !== undefined) {
    append(drift, errorFindings(situation).map(({ message }) => message));
  }
  append(drift, (deployments ?? []).filter((deployment) => !isAvailable(deployment))
    .map((deployment) => `Deployment ${deployment.metadata.name}: ${podsAvailable(deployment)}`));
  return {
    watch,
    isKnown: watch.every((interest) => objectsOf(view, interest) !== undefined),
    isThere: Boolean(object),
    drift,
    outputs: outputsOf(found),
  };
}
