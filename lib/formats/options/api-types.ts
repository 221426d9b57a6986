import { NOTES, STRUCTS } from './generated/option-types';
import { OptionTypes } from './option-type';

/** The types of the public API. */
export const API = new OptionTypes({ structs: STRUCTS, notes: NOTES });
