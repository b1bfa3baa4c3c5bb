// What notiform uses of undici, in place of its index: that one also loads its fetch, its mocks and Node's own copy of undici,
// which takes longer than most commands run. Each part is loaded at its first use.
/** A request of the global dispatcher, as in the index. */
function request(url, { method = 'GET', ...options } = {}) {
  const { getGlobalDispatcher } = require('undici/lib/global.js');
  const { origin, pathname, search } = new URL(url);
  const send = require('undici/lib/api/api-request.js');
  return send.call(getGlobalDispatcher(), { ...options, origin, path: `${pathname}${search}`, method });
}

module.exports = {
  request,
  get Agent() {
    return require('undici/lib/dispatcher/agent.js');
  },
  get Dispatcher() {
    return require('undici/lib/dispatcher/dispatcher.js');
  },
  get FormData() {
    return require('undici/lib/web/fetch/formdata.js').FormData;
  },
  get Pool() {
    return require('undici/lib/dispatcher/pool.js');
  },
  get ProxyAgent() {
    // The index adds these methods to all dispatchers. A proxy is called with one of them.
    Object.assign(module.exports.Dispatcher.prototype, require('undici/lib/api'));
    return require('undici/lib/dispatcher/proxy-agent.js');
  },
  get buildConnector() {
    return require('undici/lib/core/connect.js');
  },
  get errors() {
    return require('undici/lib/core/errors.js');
  },
};
