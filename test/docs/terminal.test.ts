import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { terminalPage } from './terminal/terminal-page';
import { enterCommandFolder } from '../builders/command-folder';

jest.mock('../../lib/cli/frame/cluster', () => ({ ...jest.requireActual<object>('../../lib/cli/frame/cluster'), connect: jest.fn() }));

const PAGE = resolve(__dirname, '../../docs/guides/terminal.md');

/** Set to write the page instead of comparing it. */
const UPDATES = process.env['UPDATE_TERMINAL_PAGE'] === '1';

let leave: () => void;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'], now: Date.UTC(2026, 0, 31) });
  leave = enterCommandFolder();
});
afterEach(() => {
  leave();
  jest.useRealTimers();
});

test('the session in the terminal is what the program prints; UPDATE_TERMINAL_PAGE=1 writes it again', async () => {
  const page = await terminalPage();
  if (UPDATES) {
    writeFileSync(PAGE, page);
  }
  expect(page).toBe(readFileSync(PAGE, 'utf8'));
}, 60_000);
