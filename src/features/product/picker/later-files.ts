/**
 * Fetches the files of islands that wait until a shopper interacts (`client:later`), for that moment
 * and for the pages after this one. The page and its pictures come first: the browser counts
 * even the least urgent file as part of loading, and on a slow line it takes its share.
 */
import { whenIdle } from '#browser/when-idle.ts';

function fetchFiles(): void {
  const files = document.querySelector<HTMLTemplateElement>('template[data-later]');
  if (files) document.head.append(files.content);
}

addEventListener('load', () => whenIdle(fetchFiles));
