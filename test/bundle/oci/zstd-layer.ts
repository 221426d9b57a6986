/**
 * A layer with the small, sound bundle demo.v1.2.3, packed by the zstd program at its level 19: with compressed blocks and a checksum,
 * which the tests cannot make themselves.
 */
export const ZSTD_LAYER = Buffer.from([
  'KLUv/WQAFXUTAOZaUCBAjx67N7MsoQhRwn7YN/45/woif1Ta/sqKBLEMCJ5rAUcARgBGAB07O3UiikbFKivOa8qd/TACtY4tdI9tbuzXNkoibz8N7maCpgdF7z1NkyTD8z',
  'zNpJ25aiXmUGLYH3v+a0JnqUfC5/dK1qYB1c+Z8AvnRkXP2N57fXMc9v1qeTTKb5bbwKNtzNn5q8QWjqznfRmh33cACECj3KoNubLyjk77ubOttSMHuYc1ymnX1hyqc9L9',
  'oeK+er54YYoM70FP4zyKIK2mjOi5p+MMplWnmZ03szw3zt94WH7PzuelfXH30SmwIXUavVpklZVHh/iy75ja/Bf82QF5Xl15dJ19IvA56fzTa20KtLoC+z4skOH80nLcqI',
  'c5v1luGZ06n7FeE2elq2Brcdq4mqBHegbCQ4mz00EkRZE03ctiawGxAXugAZ4hR2ZIYVGSDGNAxBgyoq0DrVARnooqFohPxGPfcYgLuoYThwwWHALnA4y7noA4hCiXGz37',
  'Yl04XCUMnNvORj7ZqRjzAehQAwiB6TIyj7fCKNXZfrV2pA6PuO5fyxtQs6IeDNAOYdD5j91H2QDe1Mlg1fXBEil+4WMxgIYeY84BtemvvbrAxwcegN6s/iLUQQBJ2gr1gA',
  '1DlKlyNVlyFQAPgb5Ms5K+0gE1wd0kGgEaJmZDiIPjgi0gJWK6MWgRgh/b3O1CtMXg5wJL002SX4jBu4kTjK5kUi2c6RmKRuZNeMaT7dpzGRCsRrgDPLDPF0sN2qgVAjAE',
  'gBuwD6Ec5benvDAWJHDSiuDpMSTBFPCQ+gXpfIACJu287ms8Bgt67pKuTskCQQ2aU484',
].join(''), 'base64');
