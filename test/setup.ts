import nock from 'nock';

// Global fetch and node:http reach this machine only, and an interceptor of a test answers for any other host.
nock.disableNetConnect();
nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/);
