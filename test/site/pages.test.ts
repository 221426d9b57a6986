import { addressOf, fragmentOf, relativeLink } from '../../site/content/addresses';
import { apiTypes, withLinks } from '../../site/content/api-pages';
import { LinkMap } from '../../site/content/link-map';
import { menu } from '../../site/content/navigation';
import { Page } from '../../site/content/page';
import { allPages } from '../../site/content/pages';
import { trackedFiles } from '../../site/content/repository';
import { searchEntries } from '../../site/content/search-index';
import { PageKind } from '../../site/search/entry';

const pages = allPages();
const links = new LinkMap(pages);

function pageOf(source: string): Page {
  return pages.find((page) => page.source === source)!;
}

describe('the pages of the site', () => {
  it('have unique addresses', () => {
    const addresses = pages.map(({ url }) => url.toLowerCase());
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  });

  it('have titles without Markdown', () => {
    expect(pages.map(({ title }) => title).filter((title) => title === '' || /[`[\]]/.test(title))).toEqual([]);
  });

  it('contain one for each type of the API', () => {
    expect(pages.find(({ url }) => url === 'api/typescript/BundleDeployment.html')?.markdown).toMatch(/^# BundleDeployment /);
  });

  it('contain one for each example, with its files', () => {
    expect(pageOf('examples/python/README.md')).toMatchObject({ url: 'examples/python.html', markdown: expect.stringContaining('## main.py\n\n```python\nfrom cdk8s') as string });
  });
});

describe('the menu', () => {
  const entries = menu().flatMap((group) => group.pages.map(({ source }) => source));

  it('has each guide once', () => {
    const guides = trackedFiles('docs/guides').filter((path) => path.endsWith('.md'));
    expect(entries.filter((source) => source.startsWith('docs/guides/')).sort()).toEqual(guides);
  });

  it('leads to pages', () => {
    expect(entries.filter((source) => pageOf(source) === undefined)).toEqual([]);
  });
});

describe('a link of a document', () => {
  it.each([
    ['README.md', 'docs/guides/locking.md#drift', 'guides/locking.html#drift'],
    ['docs/guides/locking.md', '../reference/releases.md', '../reference/releases.html'],
    ['docs/guides/locking.md', '#drift', '#drift'],
    ['docs/guides/languages.md', '../../examples/python', '../examples/python.html'],
    ['docs/guides/languages.md', '../../examples/python/main.py', '../examples/python.html#mainpy'],
    ['README.md', 'API.md', 'api/typescript/index.html'],
    ['README.md', 'API.md#olm-constructs.BundleEngine', 'api/typescript/BundleEngine.html#olm-constructs.BundleEngine'],
    ['README.md', 'docs/pictures/explain.svg', 'pictures/explain.svg'],
    ['docs/start/quickstart.md', '../pictures/bundle-to-cluster.svg', '../pictures/bundle-to-cluster.svg'],
    ['README.md', 'https://cdk8s.io', 'https://cdk8s.io'],
    ['README.md', 'lib/index.ts', 'https://github.com/olm-constructs/olm-constructs/blob/main/lib/index.ts'],
  ])('in %s to %s leads to %s', (source, link, expected) => {
    expect(links.resolve(pageOf(source), link)).toBe(expected);
    expect(links.problems).toEqual([]);
  });

  it('of a type in the API leads to the page of the other type', () => {
    const page = pages.find(({ url }) => url === 'api/typescript/BundleDeployment.html')!;
    expect(links.resolve(page, '#olm-constructs.BundleEngine')).toBe('BundleEngine.html#olm-constructs.BundleEngine');
  });

  it('to a file that does not exist is a problem', () => {
    const own = new LinkMap(pages);
    own.resolve(pageOf('docs/guides/locking.md'), 'missing.md');
    expect(own.problems).toEqual(['docs/guides/locking.md: missing.md']);
  });
});

describe('an address', () => {
  it.each([['README.md', 'overview.html'], ['docs/guides/flux.md', 'guides/flux.html'], ['site/reference/python.md', 'api/python/index.html'], ['docs/decisions/README.md', 'decisions/index.html'], ['examples/lock/README.md', 'examples/lock.html']])(
    'of %s is %s', (source, expected) => { expect(addressOf(source)).toBe(expected); });

  it('is relative, so that the site works in any folder', () => {
    expect(relativeLink('guides/flux.html', 'api/typescript/Bundle.html')).toBe('../api/typescript/Bundle.html');
  });

  it.each([['One bundle, four engines', 'one-bundle-four-engines'], ['`up` and `destroy`', 'up-and-destroy'], ['What  `prepare` adds', 'what--prepare-adds'], ['main.py', 'mainpy']])(
    'has the fragment that GitHub gives the heading %p', (heading, expected) => { expect(fragmentOf(heading)).toBe(expected); });
});

describe('the reference of the API', () => {
  it('is split at the headings of its types', () => {
    const markdown = '# API Reference\n\n## Structs <a name="Structs"></a>\n\n### One <a id="x.One"></a>\n\nText.\n\n#### Props\n\n### Two <a id="x.Two"></a>\n\n## Enums\n\n### Three\n';
    expect(apiTypes(markdown).map(({ kind, name }) => `${kind} ${name}`)).toEqual(['Structs One', 'Structs Two', 'Enums Three']);
  });

  it('has the types of submodules, and links to them in each language', () => {
    const types = apiTypes('## Classes\n\n### Bundle <a name="Bundle" id="olm-constructs.bundle.Bundle"></a>\n\n### Fleet <a name="Fleet" id="olm-constructs.Fleet"></a>\n');
    expect(types.map(({ name, submodule }) => [name, submodule])).toEqual([['Bundle', 'bundle'], ['Fleet', undefined]]);
    for (const name of [
      'olm-constructs.bundle.Bundle', 'olm_constructs.bundle.Bundle', 'io.github.olmconstructs.bundle.Bundle',
      'github.com/olm-constructs/olm-constructs-go/olmconstructs.bundle.Bundle', 'OlmConstructs.Bundles.Bundle',
    ]) {
      expect(withLinks(`- *Type:* ${name}\n`, types)).toBe(`- *Type:* <a href="#olm-constructs.bundle.Bundle">${name}</a>\n`);
    }
    const others = '- *Type:* olm-constructs.olm.SubscriptionSpec\n| <code><a href="#olm-constructs.bundle.Bundle.property.name">name</a></code> |\n';
    expect(withLinks(others, types)).toBe(others);
  });
});

describe('the search', () => {
  const entries = searchEntries(pages);

  it('finds sections, by the fragments of their headings', () => {
    expect(entries).toContainEqual(expect.objectContaining({ u: 'guides/engines.html#what-each-engine-can-do', p: 'Engines', h: 'What each engine can do' }));
  });

  it('finds types with the names of their members, in one language', () => {
    expect(entries.filter(({ p }) => p === 'BundleDeployment')).toEqual([expect.objectContaining({ u: 'api/typescript/BundleDeployment.html', k: PageKind.API, n: expect.arrayContaining(['.engine', 'isBundleDeployment']) as string[] })]);
  });

  it('finds rows of tables by their anchors', () => {
    expect(entries).toContainEqual(expect.objectContaining({ u: 'reference/validation-rules.html#csv-name', h: 'csv-name', k: PageKind.ROW }));
  });

  it('takes messages from the sections about failures, each from the section that explains it', () => {
    const message = 'attenuated service account query failed - no operator group found that is managing this namespace';
    expect(entries.filter(({ m = [] }) => m.includes(message)).map(({ u }) => u)).toEqual(['troubleshooting/causes.html#operator-group-missing']);
  });

  it('is small enough to be loaded at once', () => {
    expect(JSON.stringify(entries).length).toBeLessThan(1_000_000);
  });

  it('has each entry once', () => {
    const addresses = entries.map(({ u }) => u);
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  });
});
