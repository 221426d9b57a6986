import type { UpstreamFinding } from './verdicts';

/** A finding in the form in which upstream's findings and ours are compared: rule, severity, and the field or value if known. */
export interface Comparable {
  readonly rule: string;
  readonly level: string;
  readonly about: string;
}

/** Maps a message pattern of upstream to a rule, and its groups, field or value to the subject of the finding. */
interface Mapping {
  readonly suites: readonly string[];
  readonly pattern: RegExp;
  readonly rule: string;
  readonly about?: (match: RegExpExecArray, finding: UpstreamFinding) => string;
}

const group = (match: RegExpExecArray): string => match[1] ?? '';
const value = (_: RegExpExecArray, finding: UpstreamFinding): string => finding.value ?? '';
const field = (_: RegExpExecArray, finding: UpstreamFinding): string => finding.field ?? '';

function map(suites: string, pattern: RegExp, rule: string, about?: Mapping['about']): Mapping {
  return { suites: suites.split(' '), pattern, rule, ...(about === undefined ? {} : { about }) };
}

const MAPPINGS: readonly Mapping[] = [
  map('csv', /\) metadata\.name "/, 'csv-name'),
  map('csv', /\) spec\.replaces "/, 'csv-replaces-name'),
  map('csv', /\) annotations not found$/, 'csv-annotations'),
  map('csv', /\) example annotations not found$/, 'csv-annotations'),
  map('csv', /both `alm-examples` and `olm\.examples`/, 'csv-examples-both'),
  map('csv', /invalid example$/, 'csv-examples-json'),
  map('csv', /error decoding example CustomResource$/, 'csv-examples-json'),
  map('csv', /couldn't parse plural\.group from crd name: (.*)$/, 'csv-owned-name', group),
  map('csv', /example must have a provided API$/, 'csv-examples-unprovided', value),
  map('csv', /provided API should have an example annotation$/, 'csv-examples-missing', value),
  map('csv', /install modes not found$/, 'csv-installmodes'),
  map('csv', /none of InstallModeTypes are supported$/, 'csv-installmodes-none'),
  map('csv', /only AllNamespaces InstallModeType is supported/, 'csv-conversion-modes'),
  map('csv', /minKubeVersion is not informed/, 'csv-minkube'),
  map('csv', /csv\.Spec\.MinKubeVersion has an invalid value: (.*)$/, 'csv-minkube', group),
  map('csv', /required field missing$/, 'csv-required', field),
  map('csv', /provided annotation (\S+) uses wrong case/, 'annot-case', group),
  map('csv', /found olm\.properties annotation/, 'annot-properties'),
  map('csv', /'apiVersion' is missing$/, 'csv-apiversion'),
  map('crd', /^/, 'crd', field),
  map('bundle', /^duplicate CRD/, 'bundle-crd-dup', value),
  map('bundle', /^owned CRD .* not found in bundle/, 'bundle-crd-missing', value),
  map('bundle', /is present in bundle .* but not defined in CSV$/, 'bundle-crd-unowned', value),
  map('bundle', /^invalid service account found/, 'bundle-sa-clash', value),
  map('bundle', /^maximum bundle compressed size/, 'bundle-size'),
  map('bundle', /^nearing maximum bundle compressed size/, 'bundle-size-near'),
  map('bundle', /^bundle name with release versioning/, 'bundle-release-name', value),
  map('bundle', /^relatedImages\[/, 'bundle-relatedimage', value),
  map('format', /^Unable to locate manifests directory/, 'format-manifests-dir'),
  map('format', /^Unable to locate metadata directory/, 'format-metadata-dir'),
  map('format', /^Could not find annotations file/, 'format-annotations-file'),
  map('format', /^Missing annotation "(.*)"/, 'format-annotation-missing', group),
  map('format', /^Expecting annotation "(.*)" to have value/, 'format-mediatype', group),
  map('format', /^Expecting annotation "(.*channels\.v1)" to have non-empty value/, 'format-channels-empty', group),
  map('format', /^Expecting annotation "(.*default\.v1)" to have non-empty value/, 'format-default-channel-empty', group),
  map('format', /^API (?:Group|Version|Kind) is empty/, 'format-dep-gvk'),
  map('format', /^Package (?:name|version) is empty|^Invalid semver format version/, 'format-dep-package'),
  map('format', /^Label information is missing/, 'format-dep-label'),
  map('format', /^The CEL |^Invalid CEL expression/, 'format-dep-cel'),
  map('format', /^couldn't parse dependency of type|^unsupported dependency type/, 'format-dep-parse'),
  map('content', /^(\S+) is not supported type for registryV1 bundle/, 'content-kind', group),
  map('content', /^Unsupported api version of CRD/, 'content-crd-version'),
  map('content', /^error validating object metadata/, 'content-metadata'),
  map('content', /^Error: Value (\{.*\}): owned CRD .* not found in bundle/, 'content-owned-crd', group),
  map('content', /^The directory .* contains no yaml files|^open .*manifests: no such file|^Unable to read file/, 'content-unreadable'),
  map('content', /^Error: Value .*error getting (?:bundle|CSV)/s, 'content-decode'),
  map('content', /^Error: Value json: cannot unmarshal .*\(indicated by <==\)/s, 'content-decode'),
  map('good-practices', /^unable to find a deployment to install/, 'gp-deployments'),
  map('good-practices', /^unable to find the resource requests/, 'gp-requests'),
  map('good-practices', /^(?:owned|required) CRD .* has an empty description$/, 'gp-crd-desc'),
  map('good-practices', /^channel\(s\) .* are not following/, 'gp-channels'),
  map('good-practices', /^CSV contains permissions to create CRD/, 'gp-crd-rbac'),
  map('good-practices', /is not following the versioning convention/, 'gp-name-semver'),
  map('good-practices', /is not following the recommended naming convention/, 'gp-name-form'),
  map('operatorhubv2 operatorhub', /csv\.Spec\.Provider\.Name not specified$/, 'hub-provider'),
  map('operatorhubv2 operatorhub', /csv\.Spec\.Maintainers elements should contain both/, 'hub-maintainers'),
  map('operatorhubv2 operatorhub', /csv\.Spec\.Maintainers email (.*) is invalid/, 'hub-maintainers', group),
  map('operatorhubv2 operatorhub', /csv\.Spec\.Links elements should contain both/, 'hub-links'),
  map('operatorhubv2 operatorhub', /csv\.Spec\.Links url (.*) is invalid/, 'hub-links', group),
  map('operatorhubv2 operatorhub', /csv\.Spec\.Version must be set$/, 'hub-version'),
  map('operatorhubv2 operatorhub', /csv\.Spec\.Icon elements should contain both/, 'hub-icon'),
  map('operatorhubv2 operatorhub', /csv\.Spec\.Icon should only have one element$/, 'hub-icon'),
  map('operatorhubv2 operatorhub', /csv\.Spec\.Icon not specified$/, 'hub-icon'),
  map('operatorhubv2 operatorhub', /csv\.Spec\.Icon (\S+) does not have a valid mediatype$/, 'hub-icon', group),
  map('operatorhubv2 operatorhub', /minKubeVersion is not informed/, 'hub-minkube'),
  map('operatorhubv2 operatorhub', /csv\.Spec\.MinKubeVersion has an invalid value: (.*)$/, 'hub-minkube', group),
  map('operatorhub', /validator is deprecated/, 'operatorhub-deprecated'),
  map('standardcapabilities operatorhub', /Capabilities "?(.*?)"? is not a valid capabilities level$/, 'capabilities', group),
  map('standardcategories operatorhub', /value "?(.*?)"? is not in the set of standard categories$/, 'categories', group),
  map('alpha-deprecated-apis', /deprecated and removed in v1\.25.*podsecuritypolicies/s, 'removed-apis-rbac'),
  map('alpha-deprecated-apis', /APIs which were deprecated and removed in v1\.22/, 'removed-apis-1.22'),
  map('alpha-deprecated-apis', /APIs which were deprecated and removed in v1\.25/, 'removed-apis-1.25'),
  map('alpha-deprecated-apis', /APIs which were deprecated and removed in v1\.26/, 'removed-apis-1.26'),
  map('alpha-deprecated-apis', /unable to use csv\.Spec\.MinKubeVersion .*: (.*)$/, 'removed-apis-version', group),
  map('operatorhubv2 operatorhub', /deprecated and removed in v1\.25.*podsecuritypolicies/s, 'hub-removed-apis-rbac'),
  map('operatorhubv2 operatorhub', /APIs which were deprecated and removed in v1\.22/, 'hub-removed-apis-1.22'),
  map('operatorhubv2 operatorhub', /APIs which were deprecated and removed in v1\.25/, 'hub-removed-apis-1.25'),
  map('operatorhubv2 operatorhub', /APIs which were deprecated and removed in v1\.26/, 'hub-removed-apis-1.26'),
  map('operatorhubv2 operatorhub', /unable to use csv\.Spec\.MinKubeVersion .*: (.*)$/, 'hub-removed-apis-version', group),
  map('object', /^m(?:axUnavailable|inAvailable) field cannot be set/, 'obj-pdb'),
  map('object', /^globalDefault field cannot be set/, 'obj-priorityclass'),
  map('object', /poddisruptionbudgets/i, 'obj-rbac-pdb'),
  map('object', /securitycontextconstraints/i, 'obj-rbac-scc'),
  map('community', /csv\.Annotations not specified olm\.maxOpenShiftVersion/, 'community-max-openshift'),
  map('community', /please, inform the path of its index image file/, 'community-openshift-versions'),
];

/** Findings of the CSV and CRD validators that upstream's content suite repeats. */
const REPEATED = /^Error: (?:Field ([^,]*), )?(?:Value (.*?))?: /s;

/** Returns an upstream finding in comparable form, or undefined for an unknown message. */
export function comparable(suite: string, finding: UpstreamFinding): Comparable | undefined {
  const level = (finding.level ?? 'Error').toLowerCase();
  for (const { suites, pattern, rule, about } of MAPPINGS) {
    const match = suites.includes(suite) ? pattern.exec(finding.detail) : null;
    if (match !== null) {
      return { rule, level, about: about?.(match, finding) ?? '' };
    }
  }
  if (suite !== 'content') {
    return undefined;
  }
  const repeated = REPEATED.exec(finding.detail);
  if (repeated === null) {
    return { rule: 'content-decode', level, about: '' };
  }
  const [, repeatedField, repeatedValue] = repeated;
  const detail = finding.detail.slice(repeated[0].length);
  const inner = { ...finding, detail, field: repeatedField ?? '', value: repeatedValue ?? '' };
  return comparable('csv', inner) ?? comparable('crd', inner);
}
