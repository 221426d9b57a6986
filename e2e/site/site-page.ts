import { createRequire } from 'node:module';
import * as path from 'node:path';
import { BrowserProgram } from './browser-program';
import { addressOfFile, SITE } from './built-site';

/** What these tests use of playwright-core, which only the site installs. */
interface Playwright {
  readonly chromium: { launch(options: LaunchOptions): Promise<Browser> };
}

interface LaunchOptions {
  readonly executablePath: string;
  readonly env: object;
  readonly args: readonly string[];
}

interface Browser {
  newContext(options: object): Promise<Context>;
  close(): Promise<void>;
}

interface Context {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

interface Page {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  evaluate<T>(expression: string): Promise<T>;
  addScriptTag(script: { readonly path: string }): Promise<unknown>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  emulateMedia(media: { readonly colorScheme: string }): Promise<void>;
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
  readonly keyboard: { press(key: string): Promise<void>; type(characters: string): Promise<void> };
}

const sitePackage = createRequire(path.join(SITE, 'package.json'));

/** A browser that shows pages of the site. */
export class SiteBrowser {
  /** Starts a program. It runs without a sandbox, which containers do not permit, and shows only our own files. */
  public static async start({ executable, env }: BrowserProgram): Promise<SiteBrowser> {
    const { chromium } = sitePackage('playwright-core') as Playwright;
    return new SiteBrowser(await chromium.launch({ executablePath: executable, env: { ...process.env, ...env }, args: ['--no-sandbox', '--disable-gpu'] }));
  }

  private constructor(private readonly browser: Browser) {}

  /** Opens a page with a theme of the system, which a page without a choice of the reader has. */
  public async open(page: string, width: number, theme = 'light'): Promise<SitePage> {
    const context = await this.browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme, hasTouch: width < 500, reducedMotion: 'reduce' });
    const opened = new SitePage(context, await context.newPage());
    await opened.goTo(page);
    return opened;
  }

  public async close(): Promise<void> {
    await this.browser.close();
  }
}

/** A page of the site in a browser. */
export class SitePage {
  /** What the browser reported: errors, warnings and what it could not load. */
  public readonly messages: string[] = [];

  public constructor(private readonly context: Context, private readonly page: Page) {
    page.on('console', message => { this.messages.push(`${message.type()}: ${message.text()}`); });
    page.on('pageerror', (error) => { this.messages.push(String(error)); });
  }

  public async goTo(page: string): Promise<void> {
    await this.page.goto(addressOfFile(page));
    await this.page.addScriptTag({ path: path.join(__dirname, 'in-page.js') });
  }

  public async reload(): Promise<void> {
    await this.page.reload();
    await this.page.addScriptTag({ path: path.join(__dirname, 'in-page.js') });
  }

  /** Changes the window, and the theme of the system. */
  public async show(width: number, theme: string): Promise<void> {
    await this.page.setViewportSize({ width, height: 900 });
    await this.page.emulateMedia({ colorScheme: theme });
  }

  /** Returns what axe-core finds below an element, a line each. */
  public async accessibilityFindings(selector = 'html'): Promise<string[]> {
    await this.page.addScriptTag({ path: sitePackage.resolve('axe-core/axe.min.js') });
    return this.evaluate<string[]>(`inPage.accessibilityFindings('${selector}')`);
  }

  /** Evaluates an expression in the page; `inPage` has the functions of in-page.js. */
  public async evaluate<T>(expression: string): Promise<T> {
    return this.page.evaluate<T>(expression);
  }

  /** Presses a key several times. */
  public async press(key: string, times = 1): Promise<void> {
    for (let pressed = 0; pressed < times; pressed += 1) {
      await this.page.keyboard.press(key);
    }
  }

  public async type(characters: string): Promise<void> {
    await this.page.keyboard.type(characters);
  }

  public async close(): Promise<void> {
    await this.context.close();
  }
}
