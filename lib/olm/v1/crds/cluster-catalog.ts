import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import { changedIn, dateTime, int32, integer, object, oneOf, required, string, validated, type ValidationRule } from '../../../formats/schema/schema';
import { conditions, memberOf } from './validation-rules';

const DIGEST = "self.find('(@.*:)')";
const END = "self.find(':.*$')";
const ALPHANUMERIC = '([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const COMPONENT = '[a-z0-9]+((([._]|__|[-]*)[a-z0-9]+)+)?';

const domain: ValidationRule = {
  rule: `self.matches('^${ALPHANUMERIC}((\\\\.${ALPHANUMERIC})+)?(:[0-9]+)?\\\\b')`,
  message: 'must start with a valid domain. valid domains must be alphanumeric characters (lowercase and uppercase) separated by the "." character.',
};

const name: ValidationRule = {
  rule: `self.find('(\\\\/${COMPONENT}((\\\\/${COMPONENT})+)?)') != ""`,
  message: 'a valid name is required. valid names must contain lowercase alphanumeric characters separated only by the ".", "_", "__", "-" characters.',
};

const tag: readonly ValidationRule[] = [
  {
    rule: `${DIGEST} == "" ? (${END} != "" ? ${END}.substring(1).size() <= 127 : true) : true`,
    message: 'tag is invalid. the tag must not be more than 127 characters',
  },
  {
    rule: `${DIGEST} == "" ? (${END} != "" ? ${END}.matches(':[\\\\w][\\\\w.-]*$') : true) : true`,
    message: 'tag is invalid. valid tags must begin with a word character (alphanumeric + "_") followed by word characters or ".", and "-" characters',
  },
];

const digest: readonly ValidationRule[] = [
  {
    rule: `${DIGEST} != "" ? ${DIGEST}.matches('(@[A-Za-z][A-Za-z0-9]*([-_+.][A-Za-z][A-Za-z0-9]*)*[:])') : true`,
    message: 'digest algorithm is not valid. valid algorithms must start with an uppercase or lowercase alpha character followed by alphanumeric '
      + 'characters and may contain the "-", "_", "+", and "." characters.',
  },
  {
    rule: `${DIGEST} != "" ? ${END}.substring(1).size() >= 32 : true`,
    message: 'digest is not valid. the encoded string must be at least 32 characters',
  },
  {
    rule: `${DIGEST} != "" ? ${END}.matches(':[0-9A-Fa-f]*$') : true`,
    message: 'digest is not valid. the encoded string must only contain hex characters (A-F, a-f, 0-9)',
  },
];

/** Rules of an image reference by tag or by digest. */
const imageReference: readonly ValidationRule[] = [
  domain,
  name,
  { rule: `${DIGEST} != "" || ${END} != ""`, message: 'must end with a digest or a tag' },
  ...tag,
  ...digest,
];

/** Rules of an image reference by digest. */
const digestReference: readonly ValidationRule[] = [
  domain,
  name,
  { rule: `${DIGEST} != ""`, message: 'must end with a digest' },
  ...digest,
];

/** Rule of an image: the content of a digest cannot change. */
const noPollingOfDigests: ValidationRule = {
  rule: 'self.ref.find(\'(@.*:)\') != "" ? !has(self.pollIntervalMinutes) : true',
  message: 'cannot specify pollIntervalMinutes while using digest-based image',
};

const IMAGE_TYPE = required(oneOf(['Image'], 'Type of the source. `Image` is the only one.'));
const imageUnion = memberOf('type', 'Image', 'image', { name: 'source type' });

const PRIORITY = 'Priority of the catalog where several of them contain a package. The highest number wins.';

const spec = object('Catalog to serve.', {
  availabilityMode: oneOf(
    ['Unavailable', 'Available'],
    'Whether the catalog is served. An `Unavailable` catalog is treated as if it did not exist.',
    { default: 'Available' },
  ),
  priority: changedIn('1.8.0', int32(PRIORITY, { default: 0 }), int32(PRIORITY, { default: 0, maximum: 2147483647, minimum: -2147483648 })),
  source: required(validated([imageUnion], object('Where the content of the catalog comes from.', {
    image: validated([noPollingOfDigests], object('Image that contains the catalog, in the format of file-based catalogs.', {
      pollIntervalMinutes: integer(
        'Minutes between checks whether the tag refers to another image. Without it, the image is pulled once. Not allowed with a digest.',
        { minimum: 1 },
      ),
      ref: required(validated(imageReference, string('Reference of the image, with a tag or a digest.', { maxLength: 1000 }))),
    })),
    type: IMAGE_TYPE,
  }))),
});

const status = object('Observed state of the ClusterCatalog.', {
  conditions: conditions('Conditions of the catalog: `Serving` and `Progressing`.'),
  lastUnpacked: dateTime('Time when the content was last unpacked.'),
  resolvedSource: validated([imageUnion], object('Source that the tag of the spec resolved to.', {
    image: required(object('Image that was unpacked.', {
      ref: required(validated(digestReference, string('Reference of the image, with its digest.', { maxLength: 1000 }))),
    })),
    type: IMAGE_TYPE,
  })),
  urls: object('URLs of the served content.', {
    base: required(validated([
      { rule: 'isURL(self)', message: 'must be a valid URL' },
      {
        rule: 'isURL(self) ? (url(self).getScheme() == "http" || url(self).getScheme() == "https") : true',
        message: 'scheme must be either http or https',
      },
    ], string('URL of the catalog within the cluster. The content is at `/api/v1/all` below it.', { maxLength: 525 }))),
  }),
});

/** CRD of ClusterCatalogs: catalogs that catalogd serves. */
export const clusterCatalog: CrdSource = {
  kind: 'ClusterCatalog',
  plural: 'clustercatalogs',
  scope: 'Cluster',
  versions: [{
    name: 'v1',
    storage: true,
    description: 'ClusterCatalog makes the packages of a file-based catalog available in the cluster.',
    columns: [
      { name: 'LastUnpacked', type: 'date', jsonPath: '.status.lastUnpacked' },
      { name: 'Serving', type: 'string', jsonPath: '.status.conditions[?(@.type=="Serving")].status' },
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ],
    spec: required(spec),
    status,
  }],
};
