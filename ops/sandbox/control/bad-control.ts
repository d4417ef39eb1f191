/** A control request that can't be carried out; answered 400 with this message. */
export class BadControl extends Error {}
