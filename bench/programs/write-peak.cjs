// Preloaded into a program: writes its peak resident memory in bytes to the file in PEAK_FILE when it ends.
const { writeFileSync } = require('node:fs');

const file = process.env.PEAK_FILE;
process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS * 1024)));
