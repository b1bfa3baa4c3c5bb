import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listen } from './support.ts';

interface TestProxy {
  url: string;
  /** `service.example:80`, with `proxy-authorization` if there was one. */
  asked: string[];
}

/**
 * A CONNECT proxy on real sockets. It connects every host to one server of the test.
 * @param answer the status of an answer to CONNECT other than 200; empty to close the connection instead
 */
export async function proxyTo(target: string, answer = '200 OK'): Promise<TestProxy> {
  const asked: string[] = [];
  const sockets: Socket[] = [];
  const proxy = createServer((_request, response) => response.writeHead(500).end());
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    const { 'proxy-authorization': credentials } = request.headers;
    asked.push([request.url, credentials].filter(Boolean).join(' '));
    sockets.push(socket);
    socket.on('error', () => {});
    if (answer === '') return socket.destroy();
    if (answer !== '200 OK') return socket.end(`HTTP/1.1 ${answer}\r\n\r\n`);
    const { hostname, port } = new URL(target);
    const server = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(server).pipe(socket);
    });
    sockets.push(server);
    server.on('error', () => socket.destroy());
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { url: await listen(proxy), asked };
}
