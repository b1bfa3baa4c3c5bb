import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

export interface Diagnostic {
  message: string;
  severity: number;
  range: { start: Position; end: Position };
}

export interface Position {
  line: number;
  character: number;
}

interface Message {
  id?: number | string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

/** The language server that editors run for YAML (vscode-yaml and others), spoken to as an editor does, over stdio. */
export class LanguageServer {
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, Waiting>();
  readonly #diagnostics = new Map<string, (found: Diagnostic[]) => void>();
  readonly #settings: Readonly<Record<string, unknown>>;
  #received = Buffer.alloc(0);
  #lastId = 0;

  /** @param settings of an editor, by dotted name, as in `.vscode/settings.json` */
  static async start(root: string, settings: Readonly<Record<string, unknown>>): Promise<LanguageServer> {
    const server = new LanguageServer(settings);
    const uri = pathToFileURL(root).href;
    await server.#request('initialize', {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'project' }],
      capabilities: {
        workspace: {
          configuration: true,
          didChangeConfiguration: { dynamicRegistration: true },
          workspaceFolders: true,
        },
        textDocument: {
          hover: { contentFormat: ['markdown'] },
          completion: { completionItem: { documentationFormat: ['markdown'], snippetSupport: false } },
        },
      },
    });
    server.#send({ method: 'initialized', params: {} });
    server.#send({ method: 'workspace/didChangeConfiguration', params: { settings: {} } });
    return server;
  }

  private constructor(settings: Readonly<Record<string, unknown>>) {
    this.#settings = settings;
    const program = createRequire(import.meta.url).resolve('yaml-language-server/bin/yaml-language-server');
    this.#child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#receive(chunk));
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    await this.#request('shutdown', null);
    this.#send({ method: 'exit' });
    await ended;
  }

  /** Opens a file as an editor does and gives what is marked in it. */
  open(path: string, text: string): Promise<Diagnostic[]> {
    const uri = pathToFileURL(path).href;
    const marked = new Promise<Diagnostic[]>((resolve) => this.#diagnostics.set(uri, resolve));
    this.#send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'yaml', version: 1, text } },
    });
    return marked;
  }

  close(path: string): void {
    const uri = pathToFileURL(path).href;
    this.#diagnostics.delete(uri);
    this.#send({ method: 'textDocument/didClose', params: { textDocument: { uri } } });
  }

  /** The words that are offered at a position of an open file. */
  async complete(path: string, position: Position): Promise<string[]> {
    const textDocument = { uri: pathToFileURL(path).href };
    const list = await this.#request('textDocument/completion', { textDocument, position });
    return (list as { items: { label: string }[] }).items.map(({ label }) => label);
  }

  /** What is shown over a position of an open file. */
  async hover(path: string, position: Position): Promise<string> {
    const textDocument = { uri: pathToFileURL(path).href };
    const hover = await this.#request('textDocument/hover', { textDocument, position });
    return (hover as { contents: { value: string } } | null)?.contents.value ?? '';
  }

  #request(method: string, params: unknown): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.#answers.set(id, { resolve, reject }));
    this.#send({ id, method, params });
    return answer;
  }

  #send(message: Message): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#child.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.toString('latin1', 0, end))?.[1]);
      if (this.#received.length < end + 4 + length) return;
      const body = this.#received.toString('utf8', end + 4, end + 4 + length);
      this.#received = this.#received.subarray(end + 4 + length);
      this.#handle(JSON.parse(body) as Message);
    }
  }

  #handle({ id, method, params, result, error }: Message): void {
    if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = params as { uri: string; diagnostics: Diagnostic[] };
      this.#diagnostics.get(uri)?.(diagnostics);
    } else if (method === 'workspace/configuration') {
      const { items } = params as { items: { section: string }[] };
      this.#reply(
        id,
        items.map(({ section }) => this.#section(section)),
      );
    } else if (method !== undefined && id !== undefined) {
      this.#reply(id, null);
    } else if (typeof id === 'number') {
      const waiting = this.#answers.get(id);
      this.#answers.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
    }
  }

  #reply(id: Message['id'], result: unknown): void {
    if (id !== undefined) this.#send({ id, result });
  }

  /** `yaml` of `{"yaml.schemas": …}`: `{schemas: …}`. */
  #section(name: string): Record<string, unknown> {
    const own = Object.entries(this.#settings).filter(([key]) => key.startsWith(`${name}.`));
    const nested: Record<string, unknown> = {};
    for (const [key, value] of own) {
      const [first = '', second] = key.slice(name.length + 1).split('.');
      if (second === undefined) nested[first] = value;
      else nested[first] = { ...(nested[first] as object | undefined), [second]: value };
    }
    return nested;
  }
}
