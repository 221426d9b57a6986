import type * as pulumi from '@pulumi/pulumi';

/** A value with outputs of other resources allowed at every depth, except for booleans and enums: they decide which objects are created. */
export type DeepInput<Value> =
  Value extends boolean | undefined ? Value
    : Value extends string ? (string extends Value ? pulumi.Input<Value> : Value)
      : Value extends number ? pulumi.Input<Value>
        : Value extends readonly (infer Item)[] ? DeepInput<Item>[]
          : { readonly [Key in keyof Value]: DeepInput<Value[Key]> };

/** Props of a construct, with outputs of other resources allowed in all of them except `Plain`, which decide which objects are created. */
export type InputProps<Props, Plain extends keyof Props = never> =
  { readonly [Key in keyof Props as Key extends Plain ? never : Key]: DeepInput<Props[Key]> } & Pick<Props, Plain>;
