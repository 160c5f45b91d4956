/**
 * Prefetches the files of islands that wait for interaction (`client:later`). Only after `load`: the
 * browser counts even low-priority files as part of loading, and on a slow network they take bandwidth
 * from the page and its pictures.
 */
import { whenIdle } from '#browser/when-idle.ts';

function fetchFiles(): void {
  const files = document.querySelector<HTMLTemplateElement>('template[data-later]');
  if (files) document.head.append(files.content);
}

addEventListener('load', () => whenIdle(fetchFiles));
