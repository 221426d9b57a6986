#!/usr/bin/env node
import { programText } from './frame/program-text';
import { runProgram } from './program';

/** The same program as a plugin of kubectl, which finds it by its name `kubectl-olm`. */
void runProgram(programText('kubectl olm'));
