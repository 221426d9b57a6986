#!/usr/bin/env node
import { programText } from './frame/program-text';
import { runProgram } from './program';

/** The program `olm-constructs`. */
void runProgram(programText());
