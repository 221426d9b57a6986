import { addressOf } from '../../site/content/addresses';
import { menu, neighborsOf, placeOf, sections } from '../../site/content/navigation';

const all = sections();
const entries = all.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages));

describe('the sections of the site', () => {
  it('are those of the header', () => {
    expect(all.map(({ title }) => title)).toEqual(['Start', 'Guides', 'Troubleshooting', 'Reference']);
  });

  it('share the groups of the menu, each group in one section', () => {
    const groups = all.flatMap((section) => section.groups.map(({ title }) => title));
    expect([...groups].sort()).toEqual(menu().map(({ title }) => title).sort());
  });
});

describe('the place of a page', () => {
  it.each([
    ['guides/flux.html', 'Guides', 'GitOps', 'Flux'],
    ['overview.html', 'Start', 'Start', 'Overview'],
    ['explanations/glossary.html', 'Start', 'Explanations', 'Glossary'],
    // Not in the menu: below the list that is.
    ['decisions/packaging.html', 'Reference', 'Project', 'Decisions'],
    ['examples/lock.html', 'Start', 'Start', 'Examples'],
    ['contributing/languages.html', 'Reference', 'Project', 'Contributing'],
    ['api/python/bundle/Bundle.html', 'Reference', 'Reference', 'API'],
  ])('%s is in %s, %s', (url, section, group, entry) => {
    const place = placeOf(url, all);
    expect([place.section.title, place.group?.title, place.entry?.title]).toEqual([section, group, entry]);
  });

  it('of a section itself has no entry', () => {
    expect(placeOf('guides/index.html', all)).toEqual({ section: all[1] });
  });
});

describe('previous and next', () => {
  it('lead from the first page of the menu to its last, through each page once', () => {
    const visited = [entries[0]!];
    for (let next = neighborsOf(addressOf(entries[0]!.source), all).next; next !== undefined; next = neighborsOf(addressOf(next.source), all).next) {
      expect(neighborsOf(addressOf(next.source), all).previous).toBe(visited[visited.length - 1]);
      visited.push(next);
    }
    expect(visited).toEqual(entries);
  });

  it('are missing on pages that the menu does not have', () => {
    expect(neighborsOf('decisions/packaging.html', all)).toEqual({});
  });
});
