const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const LONGEST_SUBDOMAIN = 253;
const LONGEST_LABEL_VALUE = 63;

/**
 * What is wrong with the name of a ClusterServiceVersion: it must be a DNS name, and OLM puts it into labels, which hold less.
 *
 * @returns sentences that go on from the name
 */
export function nameFaults(name: string): string[] {
  if (name.length > LONGEST_LABEL_VALUE) {
    const shape = name.length <= LONGEST_SUBDOMAIN && SUBDOMAIN.test(name) ? '' : ', and is no DNS name';
    return [`has ${name.length} letters, and OLM puts it into labels, which hold ${LONGEST_LABEL_VALUE}${shape}`];
  }
  return SUBDOMAIN.test(name) ? [] : ['is no DNS name of lower case letters, digits, - and ., with a letter or digit at both ends of each part'];
}
