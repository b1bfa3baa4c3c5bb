import * as fc from 'fast-check';
import nock from 'nock';

// Unit tests speak to this machine alone: global fetch and node:http to anywhere else fail at once.
nock.disableNetConnect();
nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/);

// A change lands or not by the same cases each time; where a person runs the tests they look further.
if (process.env['CI'] === 'true') fc.configureGlobal({ seed: 20_261_120 });
