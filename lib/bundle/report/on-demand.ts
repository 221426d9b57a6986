import type * as bundleContent from './report-content';
import type * as bundleText from './report-text';
import type * as pairContent from './comparison-content';
import type * as pairText from './comparison-text';

// Reports, loaded at the first use: a program that installs operators makes none.

/** What a bundle is, owns, requires and asks for. */
export const reportContent: typeof bundleContent.reportContent = (bundle) => {
  const { reportContent: make } = require('./report-content') as typeof bundleContent;
  return make(bundle);
};

/** A report as text. */
export const reportText: typeof bundleText.reportText = (content) => {
  const { reportText: make } = require('./report-text') as typeof bundleText;
  return make(content);
};

/** What changes from one bundle to the next. */
export const comparisonContent: typeof pairContent.comparisonContent = (previous, next) => {
  const { comparisonContent: make } = require('./comparison-content') as typeof pairContent;
  return make(previous, next);
};

/** A comparison as text. */
export const comparisonText: typeof pairText.comparisonText = (content) => {
  const { comparisonText: make } = require('./comparison-text') as typeof pairText;
  return make(content);
};
