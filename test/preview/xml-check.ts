/** An element of a document that was read strictly. */
export interface Node {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: Node[];
  /** Its own text, entities resolved, that of its children left out. */
  text: string;
}

const NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const OPENING = /^<([A-Za-z][\w:-]*)((?:\s+[A-Za-z][\w:-]*="[^"<]*")*)\s*(\/?)>/;
const ATTRIBUTE = /\s+([A-Za-z][\w:-]*)="([^"<]*)"/g;

/** Reads a document of elements and text alone, as an XML parser without mercy; throws where one would. */
export function parseXml(document: string): Node {
  const illegal = ILLEGAL.exec(document);
  if (illegal) throw new Error(`illegal character at ${illegal.index}`);
  const top: Node = { name: '', attributes: new Map(), children: [], text: '' };
  const open: Node[] = [top];
  let rest = document;
  while (rest !== '') {
    const parent = open.at(-1) ?? top;
    const tag = rest.startsWith('</') ? /^<\/([\w:-]+)>/.exec(rest) : OPENING.exec(rest);
    if (tag && rest.startsWith('</')) {
      if (parent.name !== tag[1]) throw new Error(`</${tag[1]}> closes <${parent.name}>`);
      open.pop();
    } else if (tag) {
      const node: Node = { name: tag[1] ?? '', attributes: attributesOf(tag[2] ?? ''), children: [], text: '' };
      parent.children.push(node);
      if (tag[3] === '') open.push(node);
    } else {
      const text = /^[^<]+/.exec(rest)?.[0];
      if (text === undefined) throw new Error(`not a tag: ${rest.slice(0, 60)}`);
      if (text.includes(']]>')) throw new Error('a bare ]]>');
      parent.text += resolved(text);
      rest = rest.slice(text.length);
      continue;
    }
    rest = rest.slice(tag[0].length);
  }
  const [root] = top.children;
  if (open.length !== 1 || top.children.length !== 1 || top.text !== '' || !root) throw new Error('not one element');
  return root;
}

/** An element and all in it. */
export function everyNode(node: Node): Node[] {
  return [node, ...node.children.flatMap(everyNode)];
}

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (found.has(name)) throw new Error(`${name} twice`);
    found.set(name, resolved(value));
  }
  return found;
}

function resolved(text: string): string {
  return text.replace(/&([^;&]*;)?/g, (whole, name: string | undefined) => {
    const sign = name === undefined ? undefined : NAMES[name.slice(0, -1)];
    if (sign === undefined) throw new Error(`no entity: ${whole}`);
    return sign;
  });
}
