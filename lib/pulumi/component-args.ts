import type * as pulumi from '@pulumi/pulumi';
import type { SlimLevel } from '../bundle/slim';
import type { Approval } from '../constructs/approval';
import type { CrdDescriptions } from '../olm/crds/crd-descriptions';
import type { PodSecurityLevel } from '../olm/pod-security';

/** Choices, which decide what is made, so that they must be known in a preview. */
type Choice = Approval | CrdDescriptions | PodSecurityLevel | SlimLevel;

/** A value with outputs of other resources allowed at every place of it. */
export type Late<Value> =
  Value extends Choice | boolean | undefined ? Value
    : Value extends string | number ? pulumi.Input<Value>
      : Value extends readonly (infer Item)[] ? Late<Item>[]
        : { readonly [Key in keyof Value]: Late<Value[Key]> };

/** Props of a construct, with outputs of other resources allowed everywhere but in those that decide what is made: `Plain`, and choices. */
export type LateProps<Props, Plain extends keyof Props = never> =
  { readonly [Key in keyof Props as Key extends Plain ? never : Key]: Late<Props[Key]> } & Pick<Props, Plain>;
