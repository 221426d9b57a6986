import { OlmRelease, type OlmUpgradePlan, OlmVersion } from 'olm-constructs';

const plan: OlmUpgradePlan = OlmRelease.plan(OlmVersion.V0_45_0, OlmVersion.V0_46_0);
console.log(plan.toTable());
console.log(plan.toDeleteCommands());
