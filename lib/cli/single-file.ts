#!/usr/bin/env node
import { basename } from 'node:path';
import { programText } from './frame/program-text';
import { runCompletion, runProgram } from './program';

/** Name under which this file is called, which may be a link to it, without the extension. */
const NAME = basename(process.argv[1] ?? '', '.js');

/** All programs of the package as one, for the single file: like busybox, it is the one by whose name it is called. */
void (NAME === 'kubectl_complete-olm' ? runCompletion() : runProgram(programText(NAME === 'kubectl-olm' ? 'kubectl olm' : 'olm-constructs')));
