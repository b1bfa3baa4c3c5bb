import nock from 'nock';

// Unit tests speak to this machine alone: global fetch and node:http to anywhere else fail at once.
nock.disableNetConnect();
nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/);
