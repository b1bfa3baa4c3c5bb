// The text of THIRD-PARTY-LICENSES: the license of each package that esbuild put into the bundle.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const INTRODUCTION = `notiform contains the packages below. Their licenses require these notices.
\`npm run build:action\` writes this text from what it bundles.
`;

/** The words of the MIT license, for a package that names it and its author and has no file with them. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The folders of the packages that the metafiles name as inputs, sorted by path. */
function packagesIn(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs)),
  );
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(folders)].sort();
}

/** A package's license files, also those of code it has copied, or else the license section of its README. */
async function licenseOf(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => !name.includes('node_modules')).sort();
  const files = names.filter((name) => /(?:^|[\\/])licen[cs]e[^\\/]*$/i.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  if (texts.length > 0) return texts.map((text) => text.trim()).join('\n\n');
  const readme = names.find((name) => /^readme[^\\/]*$/i.test(name));
  const text = readme === undefined ? '' : await readFile(join(folder, readme), 'utf8');
  const [, section = ''] = /^#+ *licen[cs]e$([\s\S]*)/im.exec(text) ?? [];
  if (section.includes('hereby granted')) return section.trim();
  const { license, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  if (license === 'MIT' && typeof author === 'string') return `Copyright (c) ${author}\n\n${MIT}`;
  throw new Error(`${folder} is bundled and has no license text`);
}

/** Fails if a package has no license text. */
export async function licensesOf(metafiles) {
  const parts = await Promise.all(
    packagesIn(metafiles).map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
      return { title: `${name} ${version}`, license, text: await licenseOf(folder) };
    }),
  );
  const blocks = parts
    .sort((a, b) => (a.title < b.title ? -1 : 1))
    .map(({ title, license, text }) => `${'-'.repeat(80)}\n${title} (${license})\n\n${text.replace(/\r\n/g, '\n')}\n`);
  return [INTRODUCTION, ...blocks].join('\n');
}
