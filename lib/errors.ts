import { BundleError as BundleErrorClass } from './bundle/model/bundle-error';
import { CatalogError as CatalogErrorClass } from './catalog/declcfg/catalog-error';
import { ConstructError as ConstructErrorClass } from './constructs/model/construct-error';
import { RenderError as RenderErrorClass } from './render/model/render-error';
import { LockError as LockErrorClass, PlanError as PlanErrorClass } from './resolve/lock/lock-error';
import { ResolutionError as ResolutionErrorClass } from './resolve/model/resolution-error';

// jsii has no exceptions of its own: programs in other languages see the message of an error only, and a class that extends
// Error cannot be part of the assembly. As constants the classes stay out of it, and TypeScript can still tell them apart.

/** Thrown when a bundle cannot be read. */
export const BundleError = BundleErrorClass;
/** An error of reading a bundle: what is wrong, in which file and line. */
export type BundleError = BundleErrorClass;

/** Thrown when bundles cannot form a catalog. */
export const CatalogError = CatalogErrorClass;
/** An error of making a catalog: everything that opm would refuse. */
export type CatalogError = CatalogErrorClass;

/** Thrown when the arguments of a construct are wrong. */
export const ConstructError = ConstructErrorClass;
/** An error in the arguments of a construct: its path, and what is wrong. */
export type ConstructError = ConstructErrorClass;

/** Thrown when a bundle cannot be rendered to plain manifests. */
export const RenderError = RenderErrorClass;
/** An error of rendering a bundle: everything that stops the installation. */
export type RenderError = RenderErrorClass;

/** Thrown when OLM would install nothing in a namespace. */
export const ResolutionError = ResolutionErrorClass;
/** An error of a resolution: OLM's message, the reasons that contradict each other, and their remedies. */
export type ResolutionError = ResolutionErrorClass;

/** Thrown when a lock file cannot be read. */
export const LockError = LockErrorClass;
/** An error of reading a lock file: everything that is wrong, with file and line. */
export type LockError = LockErrorClass;

/** Thrown when an upgrade plan cannot be used. */
export const PlanError = PlanErrorClass;
/** An error of using an upgrade plan: everything that is wrong, with file and line. */
export type PlanError = PlanErrorClass;
