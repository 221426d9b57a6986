const { transformSync } = require('@swc/core');

/** Import and export declarations of a file, whose modules are loaded when a name of them is first used. */
const SPECIFIERS = /^(?:import |export \{|\}).*? from '([^']+)';$/gm;

/**
 * Compiles TypeScript for jest, without checking types; `npm run typecheck` does. As in the built package, a module is loaded when one of its
 * names is first used: jest runs all modules that a test file loads anew, and most of their imports are not used by one file.
 */
module.exports = {
  process(source, filename) {
    return transformSync(source, {
      filename,
      swcrc: false,
      sourceMaps: 'inline',
      jsc: { parser: { syntax: filename.endsWith('.ts') ? 'typescript' : 'ecmascript' }, target: 'es2022', transform: { hidden: { jest: true } } },
      module: { type: 'commonjs', lazy: Array.from(source.matchAll(SPECIFIERS), ([, specifier]) => specifier) },
    });
  },
};
