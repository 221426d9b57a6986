// Refuses every call of this process that reaches the network, at the lowest level that JavaScript can reach, and records it. Other
// programs start, and are recorded. Required by tests, and preloaded by NODE_OPTIONS into programs, which write their calls to the file in
// REFUSED_CALLS.
const childProcess = require('node:child_process');
const dgram = require('node:dgram');
const dns = require('node:dns');
const { appendFileSync } = require('node:fs');
const net = require('node:net');

/** Objects with the functions that reach the network. HTTP, HTTP/2, TLS and fetch connect by `Socket.prototype.connect`. */
const NETWORK = [
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [dgram.Socket.prototype, ['bind', 'connect', 'send']],
  ...[dns, dns.promises].map((module) => [module, namesIn(module, /^(lookup|lookupService|resolve.*|reverse)$/)]),
  ...[dns.Resolver, dns.promises.Resolver].map(({ prototype }) => [prototype, namesIn(prototype, /^(resolve.*|reverse)$/)]),
];

const PROGRAMS = [
  [childProcess.ChildProcess.prototype, ['spawn']],
  [childProcess, ['spawnSync', 'execFileSync', 'execSync']],
];

function namesIn(object, pattern) {
  const names = [...Object.getOwnPropertyNames(object), ...Object.getOwnPropertyNames(Object.getPrototypeOf(object))];
  return [...new Set(names)].filter((name) => pattern.test(name) && typeof object[name] === 'function');
}

function described(args) {
  try {
    return JSON.stringify(args.filter((arg) => typeof arg !== 'function')) ?? '';
  } catch {
    return '…';
  }
}

/** Program and arguments of a call that starts one. */
function programOf([first, args]) {
  return typeof first === 'object' ? (first.args ?? [first.file]).join(' ') : [first, ...Array.isArray(args) ? args : []].join(' ');
}

/**
 * Refuses the network from now on.
 *
 * @param onCall called after each refused call
 * @returns the refused calls, the started programs, and a function that ends it
 */
function refuseNetwork(onCall = () => undefined) {
  const calls = [];
  const programs = [];
  const undo = [];
  const replace = (object, name, make) => {
    const own = Object.getOwnPropertyDescriptor(object, name);
    const original = object[name];
    Object.defineProperty(object, name, { value: make(original), configurable: true, writable: true });
    undo.push(() => own === undefined ? delete object[name] : Object.defineProperty(object, name, own));
  };
  for (const [object, names] of NETWORK) {
    for (const name of names) {
      replace(object, name, () => function refused(...args) {
        const call = `${name} ${described(args)}`;
        calls.push(call);
        onCall();
        const error = Object.assign(new Error(`the test refuses the network: ${call}`), { code: 'ENETUNREACH' });
        if (!(this instanceof net.Socket)) {
          throw error;
        }
        process.nextTick(() => this.destroy(error));
        return this;
      });
    }
  }
  for (const [object, names] of PROGRAMS) {
    for (const name of names) {
      replace(object, name, (original) => function started(...args) {
        programs.push(programOf(args));
        return original.apply(this, args);
      });
    }
  }
  return { calls, programs, end: () => undo.splice(0).reverse().forEach((step) => step()) };
}

module.exports = { refuseNetwork };

const file = process.env.REFUSED_CALLS;
if (file !== undefined && file !== '') {
  const { calls } = refuseNetwork();
  process.on('exit', () => calls.forEach((call) => appendFileSync(file, `${call}\n`)));
}
