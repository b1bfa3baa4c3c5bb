// Loaded into a measured program. When the program ends, it reports what it used to the process that measures.
const fs = require('node:fs');
const files = require('node:fs/promises');

let written = 0;
const open = files.open;
/** Opens a file. Counts the bytes that the program writes to files of its state. */
files.open = async (path, ...rest) => {
  const handle = await open(path, ...rest);
  if (!/[/\\]\.notiform[/\\]state[/\\]/.test(String(path))) return handle;
  for (const name of ['write', 'writeFile', 'appendFile']) {
    const real = handle[name].bind(handle);
    handle[name] = (data, ...options) => {
      written += Buffer.byteLength(data);
      return real(data, ...options);
    };
  }
  return handle;
};

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  fs.writeSync(3, JSON.stringify({ kilobytes: maxRSS, microseconds: userCPUTime + systemCPUTime, written }));
});
