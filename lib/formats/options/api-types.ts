import { CALLS, NOTES, STRUCTS } from './generated/option-types';
import { OptionTypes } from './option-type';

/** The types of the public API. The arguments of a call are read as an object with options. */
export const API = new OptionTypes({ structs: { ...STRUCTS, ...CALLS }, notes: NOTES });
