// The rows of the table. Each states its floor (a job of floor.mjs; without one, a start of Node) and its goal.
const local = (...words) => ['-e', 'local', ...words];

/** The goal for the peak of memory, by the number of templates. */
const MEGABYTES = { 10000: 250 };

/**
 * `templates`: their number, if it does not follow the size. `live`: the emulator has them. `adopted`: the state has them as
 * well. `empty`: there are no manifests. `tags`: the resources are group tags instead. `core`: the command and its floor
 * run on one core. `delayMs`: every answer takes longer. `limit`: the server allows
 * so many calls a second. `goal` is the ratio to the floor; `megabytes` a goal for the peak of memory, by size.
 */
export const rows = [
  // The floor is `node -e 0`.
  { name: '--version', args: ['--version'], templates: 1, goal: 1.5 },

  // The floor reads every file and parses it with `yaml`, on one thread.
  { name: 'validate, one core', args: ['validate'], floor: 'parse', core: 0, goal: 1.2, megabytes: MEGABYTES },
  { name: 'validate, all cores', args: ['validate'], floor: 'parse', megabytes: MEGABYTES },

  // The floor parses the files and reads the lists: 100 rows a page, and four more calls for each profile.
  {
    name: 'plan, one core',
    args: local('plan'),
    floor: 'listsAndParse',
    live: true,
    adopted: true,
    core: 0,
    goal: 1.5,
    megabytes: MEGABYTES,
  },
  {
    name: 'plan, all cores',
    args: local('plan'),
    floor: 'listsAndParse',
    live: true,
    adopted: true,
    goal: 1.5,
    megabytes: MEGABYTES,
  },
  // The floor also reads the detail of every template.
  {
    name: 'plan --refresh full',
    args: local('plan', '--refresh', 'full'),
    floor: 'details',
    live: true,
    adopted: true,
    goal: 1.5,
    megabytes: MEGABYTES,
  },
  // The floor reads lists and details, writes every template to a new file of its own as soon as it arrives, and waits until
  // all files, their folder and one journal are on the disk: an import fsyncs its files before it binds them.
  { name: 'import', args: local('import'), floor: 'import', live: true, empty: true, goal: 1.5, megabytes: MEGABYTES },

  // The floor parses, reads the lists, and adds each template: its code is checked, a line is on the disk before each of
  // two writes (the template, its inspection request), and each write is read back.
  { name: 'apply, 500 adds', args: local('apply', '--yes'), floor: 'adds', templates: 500, goal: 1.5 },
  // The same for each template of the size. An apply may take more memory than a plan.
  {
    name: 'apply, adds',
    args: local('apply', '--yes'),
    floor: 'adds',
    goal: 1.5,
    megabytes: { 10000: 400 },
  },
  // The floor parses, reads the lists, and writes one line for each tag, with one fsync.
  { name: 'adopt 8,000 tags', args: local('apply', '--yes'), floor: 'tags', templates: 8000, tags: true, live: true },

  // The same floors when each call takes 50 ms longer: 16 calls at a time on both sides.
  {
    name: 'plan --refresh full, 50 ms',
    args: local('plan', '--refresh', 'full'),
    floor: 'details',
    templates: 1000,
    live: true,
    adopted: true,
    delayMs: 50,
    goal: 1.1,
  },
  {
    name: 'apply, 500 adds, 50 ms',
    args: local('apply', '--yes'),
    floor: 'adds',
    templates: 500,
    delayMs: 50,
    goal: 1.1,
  },
  // The floor is the limit: 50 calls in each second. The goal is 97 % of it, without two refused calls in a row.
  {
    name: '50 calls a second',
    args: ['-e', 'limited', 'plan', '--refresh', 'full'],
    templates: 500,
    live: true,
    limit: 50,
    goal: 0.97,
  },
];
