import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceTabs, Tab } from '../../site/content/programs';

function tabsOf(markdown: string): readonly Tab[] {
  const found: Tab[] = [];
  replaceTabs(markdown, (tabs) => {
    found.push(...tabs);
    return '';
  });
  return found;
}

describe('tabs', () => {
  it('have the programs of the document and those of the examples', () => {
    const tabs = tabsOf('<!-- tabs: quickstart -->\n```ts\nconst a = 1;\n```\n<!-- /tabs -->\n');
    expect(tabs.map(({ title }) => title).slice(0, 4)).toEqual(['TypeScript', 'Python', 'Java', 'Go']);
    expect(tabs[0]?.code).toBe('const a = 1;\n');
    expect(tabs[1]?.code).toBe(readFileSync(join(__dirname, '../../examples/python/main.py'), 'utf8'));
  });

  it('have the programs of Pulumi in all of its languages', () => {
    const tabs = tabsOf('<!-- tabs: pulumi -->\n```yaml\nname: hello\n```\n<!-- /tabs -->\n');
    expect(tabs.map(({ title }) => title)).toEqual(['YAML', 'Python', 'Go']);
  });

  it('have what a program of the document prints', () => {
    const markdown = '<!-- tabs: errors -->\n```python\nprint(1)\n```\n\nprints\n\n```text\n1\n```\n\n```java\n// nothing\n```\n<!-- /tabs -->';
    expect(tabsOf(markdown).filter(({ fence }) => ['python', 'java'].includes(fence))).toEqual([
      { title: 'Python', fence: 'python', code: 'print(1)\n', output: '1\n' },
      { title: 'Java', fence: 'java', code: '// nothing\n' },
    ]);
  });

  it('replace only what is between the comments', () => {
    expect(replaceTabs('before\n<!-- tabs: rule -->\n<!-- /tabs -->\nafter', () => 'tabs')).toBe('before\ntabs\nafter');
  });

  it('of unknown programs are an error', () => {
    expect(() => tabsOf('<!-- tabs: rules -->\n<!-- /tabs -->')).toThrow("no programs of the name 'rules'; available: quickstart, pulumi, subclass, engine, rule, errors");
  });
});
