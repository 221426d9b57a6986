import type * as plan from './plan-upgrade';
import type * as table from './plan-table';

// Planning upgrades, loaded at the first use.

/** What happens when one release takes the place of another. */
export const planUpgrade: typeof plan.planUpgrade = (...args) => (require('./plan-upgrade') as typeof plan).planUpgrade(...args);

/** A plan as a table. */
export const planTable: typeof table.planTable = (...args) => (require('./plan-table') as typeof table).planTable(...args);
