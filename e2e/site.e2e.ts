import { describeWith } from '../test/needed';
import { neededBrowser } from './site/browser-program';
import { builtSite, pagesOfDocuments } from './site/built-site';
import { SiteBrowser, SitePage } from './site/site-page';

/** A page of each kind, and those with the most difficult content. */
const PAGES = [
  'index.html', 'guides/index.html', 'start/quickstart.html', 'guides/subscriptions.html', 'guides/argocd.html', 'guides/terminal.html',
  'troubleshooting/operator-does-not-install.html', 'explanations/olm.html', 'reference/releases.html', 'architecture.html',
  'api/typescript/BundleDeployment.html', 'examples/python.html',
];

const WIDTHS = [400, 1000, 1600];
const THEMES = ['light', 'dark'];
const VIEWS = WIDTHS.flatMap(width => THEMES.map(theme => ({ width, theme })));

/** Longer than the path of Tab to any element that a test looks for. */
const MANY_TABS = 40;

const browserProgram = neededBrowser();

describeWith(browserProgram, builtSite())('the site in a browser', () => {
  let browser: SiteBrowser;
  beforeAll(async () => { browser = await SiteBrowser.start(browserProgram.value()); });
  afterAll(async () => { await browser.close(); });

  describe.each(PAGES)('%s', (name) => {
    let page: SitePage;
    beforeAll(async () => { page = await browser.open(name, WIDTHS[0]!); });
    afterAll(async () => { await page.close(); });

    it.each(VIEWS)('is accessible with $width px, $theme', async ({ width, theme }) => {
      await page.show(width, theme);
      expect(await page.accessibilityFindings()).toEqual([]);
    });

    it.each(WIDTHS.slice(1))('is not wider than the window of %d px', async (width) => {
      await page.show(width, 'light');
      expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    });

    it('causes no message of the browser', () => {
      expect(page.messages).toEqual([]);
    });
  });

  it.each(VIEWS)('can fail with $width px, $theme', async ({ width, theme }) => {
    const page = await browser.open('index.html', width, theme);
    await page.evaluate('document.querySelector(".lead > p").style.color = "light-dark(#999999, #666666)"');
    expect(await page.accessibilityFindings()).toEqual([expect.stringMatching(/^color-contrast: /)]);
    await page.evaluate('document.querySelector(".lead").style.minWidth = "2000px"');
    expect(await page.evaluate('inPage.sideways()')).toContainEqual(expect.stringMatching(/ is wider than the window$/));
    await page.close();
  });

  it('fits onto a phone, each page, and only code scrolls sideways', async () => {
    const page = await browser.open('index.html', 400);
    const problems: string[] = [];
    for (const name of pagesOfDocuments()) {
      await page.goTo(name);
      const found = [...await page.evaluate<string[]>('inPage.sideways()'), ...await page.evaluate<string[]>('inPage.duplicateIds()'), ...page.messages.splice(0)];
      problems.push(...found.map(problem => `${name}: ${problem}`));
    }
    await page.close();
    expect(problems).toEqual([]);
  });

  describe('the keyboard', () => {
    let page: SitePage;
    afterEach(async () => { await page.close(); });

    /** Presses Tab until an element has the focus that the description begins with. */
    async function tabTo(description: string): Promise<string[]> {
      const passed: string[] = [];
      for (let tabs = 0; tabs < MANY_TABS; tabs += 1) {
        await page.press('Tab');
        const focused = await page.evaluate<string>('inPage.focused()');
        passed.push(focused);
        expect({ focused, isShown: await page.evaluate('inPage.showsFocus()') }).toEqual({ focused, isShown: true });
        if (focused.startsWith(description)) {
          return passed;
        }
      }
      throw new Error(`${MANY_TABS} tabs do not reach '${description}', but ${passed.join(', ')}`);
    }

    it('goes to the content, the sections, the search, the theme and the menu, in this order', async () => {
      page = await browser.open('guides/argocd.html', 1000);
      const passed = [...await tabTo('a Skip to the content'), ...await tabTo('a Guides'), ...await tabTo('input Search'), ...await tabTo('button Theme'), ...await tabTo('a Installing OLM')];
      expect(passed).not.toContain('button Menu to-menu');
    });

    it('skips to the content', async () => {
      page = await browser.open('guides/argocd.html', 1000);
      await tabTo('a Skip to the content');
      await page.press('Enter');
      expect(await page.evaluate('location.hash')).toBe('#Content');
      await page.press('Tab');
      expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
    });

    it('opens the menu of a phone, stays in it, and leaves it with Escape', async () => {
      page = await browser.open('guides/argocd.html', 400);
      await tabTo('button Menu');
      await page.press('Enter');
      expect(await page.evaluate('inPage.focused()')).toBe('button Close the menu close');
      expect(await page.accessibilityFindings('#Menu')).toEqual([]);
      for (let tabs = 0; tabs < MANY_TABS; tabs += 1) {
        await page.press('Tab');
        expect(await page.evaluate('document.activeElement === document.body || document.activeElement.closest("#Menu") !== null')).toBe(true);
      }
      await page.press('Escape');
      expect(await page.evaluate('inPage.focused()')).toBe('button Menu to-menu');
      expect(await page.evaluate('getComputedStyle(document.getElementById("Menu")).visibility')).toBe('hidden');
    });

    it('searches, and Escape closes the results', async () => {
      page = await browser.open('guides/argocd.html', 1000);
      await tabTo('input Search');
      await page.type('waiting');
      await page.evaluate('new Promise((resolve) => { const look = () => (document.querySelector("#results a") === null ? setTimeout(look, 20) : resolve()); look(); })');
      expect(await page.accessibilityFindings()).toEqual([]);
      await page.press('Escape');
      expect(await page.evaluate('document.getElementById("results").checkVisibility()')).toBe(false);
    });

    it('changes tabs with the arrows', async () => {
      page = await browser.open('index.html', 1000);
      await page.evaluate('document.querySelector(".tabs > input").focus()');
      await page.press('ArrowRight');
      expect(await page.evaluate('document.querySelector(".tabs > input:checked").dataset.language')).toBe('python');
      expect(await page.evaluate('inPage.showsFocus()')).toBe(true);
    });
  });

  it('keeps the theme that a reader chooses', async () => {
    const page = await browser.open('index.html', 1000, 'dark');
    const background = 'getComputedStyle(document.body).backgroundColor';
    const system = await page.evaluate<string>(background);
    const choose = 'document.querySelector("button.theme").click()';
    await page.evaluate(choose);
    const light = await page.evaluate<string>(background);
    await page.reload();
    expect(await page.evaluate(background)).toBe(light);
    expect(light).not.toBe(system);
    await page.evaluate(choose);
    await page.evaluate(choose);
    expect(await page.evaluate(background)).toBe(system);
    await page.close();
  });

  it('shows its copy buttons on a phone', async () => {
    const page = await browser.open('start/quickstart.html', 400);
    expect(await page.evaluate('document.querySelectorAll("button.copy").length')).toBeGreaterThan(0);
    expect(await page.evaluate('inPage.hiddenCopyButtons()')).toBe(0);
    await page.close();
  });
});
