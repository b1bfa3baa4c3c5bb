// The yardstick: a bare node:http server that reads a JSON body and answers a constant.
import { createServer } from 'node:http';

const answer = Buffer.from('{"code":"200"}');
const server = createServer((incoming, outgoing) => {
  incoming.on('data', () => undefined);
  incoming.on('end', () => {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
    outgoing.end(answer);
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })));
