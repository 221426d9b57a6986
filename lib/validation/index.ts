/** `olm-constructs/validation`: what is wrong with a bundle. Nothing inside `lib` imports this file. */

export * from './bundle-validation';
export * from './model/bundle-view';
export * from './model/finding';
export * from './model/rule-setting';
export * from './model/suite';
export * from './model/validation-rule';
export * from './output/report-content';
export * from './validation-report';
