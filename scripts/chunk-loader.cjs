// Loads the chunks of the built program. The code that V8 compiled of each is kept beside the program, so that the next run
// need not compile it again. The name of a chunk contains a digest of its content, so another build has other names.
const { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

const compiled = join(__dirname, '..', 'compiled', `${process.version}-${process.platform}-${process.arch}`);
const loaded = new Map();
const fresh = [];

/**
 * Options of V8, each with its default and our value, by major version of Node. With ours, V8 optimizes a function later: a command
 * runs for seconds, and the optimizing compiler takes more processor time than it saves in them. The second option is that of
 * WebAssembly: without it, the parser of HTTP answers is optimized after some fifty calls. Node 24 waits longer by default, and
 * its V8 refuses compiled code after any change of an option.
 */
const OPTIMIZE_LATER = {
  20: [
    ['--interrupt-budget', 67_584, 500_000],
    ['--wasm-tiering-budget', 1_800_000, 2_000_000_000],
  ],
  22: [
    ['--invocation-count-for-turbofan', 3_000, 20_000],
    ['--wasm-tiering-budget', 13_000_000, 2_000_000_000],
  ],
};
const options = OPTIMIZE_LATER[process.version.slice(1, 3)] ?? [];

/** The chunks of commands that run until they are stopped. For them the optimizing compiler pays. */
const LASTING = /^(emulator|lsp)-/;

/** True if the options have our values. Undefined until the command is known. */
let isLater;
let isStarted = false;
let isLoading = false;

/** Sets our values, or the default ones. */
function optimizeLater(isLater) {
  for (const [option, byDefault, ours] of options)
    require('node:v8').setFlagsFromString(`${option}=${isLater ? ours : byDefault}`);
}

// The chunks of the first turn are those of every start. The next one is the chunk of the command; `--version` has none.
queueMicrotask(() => {
  isStarted = true;
});

/** Does work that uses compiled code. V8 refuses the code, also that of Node's modules, if an option has another value. */
function withCompiled(work) {
  if (!isLater || isLoading) return work();
  isLoading = true;
  optimizeLater(false);
  try {
    return work();
  } finally {
    isLoading = false;
    optimizeLater(true);
  }
}

/** Returns what a chunk exports, and runs it if it has not run yet. */
function load(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  if (isStarted) isLater ??= !LASTING.test(name);
  // A chunk that runs also loads modules of Node, by a global such as `Response` too.
  return withCompiled(() => run(name));
}

function run(name) {
  const chunk = { exports: {} };
  loaded.set(name, chunk);
  const filename = join(__dirname, name);
  const source = `(function (exports, require, module, __filename, __dirname) { ${readFileSync(filename, 'utf8')}\n})`;
  const cachedData = readCompiled(name);
  const script = new Script(source, { filename, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) fresh.push({ name, script });
  script.runInThisContext().call(chunk.exports, chunk.exports, requireFrom, chunk, filename, __dirname);
  return chunk.exports;
}

/** The `require` of a chunk: other chunks, and modules of Node. */
const requireFrom = Object.assign((id) => (id.startsWith('./') ? load(id.slice(2)) : withCompiled(() => require(id))), {
  resolve: require.resolve,
});

/** Bytes of the mark at the end of a file of compiled code. */
const MARK = 4;

/**
 * Returns a checksum of samples, one in 64 bytes. V8 does not check compiled code, and ends the process if it is damaged. A
 * power failure can leave blocks of zeros, which the samples show.
 */
function markOf(code) {
  let sum = code.length;
  for (let at = 0; at + MARK <= code.length; at += 64) sum = (Math.imul(sum, 31) + code.readInt32LE(at)) | 0;
  return sum;
}

/** Returns the compiled code of a chunk. Removes a damaged file. */
function readCompiled(name) {
  const path = join(compiled, name);
  try {
    const file = readFileSync(path);
    const code = file.subarray(0, -MARK);
    if (file.length > MARK && file.readInt32LE(code.length) === markOf(code)) return code;
    rmSync(path, { force: true });
  } catch {}
  return undefined;
}

function withMark(code) {
  const mark = Buffer.alloc(MARK);
  mark.writeInt32LE(markOf(code));
  return Buffer.concat([code, mark]);
}

/** At the end the functions that ran are compiled too. A folder that cannot be written, as another user's, stays as it is. */
function keepCompiled() {
  if (fresh.length === 0 || process.env.CI || process.env.NODE_DISABLE_COMPILE_CACHE) return;
  try {
    mkdirSync(compiled, { recursive: true });
    for (const { name, script } of fresh) {
      const path = join(compiled, name);
      // A command that ran at the same time may have kept it.
      if (!script.cachedDataRejected && existsSync(path)) continue;
      const staged = `${path}.${process.pid}.${process.hrtime.bigint()}`;
      writeFileSync(staged, withMark(withCompiled(() => script.createCachedData())));
      renameSync(staged, path);
    }
  } catch {}
}

process.on('exit', keepCompiled);
module.exports = load;
