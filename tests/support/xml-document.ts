import { readFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';

export interface XmlElement {
  /** Namespace URI. */
  uri: string;
  name: string;
  text: string;
  children: XmlElement[];
}

/**
 * The root of an XML document.
 * @throws Error when it is not well-formed, or uses a prefix without its namespace.
 */
export function xmlOf(xml: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const root: XmlElement = { uri: '', name: '', text: '', children: [] };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local }) => {
    const element = { uri, name: local, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.write(xml).close();
  const [document] = root.children;
  if (!document) throw new Error('The document has no element');
  return document;
}

/** The root of an XML file. @throws as `xmlOf`. */
export function xmlDocument(file: string): XmlElement {
  return xmlOf(readFileSync(file, 'utf8'));
}

/** Texts of an element's children with a name. */
export function textsOf({ children }: XmlElement, name: string): string[] {
  return children.filter((child) => child.name === name).map(({ text }) => text);
}
