import { join } from 'node:path';
import { validate } from './validate';

const report = validate(process.argv[2] ?? join(__dirname, 'bundle'));
process.stdout.write(report.toText({ color: process.stdout.isTTY && process.stdout.hasColors() }));
process.exitCode = report.passed ? 0 : 1;
