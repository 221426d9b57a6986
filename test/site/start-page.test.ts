import { documentPages } from '../../site/content/documents';
import { allPages } from '../../site/content/pages';
import { readFile } from '../../site/content/repository';
import { startPage } from '../../site/content/start-page';

const { markdown } = startPage(documentPages());

describe('the start page', () => {
  it('comes first, and the README is a page of its own', () => {
    const pages = allPages();
    expect(pages[0]?.url).toBe('index.html');
    expect(pages.find(({ source }) => source === 'README.md')?.url).toBe('overview.html');
  });

  it('shows the session, the program and the manifest of documents, which tests run', () => {
    expect(markdown).toContain('$ olm-constructs explain subscription/');
    expect(readFile('docs/guides/terminal.md')).toContain(/```text\n(\$ olm-constructs explain [^]*?)```/.exec(markdown)![1]);
    expect(readFile('README.md')).toContain(/<!-- tabs: [^]*?<!-- \/tabs -->/.exec(markdown)![0]);
    expect(readFile('README.md')).toContain(/```yaml\n[^]*?```/.exec(markdown)![0]);
  });

  it('leads to the pages of the group Start', () => {
    expect(markdown).toContain('- [Quick start](start/quickstart.html)');
  });

  it('leaves nothing out that it should show', () => {
    expect(markdown).not.toContain('<!-- show:');
  });
});
