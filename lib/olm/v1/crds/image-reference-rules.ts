import type { ValidationRule } from '../../../formats/schema/schema';

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
export const imageReference: readonly ValidationRule[] = [
  domain,
  name,
  { rule: `${DIGEST} != "" || ${END} != ""`, message: 'must end with a digest or a tag' },
  ...tag,
  ...digest,
];

/** Rules of an image reference by digest. */
export const digestReference: readonly ValidationRule[] = [
  domain,
  name,
  { rule: `${DIGEST} != ""`, message: 'must end with a digest' },
  ...digest,
];

/** Rule of an image: the content of a digest cannot change. */
export const noPollingOfDigests: ValidationRule = {
  rule: 'self.ref.find(\'(@.*:)\') != "" ? !has(self.pollIntervalMinutes) : true',
  message: 'cannot specify pollIntervalMinutes while using digest-based image',
};
