import { descriptionOf } from '../../site/content/description';
import { allPages } from '../../site/content/pages';

describe('the description of a document', () => {
  it.each([
    ['is its first paragraph', '# Title\n\nWhat it is for.\n\nMore.', 'What it is for.'],
    ['has no Markdown', '# Title\n\nUse [`wait`](a.md) in\n**CI**.', 'Use wait in CI.'],
    ['skips comments, programs, lists, quotes and tables', '# T\n\n<!-- Generated. -->\n\n```sh\nnpm ci\n\nText in it.\n```\n\n- list\n\n> quote\n\n| a |\n\nText.', 'Text.'],
    ['ends with a sentence', `# T\n\nOne. Two. ${'Long '.repeat(60)}.`, 'One. Two.'],
    ['keeps a long first sentence', `# T\n\n${'long '.repeat(60)}end. Two.`, `${'long '.repeat(60)}end.`],
    ['has no colon at its end', '# T\n\nThis prints:\n\n```text\n1\n```', 'This prints.'],
    ['keeps versions and file names', '# T\n\nNode 20.19 reads cdk8s.yaml. Next.', 'Node 20.19 reads cdk8s.yaml. Next.'],
    ['is empty without a paragraph', '# T\n\n- list', ''],
  ])('%s', (_, markdown, expected) => { expect(descriptionOf(markdown)).toBe(expected); });

  it('exists for each document in the menu', () => {
    expect(allPages().filter(({ url, markdown }) => /^(?:start|guides|troubleshooting|explanations)\//.test(url) && descriptionOf(markdown) === '').map(({ url }) => url)).toEqual([]);
  });
});
