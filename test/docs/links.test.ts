import { KNOWN_CAUSES } from '../../lib/cluster/waiting/explain/known-causes';
import { AppChecks } from '../../lib/gitops/checks/app-checks';
import { causeLink, checkLink, REPOSITORY, ruleLink } from '../../lib/text/documentation';
import { SUITES } from '../../lib/validation/suites/definitions';
import { READ_RULES } from '../../lib/validation/suites/read-rules';
import packageJson from '../../package.json';
import { readDocument } from './documents';

describe('an address of the documentation', () => {
  it('is in the repository of the package', () => {
    expect(packageJson.repository.url).toBe(`${REPOSITORY}.git`);
  });

  it.each([
    ['cause', Object.keys(KNOWN_CAUSES).map(causeLink)],
    ['rule', [...READ_RULES, ...SUITES.flatMap(({ rules }) => rules)].map(({ id }) => ruleLink(id))],
    ['check', AppChecks.describe().map(({ id }) => checkLink(id))],
  ])('leads to a page with an anchor for every %s', (_what, links) => {
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !hasAnchor(link))).toEqual([]);
  });
});

/** Whether the page has the heading or the anchor of an address. */
function hasAnchor(link: string): boolean {
  const [page = '', fragment = ''] = link.replace(`${REPOSITORY}/blob/main/`, '').split('#');
  const content = readDocument(page);
  return content.includes(`<a id="${fragment}"></a>`) || new RegExp(`^#+ \`?${fragment}\`?$`, 'm').test(content);
}
